/** Who judges answers to the tasks of one data set? */
import type { Score } from '../../../core/dataset.ts';
import type { ErrorClass } from '../../../core/error-class.ts';
import type { Embedder } from '../../../core/model.ts';
import type { ApiBankData } from '../data/content.ts';
import { asObject } from '../data/dialogues.ts';
import { decodeValue, fromJson } from '../python/convert.ts';
import { pyStr } from '../python/repr.ts';
import { type ApiBankTask, levelSetOf } from '../tasks/task.ts';
import { judgeAnswer, withSearchResult } from './judge.ts';
import { type ScoringOptions, searchScorerFor } from './options.ts';
import { type PreparedTask, prepareTask, scoringTables } from './prepare.ts';
import { OFFICIAL_MISMATCH, searchOutcome, UPSTREAM_MISMATCH } from './search.ts';
import { similaritySearch } from './similarity.ts';
import type { Verdict } from './verdict.ts';

export interface Scorer {
  /** At once, without an embedding model: a search that is not recorded stays undecided. Pure. */
  judge(task: ApiBankTask, answer: string): Verdict;
  /** As `judge`, then asks the embedding model where there is one and it is needed. */
  decide(task: ApiBankTask, answer: string, signal: AbortSignal): Promise<Verdict>;
}

export function createScorer(
  data: ApiBankData,
  options: ScoringOptions,
  embedder: Embedder | null,
): Scorer {
  const tables = scoringTables(data);
  const search = embedder === null ? null : similaritySearch(embedder);
  const preparedTasks = new Map<string, PreparedTask>();
  const preparedFor = (task: ApiBankTask): PreparedTask => {
    const known = preparedTasks.get(task.id);
    if (known !== undefined) return known;
    const prepared = prepareTask(task, tables);
    preparedTasks.set(task.id, prepared);
    return prepared;
  };
  const judge = (task: ApiBankTask, answer: string): Verdict =>
    judgeAnswer(preparedFor(task), answer, { tables, options });
  const decide = async (
    task: ApiBankTask,
    answer: string,
    signal: AbortSignal,
  ): Promise<Verdict> => {
    const verdict = judge(task, answer);
    const scorer = searchScorerFor(task.level, options);
    const prepared = preparedFor(task);
    if (verdict.correct !== null || scorer === 'keyword' || search === null) return verdict;
    if (prepared.search === null) return verdict;
    const text = keywordText(verdict, scorer);
    if (text === null) return verdict;
    const candidates = tables.search[levelSetOf(task.level)][scorer];
    const found = await search.best(text, candidates, signal);
    const output = found?.output ?? null;
    const mismatch = scorer === 'official' ? OFFICIAL_MISMATCH : UPSTREAM_MISMATCH;
    const outcome = {
      path: 'similarity',
      ...searchOutcome(fromJson(output), prepared.search, mismatch),
    };
    return withSearchResult(verdict, prepared, { scorer, outcome, output });
  };
  return { judge, decide };
}

/** Null where upstream's model call would have something else than text to embed: that stays undecided. */
function keywordText(verdict: Verdict, scorer: 'official' | 'upstream'): string | null {
  const keywords = asObject(verdict.parsed?.['kwargs'])?.['keywords'];
  if (typeof keywords === 'string') return keywords;
  if (scorer === 'upstream') return null;
  return keywords === undefined ? '' : pyStr(decodeValue(keywords));
}

export function scoreOf(verdict: Verdict): Score {
  const { stage, correct, errorKind, error, feedback, parsed, result, scorers, where } = verdict;
  return {
    score: correct === true ? 1 : 0,
    correct: correct === true,
    stage,
    errorKind,
    error,
    errorClass: errorClassOf(verdict),
    decided: correct !== null,
    feedback,
    details: {
      parsed,
      result,
      where,
      scorers:
        scorers === null
          ? null
          : Object.fromEntries(
              Object.entries(scorers).map(([name, found]) => [name, { ...found }]),
            ),
    },
  };
}

const CLASSES: { readonly [errorKind: string]: ErrorClass } = {
  no_call: 'no_call',
  syntax: 'unparsable',
  not_keyword_only: 'unparsable',
  star_kwargs: 'unparsable',
  unsupported_expression: 'unparsable',
  api_name_mismatch: 'wrong_api',
  invalid_parameter_name: 'unknown_parameter',
  missing_argument: 'missing_parameter',
  type_coercion: 'wrong_type',
  result_mismatch: 'wrong_value',
  call_exception: 'execution_exception',
  check_exception: 'execution_exception',
  hang: 'execution_exception',
};

function errorClassOf({ correct, errorKind }: Verdict): ErrorClass | null {
  if (correct === true) return null;
  if (correct === null) return 'undecided';
  return CLASSES[errorKind ?? ''] ?? 'other';
}
