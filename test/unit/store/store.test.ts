import { spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StoreConflictError, StoreError } from '../../../src/core/errors.ts';
import { openBlobStore } from '../../../src/store/blobs.ts';
import { makeFolder, readSealed, writeFileSafely, writeSealed } from '../../../src/store/files.ts';
import { lockFolder, type ProcessIdentity } from '../../../src/store/lock.ts';
import { openReplyLog } from '../../../src/store/reply-log.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'store-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const now = (): number => Date.UTC(2026, 0, 1);
const identity = (pid: number, living: readonly number[], host = 'here'): ProcessIdentity => ({
  pid,
  host,
  runtime: 'test',
  startedAt: now(),
  isAlive: (other) => living.includes(other),
});

describe('lock', () => {
  test('a second process is refused with the name of the first', () => {
    const first = lockFolder(folder, { process: identity(7, [7]), now });
    const attempt = (): unknown => lockFolder(folder, { process: identity(8, [7, 8]), now });
    expect(attempt).toThrow(StoreConflictError);
    expect(attempt).toThrow(/process 7 on here since 2026-01-01T00:00:00.000Z/);
    first.release();
    lockFolder(folder, { process: identity(8, [8]), now }).release();
    expect(existsSync(join(folder, 'lock.json'))).toBe(false);
  });

  test('the lock of a dead process on this machine is taken over, on another machine it is not', () => {
    lockFolder(folder, { process: identity(7, [7]), now });
    const second = lockFolder(folder, { process: identity(8, [8]), now });
    expect(second.owner.pid).toBe(8);
    expect(() => lockFolder(folder, { process: identity(9, [9], 'elsewhere'), now })).toThrow(
      /process 8 on here/,
    );
  });

  test('the number of a killed process may be ours: its lock is taken over, a lock of our own is not', () => {
    const earlier = { ...identity(1, [1]), startedAt: now() - 5000 };
    lockFolder(folder, { process: earlier, now: () => now() - 1 });
    const again = lockFolder(folder, { process: identity(1, [1]), now });
    expect(again.owner.since).toBe('2026-01-01T00:00:00.000Z');
    expect(() => lockFolder(folder, { process: identity(1, [1]), now })).toThrow(
      StoreConflictError,
    );
  });

  test('releasing after somebody else took over leaves their lock', () => {
    const first = lockFolder(folder, { process: identity(7, [7]), now });
    lockFolder(folder, { process: identity(8, [8]), now: () => now() + 1 });
    first.release();
    expect(readFileSync(join(folder, 'lock.json'), 'utf8')).toContain('"pid":8');
  });
});

describe('sealed files', () => {
  test('a sealed file reads back and a changed one is refused', () => {
    const path = join(folder, 'deep', 'frozen.json');
    writeSealed(path, { b: 1, a: ['x'] });
    expect(readSealed(path)).toEqual({ b: 1, a: ['x'] });
    writeFileSync(path, readFileSync(path, 'utf8').replace('"x"', '"y"'));
    expect(() => readSealed(path)).toThrow(/does not match its seal/);
    expect(readSealed(join(folder, 'absent.json'))).toBeNull();
  });

  test('the seal can be checked with a common tool', () => {
    const path = join(folder, 'plain.json');
    writeSealed(path, { a: 'x' });
    const { stdout } = spawnSync('sha256sum', { input: '{"a":"x"}', encoding: 'utf8' });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ a: 'x', sha256: stdout.slice(0, 64) });
  });

  test('a path through a file is an error that names it', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => writeFileSafely(join(folder, 'file', 'x.json'), '1')).toThrow(StoreError);
    expect(() => writeFileSafely(join(folder, 'file', 'x.json'), '1')).toThrow(/file/);
  });
});

test('a folder that stands where a file is meant is named as one', () => {
  expect(() => readSealed(folder)).toThrow(`cannot read ${folder}: it is a folder`);
});

test.skipIf(process.platform === 'win32')('a pipe is written to, and stays a pipe', () => {
  const pipe = join(folder, 'pipe');
  spawnSync('mkfifo', [pipe]);
  // Open at both ends, so that neither side waits for the other.
  const descriptor = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  writeFileSafely(pipe, 'rows');
  const found = Buffer.alloc(8);
  expect(found.toString('utf8', 0, readSync(descriptor, found))).toBe('rows');
  expect(statSync(pipe).isFIFO()).toBe(true);
  closeSync(descriptor);
});

test.runIf(existsSync('/proc/self'))(
  'a folder that cannot be is refused, not tried for ever',
  () => {
    const files = fileURLToPath(new URL('../../../src/store/files.ts', import.meta.url));
    const script = `import { makeFolder } from ${JSON.stringify(files)}; makeFolder('/proc/none/deep');`;
    const { stderr, signal } = spawnSync(
      process.execPath,
      ['--import', 'tsx', '--input-type', 'module', '--eval', script],
      { encoding: 'utf8', timeout: 30_000, killSignal: 'SIGKILL' },
    );
    expect(signal).toBeNull();
    expect(stderr).toContain('cannot create the folder /proc/none/deep: there is no such file');
  },
);

test('folders are made down to the last, again and again, but never over a file', () => {
  const deep = join(folder, 'a', 'b', 'c');
  makeFolder(deep);
  makeFolder(deep);
  expect(statSync(deep).isDirectory()).toBe(true);
  writeFileSync(join(deep, 'file'), 'mine');
  expect(() => makeFolder(join(deep, 'file'))).toThrow(/a file of this name is there/);
  expect(() => makeFolder(join(deep, 'file', 'd'))).toThrow(/is a file, not a folder/);
});

describe('blobs', () => {
  test('equal content is one file, and it comes back', () => {
    const blobs = openBlobStore(join(folder, 'traces'));
    const hash = blobs.put({ turns: ['a'] });
    expect(blobs.put({ turns: ['a'] })).toBe(hash);
    expect(readdirSync(join(folder, 'traces'))).toEqual([`${hash}.json.gz`]);
    expect(blobs.get(hash)).toEqual({ turns: ['a'] });
    const other = openBlobStore(join(folder, 'other'));
    expect(() => other.get(hash)).toThrow(/is missing/);
    other.adopt(hash, blobs);
    expect(other.get(hash)).toEqual({ turns: ['a'] });
  });
});

describe('reply log', () => {
  const reply = (text: string) => ({
    text,
    reasoning: null,
    finishReason: 'stop' as const,
    usage: { modelCalls: 1, inputTokens: 2, outputTokens: 3 },
    servedModel: 'm',
  });

  test('a reply is found again after the process died', () => {
    const path = join(folder, 'replies.ndjson');
    const log = openReplyLog(path);
    log.set('k1', reply('eins \u00fc'));
    log.set('k2', reply('zwei'));
    expect(log.get('k1')).toEqual(reply('eins \u00fc'));
    // No close: the file is all that a killed process leaves.
    const again = openReplyLog(path);
    expect([again.size, again.get('k2'), again.get('k3')]).toEqual([2, reply('zwei'), undefined]);
  });
});
