/** Where is the tool installed, and which version is it? The same from source and from dist/. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export const packageRoot = resolve(import.meta.dirname, '..', '..');

export function packageVersion(): string {
  const text = readFileSync(resolve(packageRoot, 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}
