/** Where are the corpora of right answers, when they are here at all? */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe } from 'vitest';

export const repositoryRoot = resolve(import.meta.dirname, '../..');

const corporaRoot = process.env['PROTOCOL_CORPORA'] ?? resolve(repositoryRoot, '../shared');

/** The absolute path of a corpus file or folder, or null when it is not on this machine. */
export function corpusPath(name: string): string | null {
  const path = join(corporaRoot, name);
  return existsSync(path) ? path : null;
}

/** A suite over a corpus; skipped with the reason printed when the corpus is not there. */
export function describeWithCorpus(
  title: string,
  name: string,
  body: (path: string) => void,
): void {
  const path = corpusPath(name);
  if (path === null) {
    describe.skip(`${title} (skipped: no corpus ${name} beside the repository)`, () => undefined);
    process.stderr.write(`skipped "${title}": no corpus ${name} beside the repository\n`);
    return;
  }
  describe(title, () => body(path));
}

/** Rows of a .jsonl or .jsonl.gz file. */
export function readJsonLines<Row>(path: string): Row[] {
  const bytes = readFileSync(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line.length > 0)
    .map((line) => JSON.parse(line) as Row);
}
