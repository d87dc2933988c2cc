/** Which requests did a job send, whatever became of the process that sent them? */
import {
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { type AttemptRow, lostAttempt, type StartedAttempt } from '../core/attempt.ts';
import { StoreError } from '../core/errors.ts';
import { readText, storeError } from './files.ts';

export const LEDGER_NAME = 'ledger.jsonl';
export const FLIGHT_NAME = 'ledger.inflight';

/** Bytes of one place in the file of requests under way. */
const PLACE_BYTES = 1024;
/** Longer names would not fit their place. */
const LONGEST_NAME = 50;
const BUFFERED_BYTES = 64 * 1024;

/**
 * `ledger.jsonl` holds one line per request that has ended. Those on their way stand in places of `ledger.inflight`, written
 * before they leave, so that a killed process is found to have sent them.
 */
export interface LedgerFile {
  /** The number of the next attempt. */
  readonly next: number;
  /** On disk when it returns. Returns the place, which `append` frees. */
  start(attempt: StartedAttempt): number;
  /** @param place null for an attempt that was never started here: without a network nothing is paid */
  append(row: AttemptRow, place: number | null): void;
  /** Rows are kept back until somebody depends on them: call it before anything of theirs is written elsewhere. */
  flush(): void;
  /** @param isOurs false when another process has taken the folder over: what lies there by name is its own. Default true */
  close(isOurs?: boolean): void;
}

/**
 * Rows of attempts that a killed process left on their way are appended as `lost`.
 *
 * @param visit called for every row, in order
 * @throws StoreError when a line before the last is damaged
 */
export function openLedgerFile(folder: string, visit: (row: AttemptRow) => void): LedgerFile {
  const path = join(folder, LEDGER_NAME);
  const { rows, whole, lost } = readLedger(folder);
  for (const row of rows) visit(row);
  const highest = [...rows, ...lost].reduce((most, { number }) => Math.max(most, number), 0);
  try {
    const descriptor = openSync(path, 'a');
    ftruncateSync(descriptor, whole);
    const file = writer({ folder, path, descriptor, size: whole, next: highest + 1 });
    for (const row of lost) {
      file.append(row, null);
      visit(row);
    }
    file.flush();
    rmSync(join(folder, FLIGHT_NAME), { force: true });
    return file;
  } catch (error) {
    throw error instanceof StoreError ? error : storeError('open', path, error);
  }
}

/** Are there requests whose end is not in the ledger yet? */
export function isInFlight(folder: string): boolean {
  return existsSync(join(folder, FLIGHT_NAME));
}

export interface LedgerContent {
  readonly rows: readonly AttemptRow[];
  /** Bytes of whole lines. */
  readonly whole: number;
  /** Left on their way, or on their way just now. */
  readonly lost: readonly AttemptRow[];
}

/** Of a job that may be running. @throws StoreError as {@link openLedgerFile} */
export function readLedger(folder: string): LedgerContent {
  // Before the rows: an attempt that ends in between is then seen twice, and is known by its row.
  const started = startedAttempts(join(folder, FLIGHT_NAME));
  const path = join(folder, LEDGER_NAME);
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  const whole = bytes.lastIndexOf(0x0a) + 1;
  const rows: AttemptRow[] = [];
  let offset = 0;
  while (offset < whole) {
    const end = bytes.indexOf(0x0a, offset);
    rows.push(readRow(bytes.toString('utf8', offset, end), path, rows.length + 1));
    offset = end + 1;
  }
  for (const { number } of rows) started.delete(number);
  const lost = [...started.values()].sort((left, right) => left.number - right.number);
  return { rows, whole, lost: lost.map(lostAttempt) };
}

function readRow(line: string, path: string, lineNumber: number): AttemptRow {
  try {
    return JSON.parse(line) as AttemptRow;
  } catch {
    throw new StoreError(`${path}:${lineNumber} is damaged`, {
      hints: ['restore the file from a copy, or start the job in a new folder with --out'],
    });
  }
}

/** Places that hold no whole attempt were cut in writing: such a request never left. */
function startedAttempts(path: string): Map<number, StartedAttempt> {
  const found = new Map<number, StartedAttempt>();
  for (const line of (readText(path) ?? '').split('\n')) {
    try {
      const attempt = JSON.parse(line) as StartedAttempt;
      found.set(attempt.number, attempt);
    } catch {
      // Nothing there.
    }
  }
  return found;
}

interface WriterState {
  readonly folder: string;
  readonly path: string;
  readonly descriptor: number;
  size: number;
  next: number;
}

function writer(state: WriterState): LedgerFile {
  const flight = openFlight(join(state.folder, FLIGHT_NAME));
  let buffered = '';
  let isOpen = true;
  const flush = (): void => {
    if (buffered === '') return;
    const text = buffered;
    buffered = '';
    try {
      state.size += writeAll(state.descriptor, Buffer.from(text, 'utf8'), null);
    } catch (error) {
      // What is half written goes, and what was not written is kept for when there is room.
      buffered = text;
      ftruncateSync(state.descriptor, state.size);
      throw storeError('append to', state.path, error);
    }
  };
  return {
    get next() {
      return state.next;
    },
    start(attempt) {
      // A place that is taken over must not be the only word of the attempt before.
      flush();
      state.next = attempt.number + 1;
      return flight.take(attempt);
    },
    append(row, place) {
      // A call that ends after its job keeps its place, and is found there.
      if (!isOpen) return;
      state.next = Math.max(state.next, row.number + 1);
      buffered += `${JSON.stringify(row)}\n`;
      if (place !== null) flight.free(place);
      if (buffered.length > BUFFERED_BYTES) flush();
    },
    flush,
    close(isOurs = true) {
      let isWritten = true;
      try {
        flush();
      } catch {
        // A full disk must not hide why the job ends: the rows are found again by their places.
        isWritten = false;
      }
      isOpen = false;
      closeSync(state.descriptor);
      flight.close(isWritten && isOurs);
    },
  };
}

interface Flight {
  take(attempt: StartedAttempt): number;
  free(place: number): void;
  /** @param settled whether the file may go when nothing is on its way */
  close(settled: boolean): void;
}

function openFlight(path: string): Flight {
  const free: number[] = [];
  let places = 0;
  let descriptor: number | null = null;
  return {
    take(attempt) {
      const place = free.pop() ?? places++;
      const { role, model } = attempt;
      const short = {
        role: role?.slice(0, LONGEST_NAME) ?? null,
        model: model.slice(0, LONGEST_NAME),
      };
      const text = JSON.stringify({ ...attempt, ...short });
      const bytes = Buffer.alloc(PLACE_BYTES, ' ');
      bytes.write(text, 'utf8');
      bytes.write('\n', PLACE_BYTES - 1);
      try {
        descriptor ??= openSync(path, 'w');
        writeAll(descriptor, bytes, place * PLACE_BYTES);
      } catch (error) {
        free.push(place);
        throw storeError('write', path, error);
      }
      return place;
    },
    free: (place) => free.push(place),
    close(settled) {
      if (descriptor === null) return;
      closeSync(descriptor);
      if (settled && free.length === places) rmSync(path, { force: true });
    },
  };
}

function writeAll(descriptor: number, bytes: Buffer, position: number | null): number {
  let written = 0;
  while (written < bytes.length) {
    const at = position === null ? null : position + written;
    written += writeSync(descriptor, bytes, written, bytes.length - written, at);
  }
  return written;
}
