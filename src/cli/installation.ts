/** Where is the tool installed, and which version is it? The same from source and from dist/. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export const packageRoot = resolve(import.meta.dirname, '..', '..');

export function packageVersion(): string {
  const text = readFileSync(resolve(packageRoot, 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

/**
 * How someone who reads a hint calls the tool: as an npm script where the sources run unbuilt, through npx where npx
 * started it, else by its name.
 *
 * @param mainFile path of the file that was started
 */
export function invocationOf(
  mainFile: string,
  environment: { readonly [name: string]: string | undefined },
): string {
  if (mainFile.endsWith('.ts')) return 'npm run protocol --';
  return environment['npm_command'] === 'exec' ? 'npx protocol' : 'protocol';
}
