/** Which jobs lie below some folders, and what does each of them say? */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StoreError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { readSealed } from '../../store/files.ts';
import { REPEATS, readJobDocument } from '../../store/job-folder.ts';

export interface FoundJob {
  readonly folder: string;
  /** What the job is, from job.json. */
  readonly identity: JsonObject;
  readonly simulated: boolean;
  readonly conformant: boolean;
  readonly notConformantBecause: readonly string[];
  /** Null where the job has no sealed result; `problem` says why. */
  readonly measured: MeasuredJob | null;
  readonly problem: string | null;
}

export interface MeasuredJob {
  /** In the order of the test; a score is null where nothing was observed. */
  readonly rows: readonly TestRow[];
  /** True when validation kept the seed: then both arms are one. */
  readonly fellBack: boolean;
  readonly fallbackReason: string | null;
  /** Configurations among which validation tasks chose; null where it was not kept. */
  readonly finalists: number | null;
  readonly tokens: number | null;
  /** Scores of the deployed configuration, measured again with the same requests, in the order of the rows. Absent: never. */
  readonly repeats?: readonly (readonly (number | null)[])[];
}

export interface TestRow {
  readonly id: string;
  readonly baseline: number | null;
  readonly deployed: number | null;
}

/**
 * Job folders below the roots, in path order, each once. Folders whose name begins with a dot are not results.
 *
 * @throws StoreError when a root cannot be read
 */
export function findJobs(roots: readonly string[]): FoundJob[] {
  const folders = new Set<string>();
  for (const root of roots) collect(root, folders);
  return [...folders].sort().flatMap((folder) => readJob(folder) ?? []);
}

function collect(folder: string, found: Set<string>): void {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    throw new StoreError(`${folder} cannot be read`, {
      cause: error,
      hints: ['name folders that hold job folders, for example runs'],
    });
  }
  if (names.includes('job.json')) {
    found.add(folder);
    return;
  }
  for (const name of names) {
    const path = join(folder, name);
    if (name.startsWith('.')) continue;
    // A link to nowhere is no folder.
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) collect(path, found);
  }
}

function readJob(folder: string): FoundJob | null {
  let job: JsonObject | null;
  try {
    job = readJobDocument(folder, 'job');
  } catch (error) {
    return damaged(folder, error);
  }
  if (job === null) return null;
  const base = {
    folder,
    identity: job['identity'] as JsonObject,
    simulated: job['simulated'] === true,
    conformant: job['conformant'] === true,
    notConformantBecause: (job['notConformantBecause'] ?? []) as readonly string[],
  };
  try {
    const measured = readMeasured(folder);
    const problem = measured === null ? 'it is not finished' : null;
    return { ...base, measured, problem };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { ...base, measured: null, problem: error.message };
  }
}

/** A folder whose job.json cannot be trusted belongs to no cell; it is told all the same. */
function damaged(folder: string, error: unknown): FoundJob {
  if (!(error instanceof StoreError)) throw error;
  return {
    folder,
    identity: {},
    simulated: false,
    conformant: false,
    notConformantBecause: [],
    measured: null,
    problem: error.message,
  };
}

interface RowRecord {
  readonly id: string;
  readonly seed: { readonly score: number | null };
  readonly frozen: { readonly score: number | null };
}

function readMeasured(folder: string): MeasuredJob | null {
  const result = readJobDocument(folder, 'result');
  const test = readJobDocument(folder, 'test');
  if (result === null || test === null) return null;
  const selection = readJobDocument(folder, 'selection') ?? {};
  const rows = (test['rows'] ?? []) as unknown as readonly RowRecord[];
  const gate = (selection['gate'] ?? {}) as JsonObject;
  return {
    rows: rows.map(({ id, seed, frozen }) => ({
      id,
      baseline: seed.score,
      deployed: frozen.score,
    })),
    fellBack: test['seedDigest'] === test['frozenDigest'],
    fallbackReason: (selection['fallbackReason'] ?? null) as string | null,
    finalists: typeof gate['finalists'] === 'number' ? gate['finalists'] : null,
    tokens: tokensOf([
      ...Object.values((readUsage(result['optimization']) ?? {}) as JsonObject),
      readUsage(selection),
      readUsage(test),
    ]),
    ...readRepeats(folder, test),
  };
}

/** Of the configuration that was tested; a file of another one says nothing. */
function readRepeats(folder: string, test: JsonObject): Pick<MeasuredJob, 'repeats'> {
  const held = readSealed(join(folder, REPEATS));
  if (held === null || held['configuration'] !== test['frozenDigest']) return {};
  return { repeats: held['repeats'] as unknown as (number | null)[][] };
}

function readUsage(part: unknown): unknown {
  return (part as JsonObject | null | undefined)?.['usage'];
}

/** Null when nobody counted. */
function tokensOf(usages: readonly unknown[]): number | null {
  const counted = usages.flatMap((usage) => {
    const { inputTokens, outputTokens } = (usage ?? {}) as JsonObject;
    return typeof inputTokens === 'number' && typeof outputTokens === 'number'
      ? [inputTokens + outputTokens]
      : [];
  });
  return counted.length === 0 ? null : counted.reduce((sum, tokens) => sum + tokens, 0);
}
