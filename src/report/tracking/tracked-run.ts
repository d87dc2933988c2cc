/** What does a finished job say to a tool that keeps track of runs? */
import { basename, join } from 'node:path';
import type { Json, JsonObject } from '../../core/json.ts';
import { readText } from '../../store/files.ts';
import { readJobDocument } from '../../store/job-folder.ts';

export interface TrackedMetric {
  readonly key: string;
  readonly value: number;
  /** Rollouts charged; 0 for what is measured once. */
  readonly step: number;
}

export interface TrackedRun {
  /** SHA-256 of the job's identity: the same job is the same run, however often it is exported. */
  readonly id: string;
  readonly name: string;
  readonly simulated: boolean;
  readonly parameters: { readonly [name: string]: string };
  /** In order of steps. */
  readonly metrics: readonly TrackedMetric[];
  readonly tags: { readonly [name: string]: string };
  /** Files to keep with the run: its configuration and its result, as they are sealed. */
  readonly files: { readonly [name: string]: string };
  /** Milliseconds since 1970, of all sessions; 0 where no telemetry is left. */
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Null for a job that is not done. @throws StoreError when a file is damaged */
export function trackedRun(folder: string): TrackedRun | null {
  const [job, result] = [readJobDocument(folder, 'job'), readJobDocument(folder, 'result')];
  if (job === null || result === null) return null;
  const identity = job['identity'] as JsonObject;
  const simulated = job['simulated'] === true;
  const { parameters, ...place } = parametersOf(identity);
  const { method, dataset, topology, model, seed } = place;
  return {
    id: job['identityHash'] as string,
    name: `${[method, dataset, topology, model, seed].join('/')}${simulated ? ' (simulated)' : ''}`,
    simulated,
    parameters: { ...place, ...parameters },
    metrics: [...searchMetrics(folder), ...testMetrics(result)],
    tags: {
      simulated: String(simulated),
      conformant: String(job['conformant'] === true),
      ...reasons(job),
      job: job['identityHash'] as string,
      folder: basename(folder),
      verdict: shown(((result['test'] ?? {}) as JsonObject)['verdict'] ?? ''),
      ...commitTag(folder),
    },
    files: filesOf(folder),
    ...timesOf(folder),
  };
}

function reasons(job: JsonObject): { [name: string]: string } {
  const because = (job['notConformantBecause'] ?? []) as readonly string[];
  return because.length === 0 ? {} : { notConformantBecause: because.join('; ') };
}

function parametersOf(identity: JsonObject) {
  const of = (name: string): JsonObject => (identity[name] ?? {}) as JsonObject;
  const { parameters, split } = { parameters: of('parameters'), split: of('split') };
  return {
    method: shown(of('method')['id']),
    dataset: shown(of('dataset')['name'] ?? of('dataset')['id']),
    topology: shown(identity['topology']),
    model: shown(of('model')['model']),
    seed: shown(identity['seed']),
    budget: shown(identity['budget']),
    framework: shown(identity['framework']),
    splitHash: shown(split['hash']),
    parameters: Object.fromEntries([
      ...Object.entries(parameters).map(([name, value]) => [`team.${name}`, shown(value)]),
      ...Object.entries((of('method')['options'] ?? {}) as JsonObject).map(([name, value]) => [
        `option.${name}`,
        shown(value),
      ]),
    ]) as { [name: string]: string },
  };
}

function shown(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

interface Scored {
  readonly charged: number;
  readonly train: { readonly score: number | null };
  readonly validation: { readonly score: number | null };
}

/** What the search saw: optimistic, and never the held-out tasks. */
function searchMetrics(folder: string): TrackedMetric[] {
  const scores = (readJobDocument(folder, 'optimization')?.['searchScores'] ?? {}) as {
    readonly candidates?: readonly Scored[];
  };
  let best = Number.NEGATIVE_INFINITY;
  return [...(scores.candidates ?? [])]
    .sort((left, right) => left.charged - right.charged)
    .flatMap(({ charged: step, train, validation }) => {
      const value = validation.score ?? train.score;
      if (value === null) return [];
      best = Math.max(best, value);
      return [
        { key: 'search.score', value, step },
        { key: 'search.best', value: best, step },
      ];
    });
}

const TEST_METRICS: { readonly [key: string]: readonly string[] } = {
  'test.baseline': ['baselineMean'],
  'test.deployed': ['candidateMean'],
  'test.deltaPoints': ['deltaPoints'],
  'test.lowPoints': ['interval', 'low'],
  'test.highPoints': ['interval', 'high'],
  'test.gained': ['gained'],
  'test.lost': ['lost'],
  'test.pValue': ['pValue'],
  'test.scored': ['scored'],
  'test.planned': ['planned'],
};

/** What was not observed has no metric. */
function testMetrics(result: JsonObject): TrackedMetric[] {
  const { comparison } = (result['test'] ?? {}) as JsonObject;
  return Object.entries(TEST_METRICS).flatMap(([key, path]) => {
    const value = path.reduce<unknown>(
      (at, name) => (at as JsonObject | null | undefined)?.[name],
      comparison,
    );
    return typeof value === 'number' ? [{ key, value, step: 0 }] : [];
  });
}

function derived(folder: string, name: string): JsonObject {
  try {
    return JSON.parse(readText(join(folder, name)) ?? '{}') as JsonObject;
  } catch {
    // Neither file is sealed, and nothing depends on it.
    return {};
  }
}

function filesOf(folder: string): { [name: string]: string } {
  const entries = ['frozen.json', 'result.json'].flatMap((name): [string, string][] => {
    const text = readText(join(folder, name));
    return text === null ? [] : [[name, text]];
  });
  return Object.fromEntries(entries);
}

function commitTag(folder: string): { [name: string]: string } {
  const sessions = (derived(folder, 'manifest.json')['sessions'] ?? []) as readonly JsonObject[];
  const commit = sessions.at(-1)?.['commit'];
  return typeof commit === 'string' ? { commit } : {};
}

function timesOf(folder: string): Pick<TrackedRun, 'startedAt' | 'endedAt'> {
  const sessions = (derived(folder, 'telemetry.json')['sessions'] ?? []) as readonly {
    readonly startedAt: string;
    readonly milliseconds: number;
  }[];
  const starts = sessions.map(({ startedAt }) => Date.parse(startedAt));
  const ends = sessions.map(({ milliseconds }, index) => (starts[index] ?? 0) + milliseconds);
  return { startedAt: Math.min(...starts, starts[0] ?? 0), endedAt: Math.max(...ends, 0) };
}
