/** Does a worker that slept through its lease keep its hands off what its successor writes? */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StoreConflictError } from '../../../src/core/errors.ts';
import { type JobFolder, openJobFolder } from '../../../src/store/job-folder.ts';
import { openJournal } from '../../../src/store/journal.ts';
import type { Fence, ProcessIdentity } from '../../../src/store/lock.ts';

let path: string;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'fence-'));
});
afterEach(() => rmSync(path, { recursive: true, force: true }));

/** Alive, as far as anybody can see. */
const on = (host: string): ProcessIdentity => ({
  pid: 7,
  host,
  runtime: 'test',
  startedAt: 0,
  isAlive: () => true,
});

function open(host: string, token: number, queue = 'q'): JobFolder {
  const fence: Fence = { queue, token };
  return openJobFolder({
    path,
    identity: { job: 1 },
    description: {},
    process: on(host),
    now: () => 1_000,
    fence,
  });
}

function records(): string[] {
  const found: string[] = [];
  openJournal(join(path, 'journal.ndjson'), ({ by }) => found.push(by as string)).journal.close();
  return found;
}

test('a later lease takes the folder over from a living process, and the earlier one can write nothing more', () => {
  const slept = open('one', 1);
  slept.journal.append({ by: 'first' });
  const successor = open('other', 2);
  expect(successor.records).toEqual([{ by: 'first' }]);
  successor.journal.append({ by: 'second' });
  for (const write of [
    () => slept.journal.append({ by: 'late' }),
    () => slept.write('optimization', { by: 'late' }),
    () => slept.writeDerived('telemetry.json', 'late'),
    () => slept.dropDerived('journal.ndjson'),
    () => slept.replies.set('key', { text: 'late' } as never),
  ]) {
    expect(write).toThrow(StoreConflictError);
  }
  slept.close();
  successor.write('optimization', { by: 'second' });
  successor.close();
  expect(records()).toEqual(['first', 'second']);
  expect(readFileSync(join(path, 'optimization.json'), 'utf8')).toContain('second');
});

test('a write that was under way when the folder was taken over lands nowhere', () => {
  open('one', 1).close();
  // What a process holds that was stopped between asking and writing.
  const { journal } = openJournal(join(path, 'journal.ndjson'), () => undefined);
  const successor = open('other', 2);
  journal.append({ by: 'late' });
  journal.close();
  successor.journal.append({ by: 'second' });
  successor.close();
  expect(records()).toEqual(['second']);
});

test('an earlier lease, a lease of another queue and a process without one are refused', () => {
  const holder = open('one', 5);
  expect(() => open('other', 4)).toThrow(StoreConflictError);
  expect(() => open('other', 5)).toThrow(StoreConflictError);
  expect(() => open('other', 9, 'another')).toThrow(/process 7 on one/);
  holder.journal.append({ by: 'holder' });
  holder.close();
  expect(records()).toEqual(['holder']);
});
