/** Who judges answers to the tasks of one data set? */
import type { Score } from '../../../core/dataset.ts';
import type { Embedder } from '../../../core/model.ts';
import type { ApiBankData } from '../data/content.ts';
import { asObject } from '../data/dialogues.ts';
import { decodeValue, fromJson } from '../python/convert.ts';
import { pyStr } from '../python/repr.ts';
import { type ApiBankTask, levelSetOf } from '../tasks/task.ts';
import { errorClassOf } from './error-class.ts';
import { judgeAnswer, withSearchResult } from './judge.ts';
import { type ScoringOptions, searchScorerFor } from './options.ts';
import { type PreparedTask, prepareTask, type ScoringTables, scoringTables } from './prepare.ts';
import { OFFICIAL_MISMATCH, searchOutcome, UPSTREAM_MISMATCH } from './search.ts';
import { type SimilaritySearch, similaritySearch } from './similarity.ts';
import type { ClassifiedVerdict, Verdict } from './verdict.ts';

export interface Scorer {
  /** At once, without an embedding model: a search that is not recorded stays undecided. Pure. */
  judge(task: ApiBankTask, answer: string): ClassifiedVerdict;
  /** As `judge`, then asks the embedding model where there is one and it is needed. */
  decide(task: ApiBankTask, answer: string, signal: AbortSignal): Promise<ClassifiedVerdict>;
}

export function createScorer(
  data: ApiBankData,
  options: ScoringOptions,
  embedder: Embedder | null,
): Scorer {
  return scorersOf(data, embedder)(options);
}

/** `prepare` stands in where a task is to be judged in another state than the recorded calls before it lead to. */
export type ScorerFactory = (
  options: ScoringOptions,
  prepare?: (task: ApiBankTask) => PreparedTask,
) => Scorer;

/** Scorers with different options over the same data, which is prepared once for all of them. */
export function scorersOf(data: ApiBankData, embedder: Embedder | null): ScorerFactory {
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
  return (options, prepare = preparedFor) =>
    scorer({ tables, options, search, preparedFor: prepare });
}

interface ScorerParts {
  readonly tables: ScoringTables;
  readonly options: ScoringOptions;
  readonly search: SimilaritySearch | null;
  readonly preparedFor: (task: ApiBankTask) => PreparedTask;
}

function scorer({ tables, options, search, preparedFor }: ScorerParts): Scorer {
  const verdictOf = (task: ApiBankTask, answer: string): Verdict =>
    judgeAnswer(preparedFor(task), answer, { tables, options });
  const classified = (task: ApiBankTask, answer: string, verdict: Verdict): ClassifiedVerdict => {
    const isRight = (call: string): boolean => verdictOf(task, call).correct === true;
    const question = { verdict, prepared: preparedFor(task), answer, isRight };
    return { ...verdict, errorClass: errorClassOf(question) };
  };
  const searched = async (
    task: ApiBankTask,
    verdict: Verdict,
    signal: AbortSignal,
  ): Promise<Verdict> => {
    const way = searchScorerFor(task.level, options);
    const prepared = preparedFor(task);
    if (verdict.correct !== null || way === 'keyword' || search === null) return verdict;
    if (prepared.search === null) return verdict;
    const text = keywordText(verdict, way);
    if (text === null) return verdict;
    const candidates = tables.search[levelSetOf(task.level)][way];
    const found = await search.best(text, candidates, signal);
    const output = found?.output ?? null;
    const mismatch = way === 'official' ? OFFICIAL_MISMATCH : UPSTREAM_MISMATCH;
    const outcome = {
      path: 'similarity',
      ...searchOutcome(fromJson(output), prepared.search, mismatch),
    };
    return withSearchResult(verdict, prepared, { scorer: way, outcome, output });
  };
  return {
    judge: (task, answer) => classified(task, answer, verdictOf(task, answer)),
    decide: async (task, answer, signal) => {
      const verdict = await searched(task, verdictOf(task, answer), signal);
      return classified(task, answer, verdict);
    },
  };
}

/** Null where upstream's model call would have something else than text to embed: that stays undecided. */
function keywordText(verdict: Verdict, scorer: 'official' | 'upstream'): string | null {
  const keywords = asObject(verdict.parsed?.['kwargs'])?.['keywords'];
  if (typeof keywords === 'string') return keywords;
  if (scorer === 'upstream') return null;
  return keywords === undefined ? '' : pyStr(decodeValue(keywords));
}

/** Said of a search that no recording and no model decides. */
const UNDECIDED =
  'undecided: these keywords are in no recording, and no embedding model can tell what they find; name one in APIBANK_TOOLSEARCHER_MODEL (`protocol data download toolsearcher-model` gets the one of the benchmark)';

export function scoreOf(verdict: ClassifiedVerdict): Score {
  const { stage, correct, errorKind, error, feedback, parsed, result, scorers, where } = verdict;
  return {
    score: correct === true ? 1 : 0,
    correct: correct === true,
    stage,
    errorKind,
    error: error ?? (correct === null ? UNDECIDED : null),
    errorClass: verdict.errorClass,
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
