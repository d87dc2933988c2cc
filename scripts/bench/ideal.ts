/** How fast could this job have been at best? */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { digest, type JsonObject } from '../../src/core/json.ts';
import type { Message } from '../../src/core/model.ts';
import type { Rollout, Transcript } from '../../src/core/rollout.ts';
import { decodeLine } from '../../src/store/journal.ts';

export interface Ideal {
  readonly milliseconds: number;
  /** Calls that the journal tells of: equal requests are made once. */
  readonly calls: number;
  /** What the team was asked, in the order of the journal; the method's own requests are not written down. */
  readonly requests: readonly (readonly Message[])[];
}

interface Batch {
  calls: number;
  /** Calls that wait for each other, one after the other. */
  depth: number;
}

/**
 * The critical path at the given concurrency: a step of the search must wait for its longest chain of rounds, and for
 * all its calls to pass through the slots; steps wait for each other, and so do validation and test. Computing costs
 * nothing in it. Valid for topologies whose rounds are levels of waiting (`independent`, `decentralized`, `single`).
 */
export function idealTime(
  folder: string,
  endpoint: { readonly latencyMs: number; readonly concurrency: number },
): Ideal {
  const batches = new Map<string, Batch>();
  const seen = new Map<string, readonly Message[]>();
  for (const record of journalRecords(folder)) {
    const name = batchName(record);
    if (name === null) continue;
    const batch = batches.get(name) ?? { calls: 0, depth: 0 };
    batches.set(name, batch);
    const rollout = record['rollout'] as unknown as Rollout | undefined;
    const levels = rollout === undefined ? [1] : newCallsByRound(folder, rollout, seen);
    batch.calls += levels.reduce((sum, calls) => sum + calls, 0);
    batch.depth = Math.max(batch.depth, levels.filter((calls) => calls > 0).length);
  }
  let milliseconds = 0;
  let calls = 0;
  for (const batch of batches.values()) {
    calls += batch.calls;
    milliseconds +=
      endpoint.latencyMs * Math.max(batch.depth, Math.ceil(batch.calls / endpoint.concurrency));
  }
  return { milliseconds, calls, requests: [...seen.values()] };
}

function batchName(record: JsonObject): string | null {
  switch (record['kind']) {
    case 'rollout':
    case 'completion':
      return `step ${record['step'] as number}`;
    case 'evaluation':
      // Both arms of a split run side by side.
      return `evaluation ${record['split'] as string}`;
    default:
      return null;
  }
}

function newCallsByRound(
  folder: string,
  rollout: Rollout,
  seen: Map<string, readonly Message[]>,
): number[] {
  if (rollout.trace === null) return [];
  const path = join(folder, 'traces', `${rollout.trace}.json.gz`);
  const transcript = JSON.parse(gunzipSync(readFileSync(path)).toString('utf8')) as Transcript;
  const levels: number[] = [];
  for (const turn of transcript.turns) {
    if (turn.reused) continue;
    const key = digest([rollout.taskId, turn.agent, turn.round, turn.messages]);
    if (seen.has(key)) continue;
    seen.set(key, turn.messages);
    levels[turn.round] = (levels[turn.round] ?? 0) + 1;
  }
  return Array.from(levels, (calls: number | undefined) => calls ?? 0);
}

function* journalRecords(folder: string): Generator<JsonObject> {
  for (const line of readFileSync(join(folder, 'journal.ndjson'), 'utf8').split('\n')) {
    const record = line === '' ? null : decodeLine(line);
    if (record !== null) yield record;
  }
}
