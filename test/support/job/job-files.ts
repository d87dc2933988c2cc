/** What did a job write, byte for byte and record for record? */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import { decodeLine } from '../../../src/store/journal.ts';

const SEALED = ['optimization', 'selection', 'frozen', 'test', 'result'] as const;

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'protocol-job-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The bytes of every sealed result file. */
export function sealedFiles(folder: string): { readonly [name: string]: string } {
  return Object.fromEntries(
    SEALED.map((name) => [name, readFileSync(join(folder, `${name}.json`), 'utf8')]),
  );
}

export function sealedFile(folder: string, name: (typeof SEALED)[number]): JsonObject {
  return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as JsonObject;
}

/** Whole records of a log; the line that is being written is passed over. */
export function records(
  folder: string,
  log: 'journal.ndjson' | 'replies.ndjson' = 'journal.ndjson',
): readonly JsonObject[] {
  let text: string;
  try {
    text = readFileSync(join(folder, log), 'utf8');
  } catch {
    return [];
  }
  const lines = text.split('\n');
  return lines.map(decodeLine).filter((record) => record !== null);
}

/** Bodies of requests whose reply is kept, as {@link simBrain} names them: one entry per line of the log. */
export function recordedReplies(folder: string): readonly string[] {
  return records(folder, 'replies.ndjson').map(
    (record) => (record['reply'] as JsonObject)['servedModel'] as string,
  );
}

/** Rollouts that the search paid for: those observed, and the sum of what was booked. */
export function searchCharges(folder: string): {
  readonly keys: readonly string[];
  readonly booked: number;
} {
  const journal = records(folder);
  const observed = journal.filter(
    (record) => record['kind'] === 'rollout' && (record['rollout'] as JsonObject)['score'] !== null,
  );
  const delivered = journal.filter((record) => record['kind'] === 'delivered');
  return {
    keys: observed.map((record) => `${record['step'] as number}/${record['key'] as string}`),
    booked: delivered.reduce((sum, record) => sum + Number(record['charged']), 0),
  };
}
