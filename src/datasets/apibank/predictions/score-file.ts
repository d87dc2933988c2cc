/** How is a file of answers scored by an opened benchmark, and what is said beside the figures? */
import type { Dataset, ScorerCard } from '../../../core/dataset.ts';
import { UPSTREAM_SCORER } from '../report/scorers.ts';
import type { Scorer } from '../scoring/scorer.ts';
import { LEVELS, type Level, resolveTaskId, stratumOf } from '../tasks/ids.ts';
import type { ApiBankTask } from '../tasks/task.ts';
import type { Databases } from '../world/databases.ts';
import { type AnswerRules, type ExpectedTasks, parsePredictions } from './answers.ts';
import { type OfficialPredictions, scoreOfficialPredictions } from './score-official.ts';
import { type ScoredPredictions, type ScoreLabel, scorePredictions } from './score-predictions.ts';

export interface FileOptions {
  /** Names the source in messages. */
  readonly file: string;
  readonly signal: AbortSignal;
  /** Every answer of a task with several is a row of its own; otherwise a second answer is refused. */
  readonly repeatedAnswers?: boolean;
  /** Tasks that must be answered, each of them and no other. */
  readonly expect?: 'pool' | 'evaluation' | null;
}

/** Both throw UsageError for a file that does not hold what it must: every problem of it, with its line. */
export interface FileScoring {
  /** Scores JSON lines `{ "task_id", "text" }`. */
  scorePredictions(source: string, options: FileOptions): Promise<Labelled<ScoredPredictions>>;
  /** The same lines in API-Bank's own evaluation, which knows levels 1 and 2 only and reads no scoring option. */
  scoreOfficial(source: string, options: FileOptions): Promise<Labelled<OfficialPredictions>>;
}

type Labelled<Result> = Result & { readonly label: ScoreLabel };

type Described = Pick<Dataset<ApiBankTask>, 'identity' | 'pool' | 'evaluation' | 'reporting'>;

interface Machines {
  readonly tasks: ReadonlyMap<string, ApiBankTask>;
  readonly scorer: Scorer;
  readonly databases: Databases;
}

export function fileScoring(
  dataset: Described,
  machines: (signal: AbortSignal) => Promise<Machines>,
): FileScoring {
  const { reporting, identity } = dataset;
  return {
    scorePredictions: async (source, options) => {
      const { tasks, scorer } = await machines(options.signal);
      const scored = await scorePredictions(parsePredictions(source, options.file), {
        ...rulesOf(dataset, options, tasks),
        scorer,
        scoreAll: async (task, answer, signal) => await reporting.scoreAll(task, answer, signal),
        signal: options.signal,
      });
      const pool = coverage(dataset, scored.rows, tasks);
      const card = reporting.scorers[0];
      return { ...scored, label: { scorer: named(card), denominator: 'answers', identity, pool } };
    },
    scoreOfficial: async (source, options) => {
      const { tasks, databases } = await machines(options.signal);
      const rules = {
        ...rulesOf(dataset, options, tasks),
        expected: expectedTasks(dataset, options, [1, 2]),
      };
      const predictions = parsePredictions(source, options.file);
      const scored = scoreOfficialPredictions(predictions, { ...rules, databases });
      const pool = coverage(dataset, scored.rows, tasks);
      const card = reporting.scorers.find((scorer) => scorer.id === UPSTREAM_SCORER);
      return {
        ...scored,
        label: { scorer: named(card), denominator: 'calls', identity: ofOfficial(identity), pool },
      };
    },
  };
}

function rulesOf(
  dataset: Described,
  options: FileOptions,
  tasks: ReadonlyMap<string, ApiBankTask>,
): AnswerRules {
  const { file, repeatedAnswers: repeated = false } = options;
  return { tasks, file, repeated, expected: expectedTasks(dataset, options, LEVELS) };
}

function expectedTasks(
  dataset: Described,
  { expect = null }: FileOptions,
  levels: readonly Level[],
): ExpectedTasks | null {
  if (expect === null) return null;
  const strata = levels.map(stratumOf);
  const ids = dataset[expect].filter((task) => strata.includes(task.stratum)).map(({ id }) => id);
  return { name: levels === LEVELS ? expect : `${expect} (levels ${levels.join(', ')})`, ids };
}

function coverage(
  { pool }: Described,
  rows: readonly { readonly task_id: string }[],
  tasks: ReadonlyMap<string, ApiBankTask>,
): ScoreLabel['pool'] {
  const answered = new Set(
    rows.map((row) => resolveTaskId(row.task_id, (candidate) => tasks.has(candidate))),
  );
  return { scored: pool.filter((task) => answered.has(task.id)).length, tasks: pool.length };
}

function named(card: ScorerCard | undefined): ScoreLabel['scorer'] {
  if (card === undefined) throw new RangeError('there is no such scorer');
  return { id: card.id, version: card.version };
}

const UNREAD = ['parserPolicy', 'toolsearcherScorer', 'embedder'];

/** The identity without what upstream's evaluation does not read. */
function ofOfficial(identity: Described['identity']): Described['identity'] {
  return Object.fromEntries(Object.entries(identity).filter(([name]) => !UNREAD.includes(name)));
}
