/** Does src/registry.ts name the plugins that are there? Writes it; with --check, only compares. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { registrySource } from './registry-source.ts';

const root = resolve(import.meta.dirname, '..');
const path = join(root, 'src', 'registry.ts');
const wanted = registrySource(root);
const present = existsSync(path) ? readFileSync(path, 'utf8') : '';

if (present === wanted) {
  console.log('src/registry.ts is up to date');
} else if (process.argv.includes('--check')) {
  console.error('src/registry.ts is stale: run "npm run codegen" and commit it');
  process.exitCode = 1;
} else {
  writeFileSync(path, wanted);
  console.log('src/registry.ts written');
}
