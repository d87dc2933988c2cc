/** Are the optional packages here that run a model on this machine? */
import { createRequire } from 'node:module';
import { PrerequisiteError } from '../../../core/errors.ts';

const NEEDED = ['onnxruntime-node', '@huggingface/tokenizers'];

/**
 * Loads nothing.
 *
 * @throws PrerequisiteError with the install command.
 */
export function requireModelPackages(
  resolve: (name: string) => string = createRequire(import.meta.url).resolve,
): void {
  const missing = NEEDED.filter((name) => !canResolve(name, resolve));
  if (missing.length === 0) return;
  throw new PrerequisiteError(
    `running an embedding model needs ${missing.join(' and ')}, which is not installed`,
    {
      hints: [
        // Its install script would fetch CUDA libraries, which a processor does not use.
        `ONNXRUNTIME_NODE_INSTALL=skip npm install ${missing.join(' ')}`,
        'or ask a server: APIBANK_TOOLSEARCHER_MODEL=api:MODEL with EMBEDDINGS_BASE_URL',
      ],
    },
  );
}

function canResolve(name: string, resolve: (name: string) => string): boolean {
  try {
    resolve(name);
    return true;
  } catch {
    return false;
  }
}
