/** Two runs of one job: did they come to the same, and if not, where do they part? */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson, type JsonObject } from '../../core/json.ts';
import { randomStream } from '../../core/random.ts';
import { compareRows, comparisonVerdict } from '../../statistics/paired-comparison.ts';
import { identityDifference, readJobDocument, type SealedName } from '../../store/job-folder.ts';
import { readRunRecord } from '../manifest.ts';

export const REPRODUCTION_SCHEMA = 'reproduction-1';

/** In the order in which a job writes them: the first that differs says in which phase the runs parted. */
const DOCUMENTS: readonly SealedName[] = ['optimization', 'selection', 'frozen', 'test', 'result'];

export interface Reproduction {
  readonly schema: typeof REPRODUCTION_SCHEMA;
  readonly first: string;
  readonly again: string;
  readonly simulated: boolean;
  /** Every sealed file has the same content. */
  readonly same: boolean;
  /** By name: values that differ, as `place first (again: …)`. */
  readonly documents: { readonly [name: string]: readonly string[] };
  /** Digests of candidates that only one of the runs proposed. */
  readonly candidates: { readonly first: readonly string[]; readonly again: readonly string[] };
  /** Of the seed and the frozen configuration: held-out tasks whose scores differ. */
  readonly scores: { readonly [arm: string]: ScoreDifference };
  /** What differs in the programs and models behind the two. */
  readonly programs: readonly string[];
}

export interface ScoreDifference {
  readonly tasks: number;
  /** Ids. */
  readonly changed: readonly string[];
  /** Again minus first, paired. */
  readonly verdict: string;
}

/** @throws StoreError when a file of either is damaged */
export function reproduction(first: string, again: string): Reproduction {
  const documents = Object.fromEntries(
    DOCUMENTS.flatMap((name) => {
      const [left, right] = [sealed(first, name), sealed(again, name)];
      if (canonicalJson(left) === canonicalJson(right)) return [];
      return [[name, documentDifference(left, right)]];
    }),
  );
  const proposed = [first, again].map(candidateNames) as [string[], string[]];
  return {
    schema: REPRODUCTION_SCHEMA,
    first,
    again,
    simulated: sealed(first, 'result')['simulated'] === true,
    same: Object.keys(documents).length === 0,
    documents,
    candidates: {
      first: proposed[0].filter((name) => !proposed[1].includes(name)),
      again: proposed[1].filter((name) => !proposed[0].includes(name)),
    },
    scores: {
      seed: scoreDifference({ first, again }, 'seed'),
      frozen: scoreDifference({ first, again }, 'frozen'),
    },
    programs: identityDifference(program(first), program(again)).map(inWords),
  };
}

/** Without its own seal, which differs whenever anything else does. */
function sealed(folder: string, name: SealedName): JsonObject {
  return without(readJobDocument(folder, name) ?? {}, 'sha256');
}

function without(content: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(content).filter(([each]) => each !== name));
}

function documentDifference(left: JsonObject, right: JsonObject): string[] {
  return identityDifference(left, right).map(inWords);
}

function inWords(line: string): string {
  return line.replace('(you asked for', '(again:');
}

function candidateNames(folder: string): string[] {
  try {
    return readdirSync(join(folder, 'candidates'))
      .map((name) => name.replace(/\.json$/, ''))
      .sort();
  } catch {
    // A method that proposes nothing has none.
    return [];
  }
}

interface Row {
  readonly id: string;
  readonly stratum: string;
  readonly seed: { readonly score: number | null };
  readonly frozen: { readonly score: number | null };
}

function scoreDifference(
  { first, again }: { readonly first: string; readonly again: string },
  arm: 'seed' | 'frozen',
): ScoreDifference {
  const rowsOf = (folder: string) => (sealed(folder, 'test')['rows'] ?? []) as unknown as Row[];
  const later = new Map(rowsOf(again).map((row) => [row.id, row[arm].score]));
  const rows = rowsOf(first).map((row) => ({
    id: row.id,
    stratum: row.stratum,
    baseline: row[arm].score,
    candidate: later.get(row.id) ?? null,
  }));
  return {
    tasks: rows.length,
    changed: rows.filter(({ baseline, candidate }) => baseline !== candidate).map(({ id }) => id),
    verdict: comparisonVerdict(compareRows(rows, randomStream('bootstrap', 'reproduce', arm))),
  };
}

/** Of the last session, which wrote the result; nothing of a job from before manifests were kept. */
function program(folder: string): JsonObject {
  const { sessions, servedModels } = readRunRecord(folder);
  return { ...without(sessions.at(-1) ?? {}, 'startedAt'), servedModels };
}
