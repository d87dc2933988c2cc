/** May two measurements be compared, and what changed between them? */
import type { ScorerCard } from '../core/dataset.ts';
import type { JsonObject } from '../core/json.ts';
import type { RandomStream } from '../core/random.ts';
import type { ReportRow } from '../core/report-row.ts';
import { comparisonConclusion } from '../statistics/paired-comparison.ts';
import { type ArmCost, type CostChange, costChange } from './cost/arm-cost.ts';
import type { LevelReport } from './level-report.ts';
import { type PairedChange, pairedChange } from './paired-change.ts';
import { scorerName } from './report-sections.ts';

export const COMPARISON_SCHEMA = 'comparison-1';

/** One side of a comparison. */
export interface Measured {
  /** As the user calls it. */
  readonly name: string;
  readonly simulated: boolean;
  /**
   * By name: what must be equal for two scores to be of one kind. Without `scorer` nothing is known of it. `answerMode`
   * is left out where it is not known, and then nothing is said about it.
   */
  readonly condition: { readonly [name: string]: string };
  /** In the order of the report; empty when it has none. */
  readonly columns: readonly string[];
  readonly rows: readonly Pick<ReportRow, 'taskId' | 'column' | 'score'>[];
  /** Over all of its own observed tasks; only where it was counted. */
  readonly cost?: ArmCost;
}

export interface MeasuredComparison {
  readonly schema: typeof COMPARISON_SCHEMA;
  readonly from: Pick<Measured, 'name' | 'simulated' | 'condition'>;
  readonly to: Pick<Measured, 'name' | 'simulated' | 'condition'>;
  /** In words, of A and B: better, worse, or how many tasks it would take. */
  readonly conclusion: string;
  /** What the two were not scored alike in; empty for an honest comparison. */
  readonly across: readonly string[];
  readonly change: PairedChange;
  /** Only where both sides were counted. */
  readonly cost?: CostChange;
  /** Ids of the tasks that changed sides, in the order of the first side. */
  readonly gained: readonly string[];
  readonly lost: readonly string[];
}

/** What a score under this report depends on besides the answer. */
export function reportCondition(
  report: Pick<LevelReport, 'dataset' | 'measure' | 'answerMode'> & {
    readonly scorer: Pick<ScorerCard, 'id' | 'version'>;
  },
): Measured['condition'] {
  const { scorer, dataset, measure, answerMode } = report;
  return {
    scorer: scorerName(scorer),
    dataset: `${dataset.id} ${dataset.version}`,
    measure: measure ?? 'right or wrong',
    ...(answerMode === null ? {} : { answerMode }),
    ...identityCondition(dataset.identity),
  };
}

/** What is null is a choice too: no embedder is another way of scoring than one. */
function identityCondition(identity: JsonObject): Measured['condition'] {
  return Object.fromEntries(
    Object.entries(identity).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}

/** One line per thing that the two were not scored alike in. */
export function conditionDifferences(from: Measured, to: Measured): string[] {
  const unlabelled = [from, to].filter((side) => side.condition['scorer'] === undefined);
  if (unlabelled.length > 0) {
    return unlabelled.map((side) => `${side.name} does not say by which scorer it was scored`);
  }
  const names = [...new Set([...Object.keys(from.condition), ...Object.keys(to.condition)])];
  return names.flatMap((name) => {
    const [left, right] = [from.condition[name], to.condition[name]];
    // A file of answers does not say how they were given.
    const isUnknown = name === 'answerMode' && (left === undefined || right === undefined);
    if (left === right || isUnknown) return [];
    return [`${name}: ${left ?? 'not set'} in ${from.name}, ${right ?? 'not set'} in ${to.name}`];
  });
}

/** @param random stream of the bootstrap of a column; of all tasks, for null */
export function compareMeasured(
  from: Measured,
  to: Measured,
  random: (column: string | null) => RandomStream,
): MeasuredComparison {
  const columns = [...new Set([...from.columns, ...to.columns])];
  const other = new Map(to.rows.map((row) => [row.taskId, row.score]));
  const differing = (isChange: (before: number, after: number) => boolean): string[] =>
    from.rows.flatMap(({ taskId, score }) => {
      const after = other.get(taskId) ?? null;
      return score !== null && after !== null && isChange(score, after) ? [taskId] : [];
    });
  const side = ({ name, simulated, condition }: Measured) => ({ name, simulated, condition });
  const change = pairedChange({ from: from.rows, to: to.rows }, columns, {
    from: from.name,
    to: to.name,
    random,
  });
  const cost =
    from.cost === undefined || to.cost === undefined
      ? null
      : costChange({ from: from.cost, to: to.cost }, change.overall, { from: 'A', to: 'B' });
  return {
    schema: COMPARISON_SCHEMA,
    from: side(from),
    to: side(to),
    conclusion: comparisonConclusion(change.overall, { from: 'A', to: 'B' }),
    across: conditionDifferences(from, to),
    change,
    ...(cost === null ? {} : { cost }),
    gained: differing((before, after) => after > before),
    lost: differing((before, after) => after < before),
  };
}
