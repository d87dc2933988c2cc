/** How is the chosen embedding model opened? */
import type { Embedder } from '../../core/model.ts';
import { type EmbedderSettings, embedderChoice } from './choice.ts';

/** An embedding takes milliseconds; a server that loads its model first takes longer. */
const TIMEOUT_MS = 60_000;

/**
 * Null when no model is asked for. Each kind's code is loaded when it is chosen.
 *
 * @throws UsageError, PrerequisiteError, ModelError as the adapters do
 */
export async function openEmbedder(
  settings: EmbedderSettings,
  signal: AbortSignal,
): Promise<Embedder | null> {
  const choice = embedderChoice(settings);
  switch (choice?.kind) {
    case undefined:
      return null;
    case 'hashed':
      return (await import('./hashed.ts')).hashedEmbedder(choice.dimension);
    case 'onnx': {
      const { openOnnxEmbedder } = await import('./onnx/embedder.ts');
      return await openOnnxEmbedder(choice.name, choice.folders);
    }
    case 'api': {
      const { openApiEmbedder } = await import('./api/embedder.ts');
      return await openApiEmbedder({ ...choice, timeoutMs: TIMEOUT_MS }, signal);
    }
  }
}
