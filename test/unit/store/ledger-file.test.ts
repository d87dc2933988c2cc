import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type AttemptRow,
  chargedTokens,
  chargedUsd,
  type StartedAttempt,
} from '../../../src/core/attempt.ts';
import { StoreError } from '../../../src/core/errors.ts';
import { type LedgerFile, openLedgerFile, readLedger } from '../../../src/store/ledger-file.ts';

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'protocol-ledger-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function started(number: number, more: Partial<StartedAttempt> = {}): StartedAttempt {
  return {
    ...{ number, at: '2026-01-01T00:00:00.000Z', purpose: 'task', role: 'solver', model: 'm' },
    ...{ endpoint: 'localhost:8000', attempt: 1, reservedTokens: 100, reservedUsd: 0.5 },
    ...more,
  };
}

function ended(number: number): AttemptRow {
  const { at, purpose, role, model, endpoint, attempt } = started(number);
  const counted = { inputTokens: 10, outputTokens: 2, price: 0.1, milliseconds: 5 };
  return { number, at, purpose, role, model, endpoint, attempt, outcome: 'ok', ...counted };
}

function open(folder: string): { readonly file: LedgerFile; readonly rows: AttemptRow[] } {
  const rows: AttemptRow[] = [];
  return { file: openLedgerFile(folder, (row) => rows.push(row)), rows };
}

describe('a ledger', () => {
  it('has a row for every attempt, those that ended first first', () => {
    const folder = emptyFolder();
    const { file } = open(folder);
    expect(file.next).toBe(1);
    const places = [file.start(started(1)), file.start(started(2))];
    file.append(ended(2), places[1] ?? null);
    file.append(ended(1), places[0] ?? null);
    file.append(ended(3), null);
    expect(file.next).toBe(4);
    file.close();
    expect(readLedger(folder)).toMatchObject({ rows: [ended(2), ended(1), ended(3)], lost: [] });
    expect(existsSync(join(folder, 'ledger.inflight'))).toBe(false);
    const again = open(folder);
    expect(again.rows).toHaveLength(3);
    expect(again.file.next).toBe(4);
    again.file.close();
  });

  it('of a killed process has what was on its way, once, and charged as expected', () => {
    const folder = emptyFolder();
    const { file } = open(folder);
    file.append(ended(1), file.start(started(1)));
    file.start(started(2));
    file.start(started(3, { reservedUsd: 0, role: '役'.repeat(500), model: '\n'.repeat(500) }));
    // The process dies here. The row of the first was kept back, and its place was taken over by the second.
    const { rows, lost } = readLedger(folder);
    expect(rows).toEqual([ended(1)]);
    expect(lost.map(({ number }) => number)).toEqual([2, 3]);
    for (const visit of [1, 2]) {
      const again = open(folder);
      expect(
        again.rows.map(({ number, outcome }) => [number, outcome]),
        `visit ${visit}`,
      ).toEqual([
        [1, 'ok'],
        [2, 'lost'],
        [3, 'lost'],
      ]);
      expect(again.file.next).toBe(4);
      again.file.close();
    }
    const [, second, third] = readLedger(folder).rows;
    expect(second).toMatchObject({ inputTokens: null, price: 'unknown', milliseconds: null });
    expect([chargedTokens(second as AttemptRow), chargedUsd(second as AttemptRow)]).toEqual([
      100, 0.5,
    ]);
    // A server of ones own is free whatever came of it.
    expect(third).toMatchObject({ price: 0 });
  });

  it('cuts a torn last line, and finds its attempt by its place', () => {
    const folder = emptyFolder();
    const { file } = open(folder);
    file.append(ended(1), file.start(started(1)));
    file.start(started(2));
    file.flush();
    const path = join(folder, 'ledger.jsonl');
    appendFileSync(path, JSON.stringify(ended(2)).slice(0, 40));
    const { rows, file: again } = open(folder);
    again.close();
    expect(rows.map(({ outcome }) => outcome)).toEqual(['ok', 'lost']);
    expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toHaveLength(2);
  });

  it('passes over a place that was cut in writing: that request never left', () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'ledger.inflight'), JSON.stringify(started(1)).slice(0, 30));
    expect(readLedger(folder)).toMatchObject({ rows: [], lost: [] });
  });

  it('says where a line before the last is damaged', () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'ledger.jsonl'), `${JSON.stringify(ended(1))}\nnonsense\n`);
    expect(() => readLedger(folder)).toThrow(StoreError);
    expect(() => readLedger(folder)).toThrow('ledger.jsonl:2 is damaged');
  });

  it('leaves the place of a call that ends after its job', () => {
    const folder = emptyFolder();
    const { file } = open(folder);
    const place = file.start(started(1));
    file.close();
    file.append(ended(1), place);
    expect(readLedger(folder).lost).toMatchObject([{ number: 1, outcome: 'lost' }]);
  });
});
