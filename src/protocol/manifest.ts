/** What would one need to know to run this job again elsewhere? */
import { join } from 'node:path';
import type { Dataset } from '../core/dataset.ts';
import { digest, type Json, type JsonObject } from '../core/json.ts';
import { readText } from '../store/files.ts';
import type { JobSpec } from './job-spec.ts';

/** In the job's folder. */
export const MANIFEST = 'manifest.json';

/** What is the same in every session: hashes of all that went in, and the settings by name. */
export function manifestHead(
  spec: JobSpec,
  { dataset, identity }: { readonly dataset: Dataset; readonly identity: JsonObject },
): JsonObject {
  const { seedCandidate, split, seed, decoding } = spec;
  return {
    schema: 'manifest-1',
    job: digest(identity),
    prompts: digest(seedCandidate),
    data: {
      id: dataset.id,
      version: dataset.version,
      ...dataset.identity,
      split: (identity['split'] as JsonObject)['hash'] ?? null,
    },
    scorers: dataset.reporting.scorers.map(({ id, version }) => ({ id, version })),
    models: { task: spec.model as unknown as Json, reflection: spec.reflection as unknown as Json },
    sampling: decoding as unknown as Json,
    // Each model call's seed is derived from the optimizer's, the task and the repetition.
    seeds: { optimizer: seed, split: split.seed },
    identity,
  };
}

/** By channel: the models that servers said they ran, over all sessions. More than one is a change of model. */
function servedModels(sessions: readonly JsonObject[]): JsonObject {
  const served = new Map<string, Set<string>>();
  for (const { models } of sessions) {
    const channels = ((models ?? {}) as JsonObject)['servedModels'] ?? {};
    for (const [channel, names] of Object.entries(channels as { [name: string]: string[] })) {
      served.set(channel, new Set([...(served.get(channel) ?? []), ...names]));
    }
  }
  return Object.fromEntries([...served].map(([channel, names]) => [channel, [...names].sort()]));
}

/** What a manifest says of who ran the job; empty parts where there is none, or it is damaged. */
export interface RunRecord {
  /** Earliest first. */
  readonly sessions: readonly JsonObject[];
  readonly servedModels: JsonObject;
}

export function readRunRecord(folder: string): RunRecord {
  const nothing: RunRecord = { sessions: [], servedModels: {} };
  try {
    return { ...nothing, ...(JSON.parse(readText(join(folder, MANIFEST)) ?? '{}') as RunRecord) };
  } catch {
    // It is no sealed file, and nothing depends on it.
    return nothing;
  }
}

/**
 * Not sealed: which program made the same results may differ.
 *
 * @param sessions as telemetry.json keeps them
 */
export function manifestText(head: JsonObject, sessions: readonly JsonObject[]): string {
  const programs = sessions.map(({ startedAt, node, software }) => ({
    startedAt: startedAt ?? null,
    node: node ?? null,
    ...((software ?? {}) as JsonObject),
  }));
  const content = { ...head, servedModels: servedModels(sessions), sessions: programs };
  return `${JSON.stringify(content, null, 2)}\n`;
}
