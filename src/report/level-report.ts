/** How did one or two arms do per column of a benchmark, under every scorer, and why did they fail? */
import type { PublishedTable, ScorerCard } from '../core/dataset.ts';
import type { JsonObject } from '../core/json.ts';
import { type RandomStream, randomStream } from '../core/random.ts';
import type { ReportRow } from '../core/report-row.ts';
import type { ArmCost } from './cost/arm-cost.ts';
import { type FrontInput, type FrontReport, frontReport } from './cost/front-report.ts';
import {
  type Figures,
  figuresOf,
  type Macro,
  macroOf,
  type Rate,
  rateOf,
  type SampleFigures,
  sampleFigures,
} from './figures.ts';
import { type OverfitInput, type OverfitReport, overfitReport } from './overfit/overfit-report.ts';
import { type PairedChange, pairedChange } from './paired-change.ts';

export const REPORT_SCHEMA = 'report-1';

/** A benchmark's own lines, shown as they are. */
export interface ExtraSummary {
  readonly title: string;
  readonly lines: readonly string[];
}

export interface ReportInput {
  /** What was measured, for example dataset, topology and model. */
  readonly title: string;
  readonly simulated: boolean;
  /** What the scores depend on besides the answers. */
  readonly dataset: {
    readonly id: string;
    readonly version: number;
    /** Data hash, parser policy, …: everything that can change a score. */
    readonly identity: JsonObject;
  };
  /** How answers are given, for example `text`; null for answers of which it is not known. */
  readonly answerMode: string | null;
  /** What a score measures when it is a degree, for example `ROUGE-L`; null: the rates are shares of right answers. */
  readonly measure: string | null;
  /** The first is the one that `correct` comes from. */
  readonly scorers: readonly ScorerCard[];
  /** In the order of the report. */
  readonly columns: readonly string[];
  /** Steps of every sample in the whole benchmark. */
  readonly sampleSizes: { readonly [sample: string]: number };
  /** By task: which scorers accept the reference answer. */
  readonly references: { readonly [taskId: string]: ReportRow['scores'] };
  /** One arm, or two on the same tasks of which the second is compared with the first. */
  readonly arms: readonly {
    readonly name: string;
    readonly rows: readonly ReportRow[];
    /** Only where it was counted when the arm was measured. */
    readonly cost?: ArmCost;
  }[];
  /** Of a job: what every gate said, one line each. */
  readonly gates?: readonly string[];
  /** Of a job whose search kept its scores. */
  readonly overfit?: OverfitInput;
  readonly front?: FrontInput;
  readonly published: readonly PublishedTable[];
  readonly extra: readonly ExtraSummary[];
}

/** Over the tasks that the scorer knows. */
export interface ScorerFigures {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly columns: { readonly [column: string]: Rate };
  readonly macro: Macro;
  readonly micro: Rate;
  /** Tasks that come out otherwise than under the first scorer, among those that both know. */
  readonly changes: {
    /** Right here, wrong under the first. */
    readonly gained: number;
    /** Wrong here, right under the first. */
    readonly lost: number;
    readonly compared: number;
  };
  /** Reference answers of the same tasks that this scorer accepts: more than that no answer can reach. */
  readonly ceiling: Rate;
}

export interface ArmReport {
  readonly name: string;
  readonly columns: { readonly [column: string]: Figures };
  readonly macro: Macro;
  /** All tasks pooled. */
  readonly micro: Figures;
  /** The first is the scorer of the figures above. */
  readonly scorers: readonly ScorerFigures[];
  /** Null for a benchmark whose tasks are not steps of samples. */
  readonly samples: SampleFigures | null;
  readonly cost?: ArmCost;
  readonly rows: readonly ReportRow[];
}

export interface LevelReport {
  readonly schema: typeof REPORT_SCHEMA;
  readonly title: string;
  readonly simulated: boolean;
  readonly dataset: ReportInput['dataset'];
  readonly answerMode: string | null;
  readonly measure: string | null;
  /** Of every figure that names no other. */
  readonly scorer: ScorerCard;
  readonly columns: readonly string[];
  readonly arms: readonly ArmReport[];
  /** Null for one arm. */
  readonly change: PairedChange | null;
  /** Of a job only, as in {@link ReportInput}. */
  readonly gates?: readonly string[];
  readonly overfit?: OverfitReport;
  readonly front?: FrontReport;
  /** Under scorers of their own: not comparable with anything above. */
  readonly published: readonly PublishedTable[];
  readonly extra: readonly ExtraSummary[];
}

/**
 * Pure: equal input, equal report.
 *
 * @param random stream of the bootstrap of a column; of all tasks, for null
 * @throws RangeError when there is no scorer or no arm
 */
export function levelReport(
  input: ReportInput,
  random: (column: string | null) => RandomStream,
): LevelReport {
  const { title, simulated, dataset, answerMode, measure, published, extra } = input;
  const [scorer] = input.scorers;
  const [first, second] = input.arms;
  if (scorer === undefined || first === undefined) {
    throw new RangeError('a report needs a scorer and an arm');
  }
  // A task must be seen, whatever the benchmark calls its column.
  const found = input.arms.flatMap(({ rows }) => rows.map((row) => row.column));
  const columns = [...new Set([...input.columns, ...found])];
  return {
    schema: REPORT_SCHEMA,
    title,
    simulated,
    dataset,
    answerMode,
    measure,
    scorer,
    columns,
    arms: input.arms.map((arm) => armReport({ ...input, columns }, scorer, arm)),
    change:
      second === undefined
        ? null
        : pairedChange({ from: first.rows, to: second.rows }, columns, {
            from: first.name,
            to: second.name,
            random,
          }),
    ...(input.gates === undefined ? {} : { gates: input.gates }),
    ...(input.overfit === undefined ? {} : { overfit: overfitReport(input.overfit) }),
    ...(input.front === undefined ? {} : { front: frontReport(input.front) }),
    published,
    extra,
  };
}

function armReport(
  input: ReportInput,
  main: ScorerCard,
  { name, rows, cost }: ReportInput['arms'][number],
): ArmReport {
  const figures = (own: readonly ReportRow[], part: string): Figures => {
    const isDegree = input.measure !== null;
    return figuresOf(own, isDegree ? randomStream('bootstrap', 'mean', name, part) : null);
  };
  const columns = byColumn(input.columns, rows, figures);
  return {
    name,
    columns,
    macro: macroOf(Object.values(columns)),
    micro: figures(rows, ''),
    scorers: input.scorers.map((scorer) => scorerFigures(input, { scorer, main, rows })),
    samples: sampleFigures(rows, input.sampleSizes),
    ...(cost === undefined ? {} : { cost }),
    rows,
  };
}

function scorerFigures(
  { columns: names, references }: ReportInput,
  arm: { scorer: ScorerCard; main: ScorerCard; rows: readonly ReportRow[] },
): ScorerFigures {
  const { scorer, main, rows } = arm;
  const verdict = (row: ReportRow): boolean | null => {
    if (row.correct === null || scorer.id === main.id) return row.correct;
    // As under the first scorer, what cannot be decided counts as wrong; but a scorer that has no verdict on the
    // reference answer either does not know the task.
    const isKnown = (references[row.taskId]?.[scorer.id] ?? null) !== null;
    return row.scores[scorer.id] ?? (isKnown ? false : null);
  };
  const columns = byColumn(names, rows, (own) => rateOf(own.map(verdict)));
  const pairs = rows.map((row) => [row.correct, verdict(row)] as const);
  const ids = [...new Set(rows.map((row) => row.taskId))];
  return {
    ...scorer,
    columns,
    macro: macroOf(Object.values(columns)),
    micro: rateOf(rows.map(verdict)),
    changes: {
      gained: pairs.filter(([here, there]) => here === false && there === true).length,
      lost: pairs.filter(([here, there]) => here === true && there === false).length,
      compared: pairs.filter(([here, there]) => here !== null && there !== null).length,
    },
    ceiling: rateOf(ids.map((id) => references[id]?.[scorer.id] ?? null)),
  };
}

function byColumn<Value>(
  columns: readonly string[],
  rows: readonly ReportRow[],
  figures: (rows: readonly ReportRow[], column: string) => Value,
): { readonly [column: string]: Value } {
  return Object.fromEntries(
    columns.map((column) => [
      column,
      figures(
        rows.filter((row) => row.column === column),
        column,
      ),
    ]),
  );
}

export type ReportSummary = Omit<LevelReport, 'arms' | 'published'> & {
  readonly arms: readonly Omit<ArmReport, 'rows'>[];
};

/** The figures alone: without the rows, one per task, and without the figures of others. */
export function reportSummary(report: LevelReport): ReportSummary {
  const { schema, title, simulated, dataset, answerMode, measure, scorer } = report;
  const arms = report.arms.map(({ name, columns, macro, micro, scorers, samples, cost }) => {
    const figures = { name, columns, macro, micro, scorers, samples };
    return cost === undefined ? figures : { ...figures, cost };
  });
  const { columns, change, gates, overfit, front, extra } = report;
  return {
    ...{ schema, title, simulated, dataset, answerMode, measure, scorer },
    ...{ columns, arms, change },
    ...(gates === undefined ? {} : { gates }),
    ...(overfit === undefined ? {} : { overfit }),
    ...(front === undefined ? {} : { front }),
    extra,
  };
}
