/** What does a page of a finished job need beside its report? Everything from its folder; expected answers where the data is at hand. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Candidate } from '../../core/candidate.ts';
import type { Dataset } from '../../core/dataset.ts';
import { StoreError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Usage } from '../../core/model.ts';
import type { Failure } from '../../core/rollout.ts';
import { readText } from '../../store/files.ts';
import { readJobDocument, type SealedName } from '../../store/job-folder.ts';
import type { CandidateFigures, SearchScoresSummary } from '../search/search-scores.ts';
import { ledgerSummary } from '../spend/ledger-summary.ts';
import { candidateName } from './front-material.ts';
import { pageTraces } from './page-traces.ts';

interface ArmRecord {
  readonly score: number | null;
  readonly answer: string;
  readonly errorClass?: string | null;
  readonly failure: Failure | null;
  readonly trace: string | null;
}

interface TestRecord {
  readonly id: string;
  readonly seed: ArmRecord;
  readonly frozen: ArmRecord;
}

type Sealed = { readonly [Name in Exclude<SealedName, 'frozen'>]: JsonObject };

/**
 * @param columnOf of the report, by task id
 * @param dataset null: without expected answers
 * @throws StoreError when the job is not done, or a file of it is damaged
 */
export async function pageMaterial(
  folder: string,
  ask: {
    readonly columnOf: ReadonlyMap<string, string>;
    readonly dataset: Dataset | null;
    readonly signal: AbortSignal;
  },
) {
  const sealed = sealedDocuments(folder);
  const { job, optimization, selection, test, result } = sealed;
  const records = test['rows'] as unknown as readonly TestRecord[];
  const expected = await expectedAnswers(ask.dataset, records, ask.signal);
  const seed = job['seedCandidate'] as unknown as Candidate;
  const deployed = selection['selected'] === 'incumbent';
  const { traces, leftOut, team } = pageTraces(folder, records);
  const budget = optimization['budget'] as { readonly maximum: number; readonly charged: number };
  return {
    verdict: test['verdict'] as string,
    decision: deployed
      ? 'The winner of the search passed the gate and was frozen.'
      : `The seed was kept: ${selection['fallbackReason'] as string}.`,
    notConformantBecause: (job['notConformantBecause'] ?? []) as string[],
    seed,
    frozen: deployed ? (optimization['incumbent'] as unknown as Candidate) : seed,
    candidates: candidatesOf(folder, sealed),
    search: { ...budget, stop: optimization['stop'] as string },
    team,
    tasks: records.map((record) => ({
      id: record.id,
      column: ask.columnOf.get(record.id) ?? '',
      expected: expected.get(record.id) ?? null,
      seed: answerOf(record.seed),
      frozen: answerOf(record.frozen),
    })),
    traces,
    tracesLeftOut: leftOut,
    usage: usageOf(sealed),
    ledger: ledgerOf(folder),
    manifest: manifestOf({ job, result }),
  };
}

function sealedDocuments(folder: string): Sealed {
  const names = ['job', 'optimization', 'selection', 'test', 'result'] as const;
  const read = names.map((name) => {
    const content = readJobDocument(folder, name);
    if (content === null) throw new StoreError(`${folder}/${name}.json is missing`);
    return [name, content] as const;
  });
  return Object.fromEntries(read) as unknown as Sealed;
}

async function expectedAnswers(
  dataset: Dataset | null,
  records: readonly TestRecord[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  if (dataset === null) return new Map();
  const ids = records.map(({ id }) => id);
  const tasks = await dataset.load(ids, signal);
  return new Map(tasks.map((task) => [task.id, dataset.referenceAnswer(task)]));
}

function answerOf({ score, answer, errorClass, failure, trace }: ArmRecord) {
  const why = failure === null ? null : `${failure.stage}, ${failure.kind}: ${failure.message}`;
  return { score, answer, errorClass: errorClass ?? null, failure: why, trace };
}

interface CandidateFile {
  readonly digest: string;
  readonly candidate: Candidate;
  readonly events: readonly {
    readonly kind: string;
    readonly parents: readonly string[];
    readonly reason: string;
  }[];
}

/** In the order in which the search scored them, then those that it never ran. */
function candidatesOf(folder: string, sealed: Sealed) {
  const scores = sealed.optimization['searchScores'] as unknown as
    | Partial<SearchScoresSummary>
    | undefined;
  const figures = new Map(
    (scores?.candidates ?? []).map((entry, place) => [entry.digest, { entry, place }]),
  );
  const place = ({ digest }: CandidateFile): number =>
    figures.get(digest)?.place ?? Number.MAX_SAFE_INTEGER;
  return candidateFiles(folder)
    .sort((left, right) => place(left) - place(right))
    .map(({ digest, candidate, events }) => ({
      name: candidateName(digest, sealed),
      digest,
      candidate,
      events,
      seen: seenOf(figures.get(digest)?.entry),
    }));
}

function seenOf(entry: CandidateFigures | undefined) {
  if (entry === undefined) return null;
  const { charged, train, validation } = entry;
  return { charged, train, validation };
}

/** Files that are not whole are passed over: they are no sealed ones. */
function candidateFiles(folder: string): CandidateFile[] {
  const path = join(folder, 'candidates');
  return listed(path).flatMap((name) => {
    try {
      const file = JSON.parse(readText(join(path, name)) ?? 'null') as CandidateFile | null;
      return file === null || !Array.isArray(file.events) ? [] : [file];
    } catch {
      return [];
    }
  });
}

function listed(path: string): string[] {
  try {
    return readdirSync(path)
      .filter((name) => name.endsWith('.json'))
      .sort();
  } catch {
    return [];
  }
}

function usageOf({ optimization, selection, test }: Sealed) {
  const search = optimization['usage'] as unknown as { readonly [purpose: string]: Usage };
  const rows = [
    ...Object.entries(search).map(([name, usage]) => [`search, ${name}`, usage] as const),
    ['validation', selection['usage'] as unknown as Usage] as const,
    ['test', test['usage'] as unknown as Usage] as const,
  ];
  return rows.map(([purpose, { modelCalls, inputTokens, outputTokens }]) => ({
    purpose,
    modelCalls,
    inputTokens,
    outputTokens,
  }));
}

function ledgerOf(folder: string) {
  const summary = ledgerSummary(folder);
  if (summary === null) return null;
  const { simulated, total, byPurpose, byRole, byModel, byEndpoint } = summary;
  const parts = [
    { by: 'purpose', groups: byPurpose },
    { by: 'role', groups: byRole },
    { by: 'model', groups: byModel },
    { by: 'endpoint', groups: byEndpoint },
  ];
  return { simulated, total, parts: parts.filter(({ groups }) => groups.length > 1) };
}

function manifestOf({ job, result }: Pick<Sealed, 'job' | 'result'>): JsonObject {
  const { identity = null, identityHash = null, models = null, sha256 = null } = job;
  return {
    identity,
    identityHash,
    models,
    seals: { 'job.json': sha256, 'result.json': result['sha256'] ?? null },
  };
}
