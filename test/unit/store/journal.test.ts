import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import { openJournal } from '../../../src/store/journal.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, records: readonly JsonObject[]): void {
  const { journal } = openJournal(path, () => undefined);
  for (const record of records) journal.append(record);
  journal.sync();
  journal.close();
}

function read(path: string): { records: JsonObject[]; tornBytes: number } {
  const records: JsonObject[] = [];
  const { journal, tornBytes } = openJournal(path, (record) => records.push(record));
  journal.close();
  return { records, tornBytes };
}

test('what was appended is read back in order, also over several openings', () => {
  const path = join(folder, 'j.ndjson');
  write(path, [{ a: 1 }, { b: 'zwei\u2028\n"' }]);
  write(path, [{ c: [null, true] }]);
  expect(read(path).records).toEqual([{ a: 1 }, { b: 'zwei\u2028\n"' }, { c: [null, true] }]);
});

test('cut at any byte, the whole records before it survive and the next append is not glued', () => {
  const records = [
    { n: 1, text: 'eins' },
    { n: 2, text: 'zwei' },
    { n: 3, text: 'drei' },
  ];
  const path = join(folder, 'cut.ndjson');
  write(path, records);
  const whole = readFileSync(path);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: whole.length }), (length) => {
      writeFileSync(path, whole);
      truncateSync(path, length);
      write(path, [{ n: 4 }]);
      const after = read(path).records;
      const kept = after.slice(0, -1);
      expect(after.at(-1)).toEqual({ n: 4 });
      expect(kept).toEqual(records.slice(0, kept.length));
      const complete = whole.subarray(0, length).toString().split('\n').length - 1;
      expect(kept.length).toBeGreaterThanOrEqual(complete);
    }),
    { numRuns: 60 },
  );
});

test('the torn tail is kept beside', () => {
  const path = join(folder, 'torn.ndjson');
  write(path, [{ n: 1 }]);
  appendFileSync(path, '{"sum":"00');
  expect(read(path)).toEqual({ records: [{ n: 1 }], tornBytes: 10 });
  expect(readFileSync(`${path}.torn`, 'utf8')).toBe('{"sum":"00');
});

test('damage before the last line stops with the line number', () => {
  const path = join(folder, 'damaged.ndjson');
  write(path, [{ n: 1 }, { n: 2 }, { n: 3 }]);
  writeFileSync(path, readFileSync(path, 'utf8').replace('"n":2', '"n":7'));
  expect(() => read(path)).toThrow(/damaged\.ndjson:2 is damaged/);
  expect(existsSync(`${path}.torn`)).toBe(false);
});
