/** Do the generated files fit the source? Writes them; with --check, only compares. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { generatedFiles } from './generated-files.ts';

const root = resolve(import.meta.dirname, '..');

for (const { path: name, text } of generatedFiles(root)) {
  const path = join(root, name);
  const present = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (present === text) {
    console.log(`${name} is up to date`);
  } else if (process.argv.includes('--check')) {
    console.error(`${name} is stale: run "npm run codegen" and commit it`);
    process.exitCode = 1;
  } else {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    console.log(`${name} written`);
  }
}
