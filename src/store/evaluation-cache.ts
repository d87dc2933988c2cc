/** Which complete evaluations did other jobs of the same condition make already? */
import { join } from 'node:path';
import type { Json } from '../core/json.ts';
import type { Rollout } from '../core/rollout.ts';
import type { BlobStore } from './blobs.ts';
import { openBlobStore } from './blobs.ts';
import { readSealed, writeSealed } from './files.ts';

export interface EvaluationCache {
  /** The rollouts of an evaluation in row order, or null. Their transcripts are copied into the job's own store. */
  get(evaluation: string, rows: number): readonly Rollout[] | null;
  /** Keeps a complete evaluation and its transcripts. */
  put(evaluation: string, rollouts: readonly Rollout[]): void;
}

/**
 * A folder shared by jobs: `<evaluation id>.json` (sealed) and `traces/`. The id is a hash of everything a score
 * depends on, so nothing in it ever goes stale; two jobs that write the same evaluation write the same file.
 */
export function openEvaluationCache(folder: string, traces: BlobStore): EvaluationCache {
  const shared = openBlobStore(join(folder, 'traces'));
  const path = (evaluation: string): string => join(folder, `${evaluation}.json`);
  const copyTraces = (rollouts: readonly Rollout[], from: BlobStore, to: BlobStore): void => {
    for (const { trace } of rollouts) if (trace !== null) to.adopt(trace, from);
  };
  return {
    get(evaluation, rows) {
      const rollouts = readSealed(path(evaluation))?.['rollouts'] as unknown as
        | Rollout[]
        | undefined;
      if (rollouts?.length !== rows) return null;
      copyTraces(rollouts, shared, traces);
      return rollouts;
    },
    put(evaluation, rollouts) {
      copyTraces(rollouts, traces, shared);
      writeSealed(path(evaluation), {
        schema: 'evaluation-1',
        evaluation,
        rollouts: rollouts as unknown as Json,
      });
    },
  };
}
