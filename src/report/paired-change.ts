/** What changed between two arms on the tasks that both were asked, in all and per column? */
import type { RandomStream } from '../core/random.ts';
import type { ReportRow } from '../core/report-row.ts';
import {
  type Comparison,
  compareRows,
  comparisonVerdict,
} from '../statistics/paired-comparison.ts';
import { holm } from '../statistics/significance.ts';

export interface ColumnChange extends Comparison {
  readonly column: string;
  /** `pValue` corrected for looking at several columns (Holm); null where there is no p-value. */
  readonly pHolm: number | null;
}

export interface PairedChange {
  /** Names of the arms: the change is `to` minus `from`. */
  readonly from: string;
  readonly to: string;
  /** Every task that both arms were asked. */
  readonly overall: Comparison;
  /** One line that says what can be claimed. */
  readonly verdict: string;
  /** In the order of the report, columns without a common task left out. */
  readonly columns: readonly ColumnChange[];
  /** Tasks that only one of the arms was asked: they are in no number above. */
  readonly onlyFrom: number;
  readonly onlyTo: number;
}

type PairedTask = Pick<ReportRow, 'taskId' | 'column' | 'score'>;

export interface ChangeOptions {
  readonly from: string;
  readonly to: string;
  /** Stream of the bootstrap of a column; of all tasks, for null. */
  readonly random: (column: string | null) => RandomStream;
}

/** @param rows of both arms; each task at most once in either */
export function pairedChange(
  rows: { readonly from: readonly PairedTask[]; readonly to: readonly PairedTask[] },
  columns: readonly string[],
  { from, to, random }: ChangeOptions,
): PairedChange {
  const other = new Map(rows.to.map((row) => [row.taskId, row]));
  const common = rows.from.flatMap((row) => {
    const match = other.get(row.taskId);
    return match === undefined ? [] : [pairOf(row, match)];
  });
  const overall = compareRows(common, random(null));
  const compared = columns.flatMap((column) => {
    const own = common.filter((row) => row.stratum === column);
    return own.length === 0 ? [] : [{ column, ...compareRows(own, random(column)) }];
  });
  return {
    from,
    to,
    overall,
    verdict: comparisonVerdict(overall),
    columns: withHolm(compared),
    onlyFrom: rows.from.length - common.length,
    onlyTo: rows.to.length - common.length,
  };
}

function pairOf(from: PairedTask, to: PairedTask) {
  return {
    id: from.taskId,
    stratum: from.column,
    baseline: from.score,
    candidate: to.score,
  };
}

function withHolm(columns: readonly (Comparison & { readonly column: string })[]): ColumnChange[] {
  const tested = columns.flatMap(({ pValue }) => (pValue === null ? [] : [pValue]));
  const adjusted = holm(tested);
  return columns.map((column) => ({
    ...column,
    pHolm: column.pValue === null ? null : (adjusted.shift() ?? null),
  }));
}
