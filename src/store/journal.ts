/** What happened in this job, in order, whatever interrupted it? */
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { StoreError } from '../core/errors.ts';
import { type JsonObject, sha256 } from '../core/json.ts';
import { storeError } from './files.ts';

const SUM_LENGTH = 8;

/** Byte offset and length of one record's line. */
export interface RecordPlace {
  readonly offset: number;
  readonly length: number;
}

export interface Journal {
  /** Appends one record; it survives the death of this process at once, and of the machine after `sync`. */
  append(record: JsonObject): RecordPlace;
  sync(): void;
  close(): void;
}

export interface OpenedJournal {
  readonly journal: Journal;
  /** Bytes of an unfinished last line that were moved to `<path>.torn`. */
  readonly tornBytes: number;
}

function checksum(recordText: string): string {
  return sha256(recordText).slice(0, SUM_LENGTH);
}

function encodeLine(record: JsonObject): Buffer {
  const text = JSON.stringify(record);
  return Buffer.from(`{"sum":"${checksum(text)}","record":${text}}\n`, 'utf8');
}

const PREFIX_LENGTH = '{"sum":"'.length + SUM_LENGTH + '","record":'.length;

/** The record of one line without its line break, or null when the line is not whole. */
export function decodeLine(line: string): JsonObject | null {
  const sum = line.slice('{"sum":"'.length, '{"sum":"'.length + SUM_LENGTH);
  const text = line.slice(PREFIX_LENGTH, -1);
  if (!line.startsWith('{"sum":"') || !line.endsWith('}') || checksum(text) !== sum) return null;
  return JSON.parse(text) as JsonObject;
}

/**
 * Opens (or creates) an append-only file of checksummed JSON lines and calls `visit` for every whole record in order.
 *
 * A torn last line is cut and kept beside as `<path>.torn`; a whole last record without its line break is kept.
 *
 * @throws StoreError with the line number when a line before the last is damaged: that is corruption, not a crash.
 */
export function openJournal(
  path: string,
  visit: (record: JsonObject, place: RecordPlace) => void,
): OpenedJournal {
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  const { whole, needsBreak } = scan(path, bytes, visit);
  const tornBytes = bytes.length - whole;
  let descriptor: number;
  try {
    if (tornBytes > 0) writeFileSync(`${path}.torn`, bytes.subarray(whole));
    descriptor = openSync(path, 'a');
    if (tornBytes > 0) ftruncateSync(descriptor, whole);
    if (needsBreak) writeSync(descriptor, '\n');
  } catch (error) {
    throw storeError('open', path, error);
  }
  return { journal: writer(path, descriptor, whole + (needsBreak ? 1 : 0)), tornBytes };
}

function scan(
  path: string,
  bytes: Buffer,
  visit: (record: JsonObject, place: RecordPlace) => void,
): { whole: number; needsBreak: boolean } {
  let offset = 0;
  let lineNumber = 0;
  while (offset < bytes.length) {
    lineNumber += 1;
    const end = bytes.indexOf(0x0a, offset);
    const isLast = end === -1;
    const line = bytes.toString('utf8', offset, isLast ? bytes.length : end);
    const record = decodeLine(line);
    if (record === null) {
      if (isLast) return { whole: offset, needsBreak: false };
      // A crash can leave a damaged line only at the very end; anything after it was written on purpose.
      throw new StoreError(`${path}:${lineNumber} is damaged (its checksum does not match)`, {
        hints: ['restore the file from a copy, or start the job in a new folder with --out'],
      });
    }
    const length = (isLast ? bytes.length : end) - offset;
    visit(record, { offset, length });
    if (isLast) return { whole: bytes.length, needsBreak: true };
    offset = end + 1;
  }
  return { whole: bytes.length, needsBreak: false };
}

function writer(path: string, descriptor: number, start: number): Journal {
  let size = start;
  let dirty = false;
  let isBroken = false;
  const cutBack = (): void => {
    try {
      ftruncateSync(descriptor, size);
    } catch {
      isBroken = true;
    }
  };
  return {
    append(record) {
      const line = encodeLine(record);
      try {
        if (isBroken) throw new Error('half of an earlier line could not be taken back');
        let written = 0;
        while (written < line.length) {
          written += writeSync(descriptor, line, written, line.length - written);
        }
      } catch (error) {
        // Half a line is harmless only at the very end of the file: a record after it would be lost with it.
        cutBack();
        throw storeError('append to', path, error);
      }
      const place = { offset: size, length: line.length - 1 };
      size += line.length;
      dirty = true;
      return place;
    },
    sync() {
      if (!dirty) return;
      try {
        fdatasyncSync(descriptor);
      } catch (error) {
        throw storeError('sync', path, error);
      }
      dirty = false;
    },
    close() {
      closeSync(descriptor);
    },
  };
}
