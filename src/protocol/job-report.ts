/** What does the report of a finished job stand on? On its sealed test and the dataset, so it can be made again at any time. */

import { join } from 'node:path';
import type { Candidate } from '../core/candidate.ts';
import type { Dataset } from '../core/dataset.ts';
import type { ErrorClass } from '../core/error-class.ts';
import { PrerequisiteError, StoreError } from '../core/errors.ts';
import { canonicalJson, type JsonObject } from '../core/json.ts';
import { randomStream } from '../core/random.ts';
import { type CostRecord, costLines } from '../evaluation/team-cost.ts';
import { readText } from '../store/files.ts';
import { identityDifference, readJobDocument } from '../store/job-folder.ts';
import { gateLines } from './gate-lines.ts';
import { answerRows, reportBasis, type ScoredAnswer } from './report-rows.ts';
import { frontMaterial } from './reporting/front-material.ts';
import { type FinishedJob, overfitMaterial } from './reporting/overfit-material.ts';

interface ArmRecord {
  readonly score: number | null;
  readonly answer: string;
  readonly errorClass?: ErrorClass | null;
}

interface TestRecord {
  readonly id: string;
  readonly seed: ArmRecord;
  readonly frozen: ArmRecord;
}

/**
 * Seed and frozen configuration on the held-out tasks, and the streams with which the sealed test was compared: so report
 * and result say the same interval.
 *
 * @throws StoreError when the job has no test yet, or a file of it is damaged
 * @throws PrerequisiteError when the dataset is not the one that the job was measured on
 */
export async function jobReportMaterial(folder: string, dataset: Dataset, signal: AbortSignal) {
  const [job, test] = (['job', 'test'] as const).map((name) => {
    const content = readJobDocument(folder, name);
    if (content === null) throw new StoreError(`${folder}/${name}.json is missing`);
    return content;
  }) as [JsonObject, JsonObject];
  const identity = job['identity'] as JsonObject;
  refuseOtherData(identity['dataset'] as JsonObject, dataset);
  const records = test['rows'] as unknown as readonly TestRecord[];
  const ids = records.map((record) => record.id);
  const tasks = await dataset.load(ids, signal);
  const cost = test['cost'] as unknown as CostRecord | undefined | null;
  const arm = async (name: 'seed' | 'frozen') => ({
    name,
    ...(cost?.perTask[name] === undefined ? {} : { cost: cost.perTask[name] }),
    rows: await answerRows(
      dataset,
      { tasks, answers: records.map((record) => scoredAnswer(record[name])) },
      signal,
    ),
  });
  const seed = identity['seed'] as number;
  return {
    input: {
      title: jobTitle(identity),
      simulated: test['simulated'] === true,
      answerMode: (job['answerMode'] as string | undefined) ?? 'text',
      arms: [await arm('seed'), await arm('frozen')],
      extra: [...costSummary(test), ...savedSummary(folder)],
      ...(await searchParts(folder, { job, test }, { dataset, signal })),
      ...(await reportBasis(dataset, tasks, signal)),
    },
    random: (column: string | null) =>
      randomStream('bootstrap', 'test', ...(column === null ? [] : [column]), seed),
  };
}

/** What selection and search have to say; nothing where they were sealed before it was kept. */
async function searchParts(
  folder: string,
  { job, test }: { readonly job: JsonObject; readonly test: JsonObject },
  { dataset, signal }: { readonly dataset: Dataset; readonly signal: AbortSignal },
) {
  const optimization = readJobDocument(folder, 'optimization');
  const selection = readJobDocument(folder, 'selection');
  if (optimization === null || selection === null) return {};
  const finished: FinishedJob = {
    identity: job['identity'] as JsonObject,
    seedCandidate: job['seedCandidate'] as unknown as Candidate,
    ...{ optimization, selection, test },
  };
  const overfit = await overfitMaterial(finished, dataset, signal);
  const front = frontMaterial(finished, (digest) => candidateParameters(folder, digest));
  return {
    gates: gateLines(selection),
    ...(overfit === null ? {} : { overfit }),
    ...(front === null ? {} : { front }),
  };
}

/** Null where the candidate's file is gone or damaged: it is no sealed one. */
function candidateParameters(folder: string, digest: string): JsonObject | null {
  const text = readText(join(folder, 'candidates', `${digest}.json`));
  try {
    const file = JSON.parse(text ?? 'null') as { candidate?: { parameters?: JsonObject } } | null;
    return file?.candidate?.parameters ?? null;
  } catch {
    return null;
  }
}

/** Nothing of a test that was sealed before it was kept. */
function costSummary(test: JsonObject): { title: string; lines: string[] }[] {
  const lines = costLines(test);
  return lines.length === 0 ? [] : [{ title: 'cost per task', lines }];
}

/** Only of a job whose comparisons may end early. */
function savedSummary(folder: string): { title: string; lines: string[] }[] {
  const saved = readJobDocument(folder, 'optimization')?.['rolloutsSaved'] as
    | { readonly race: number; readonly abort: number }
    | undefined;
  if (saved === undefined) return [];
  const { race, abort } = saved;
  return [
    {
      title: 'rollouts saved in the search',
      lines: [`saved ${abort} rollouts by abort, ${race} by race`],
    },
  ];
}

/** A test that was sealed before errors had classes does not say which. */
function scoredAnswer({ score, answer, errorClass }: ArmRecord): ScoredAnswer {
  return { answer, score, errorClass: errorClass ?? (score === 0 ? 'other' : null) };
}

function jobTitle(identity: JsonObject): string {
  const method = (identity['method'] as JsonObject)['id'] as string;
  const dataset = (identity['dataset'] as JsonObject)['id'] as string;
  const model = (identity['model'] as JsonObject)['model'] as string;
  return `${dataset} · ${method} × ${identity['topology'] as string} × ${model} · seed ${identity['seed'] as number}`;
}

function refuseOtherData(held: JsonObject, dataset: Dataset): void {
  const { id, version, identity } = dataset;
  const present: JsonObject = { id, version, identity };
  const past: JsonObject = {
    id: held['id'] ?? null,
    version: held['version'] ?? null,
    identity: held['identity'] ?? null,
  };
  if (canonicalJson(past) === canonicalJson(present)) return;
  const differences = identityDifference(past, present).map((line) =>
    line.replace('you asked for', 'here it is'),
  );
  throw new PrerequisiteError(
    [`the dataset here is not the one that the job was measured on:`, ...differences].join('\n  '),
  );
}
