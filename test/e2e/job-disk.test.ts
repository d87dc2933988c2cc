import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exitCodeOf } from '../../src/cli/exit-code.ts';
import { ProtocolError, StoreError } from '../../src/core/errors.ts';
import type { JobEvent } from '../../src/core/events.ts';
import { apibank } from '../../src/datasets/apibank/index.ts';
import { openJournal } from '../../src/store/journal.ts';
import { sealedFiles, temporaryFolder } from '../support/job/job-files.ts';
import { runHere } from '../support/job/run-here.ts';
import { canMount, smallDisk } from '../support/job/small-disk.ts';
import type { TinyJobRequest } from '../support/job/tiny-job.ts';
import { describeWithCorpus, repositoryRoot } from '../support/shared.ts';

const seed = 2;

async function refusal(request: TinyJobRequest): Promise<ProtocolError> {
  const error: unknown = await runHere(request).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ProtocolError);
  return error as ProtocolError;
}

function expectStoreError(error: ProtocolError, path: string): void {
  expect(error).toBeInstanceOf(StoreError);
  expect(exitCodeOf(error)).toBe(3);
  expect(error.message).toContain(path);
  expect(error.hints.length).toBeGreaterThan(0);
}

async function wholeJob(): Promise<ReturnType<typeof sealedFiles>> {
  const folder = temporaryFolder();
  await runHere({ folder, seed });
  return sealedFiles(folder);
}

describe('an output folder', () => {
  it('that is a file is refused by name', async () => {
    const file = join(temporaryFolder(), 'out');
    writeFileSync(file, 'mine');
    const error = await refusal({ folder: file, seed });
    expectStoreError(error, file);
    expect(error.hints.join('\n')).toContain('--out');
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  it("with somebody else's files is left alone", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'thesis.tex'), 'chapter 1');
    const error = await refusal({ folder, seed });
    expect(error.code).toBe('store-conflict');
    expect(error.message).toContain('thesis.tex');
  });

  it.runIf(canMount)('that is read-only is refused, and a finished job in it is read', async () => {
    const disk = smallDisk(4096);
    const fresh = join(disk.path, 'fresh');
    const done = join(disk.path, 'done');
    const { result } = await runHere({ folder: done, method: 'identity' });
    disk.remount('ro');
    const error = await refusal({ folder: fresh, seed });
    expectStoreError(error, fresh);
    expect(error.message).toContain('read-only');
    expect(error.hints.join('\n')).toContain('--out');
    const again = await runHere({ folder: done, method: 'identity' });
    expect(again).toMatchObject({ alreadyDone: true, result });
  });
});

describe.runIf(canMount)('a disk that fills up', () => {
  it.each([24, 100, 250, 400])(
    'after %i kB stops the job; with more space it ends with the same bytes',
    async (kilobytes) => {
      const whole = await wholeJob();
      const disk = smallDisk(kilobytes);
      const folder = join(disk.path, 'job');
      const error = await refusal({ folder, seed });
      expectStoreError(error, folder);
      expect(error.message).toContain('the disk is full');
      expect(error.hints.join('\n')).toContain('run the same command again');
      disk.remount('size=16m');
      await runHere({ folder, seed });
      expect(sealedFiles(folder)).toEqual(whole);
    },
  );

  it('leaves no half record between whole ones', () => {
    const disk = smallDisk(64);
    const path = join(disk.path, 'journal.ndjson');
    const { journal } = openJournal(path, () => undefined);
    const long = 'x'.repeat(9000);
    let kept = 0;
    for (let number = 0; number < 20; number += 1) {
      try {
        journal.append({ number, long });
        kept += 1;
      } catch (error) {
        expect(error).toBeInstanceOf(StoreError);
      }
    }
    journal.append({ number: 'last' });
    journal.close();
    const read: unknown[] = [];
    const again = openJournal(path, (record) => read.push(record['number']));
    again.journal.close();
    expect(again.tornBytes).toBe(0);
    expect(kept).toBeLessThan(20);
    expect(read).toEqual([...Array.from({ length: kept }, (_, number) => number), 'last']);
  });
});

describe('a journal', () => {
  it('with a torn last line goes on, keeps the torn bytes aside and says so', async () => {
    const folder = temporaryFolder();
    await runHere({ folder, seed, phase: 'optimize' });
    appendFileSync(join(folder, 'journal.ndjson'), '{"sum":"01234567","record":{"kind":"eval');
    const events: JobEvent[] = [];
    await runHere({ folder, seed }, { listen: (event) => events.push(event) });
    expect(sealedFiles(folder)).toEqual(await wholeJob());
    expect(readFileSync(join(folder, 'journal.ndjson.torn'), 'utf8')).toContain('"eval');
    const notices = events.flatMap((event) => (event.kind === 'notice' ? event.message : []));
    expect(notices.join('\n')).toContain('40 bytes moved to journal.ndjson.torn');
  });

  it('with a damaged line in the middle is refused with the line number', async () => {
    const folder = temporaryFolder();
    await runHere({ folder, seed, phase: 'optimize' });
    const path = join(folder, 'journal.ndjson');
    const lines = readFileSync(path, 'utf8').split('\n');
    lines[6] = lines[6]?.replace('"kind"', '"kinD"') ?? '';
    writeFileSync(path, lines.join('\n'));
    expectStoreError(await refusal({ folder, seed }), `${path}:7`);
    expect(existsSync(join(folder, 'lock.json'))).toBe(false);
  });
});

describe('a sealed file', () => {
  it.each(['job', 'optimization', 'selection', 'frozen'] as const)(
    '%s.json that was changed afterwards is refused by name',
    async (name) => {
      const folder = temporaryFolder();
      await runHere({ folder, seed, phase: 'validate' });
      const path = join(folder, `${name}.json`);
      const text = readFileSync(path, 'utf8');
      writeFileSync(path, text.replace('"simulated": true', '"simulated": false'));
      const error = await refusal({ folder, seed });
      expectStoreError(error, path);
      expect(error.message).toContain('seal');
      expect(existsSync(join(folder, 'test.json'))).toBe(false);
    },
  );
});

describeWithCorpus("API-Bank's data", 'apibank/data', (pack) => {
  it.runIf(canMount).each([
    ['a full disk', 'size=600k', 'the disk is full'],
    ['a read-only disk', 'ro', 'the file system is read-only'],
  ])('that cannot be stored on %s leaves nothing behind', async (_name, options, reason) => {
    const disk = smallDisk(4096);
    disk.remount(options);
    const root = join(disk.path, 'data');
    const importing = apibank.data.import(pack, {
      benchmarksRoot: join(repositoryRoot, 'benchmarks'),
      environment: { APIBANK_ROOT: root },
      options: {},
      embedder: null,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    await expect(importing).rejects.toMatchObject({
      code: 'store',
      message: `the data cannot be stored at ${root}: ${reason}`,
      hints: [expect.stringContaining('APIBANK_ROOT') as string],
    });
    expect(readdirSync(disk.path)).toEqual([]);
  });
});
