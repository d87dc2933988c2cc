/** What do all jobs below some folders say together? The table of a study. */
import { holm } from '../../statistics/significance.ts';
import type { Resampling } from '../../statistics/stratified-intervals.ts';
import { mean } from '../../statistics/summary.ts';
import { provenBest } from './best.ts';
import { type CellFigures, cellFigures } from './cell-statistics.ts';
import { type Cell, cellsOf, type Standing } from './cells.ts';
import type { FoundJob } from './read-jobs.ts';

export const AGGREGATE_SCHEMA = 'aggregate-1';

/** Tests that are looked at together, so that more of them must mean less of each. */
export type Family = 'dataset' | 'method' | 'all';

export interface AggregateOptions {
  /** Seeds that a complete cell has, each once. */
  readonly seeds: readonly number[];
  readonly family: Family;
  /** Of the bootstrap. */
  readonly replicates: number;
  /** What a resample draws; `tasks` when left out. */
  readonly resampling?: Resampling;
}

export interface AggregatedCell extends Cell {
  /** Null when nothing was observed. */
  readonly figures: CellFigures | null;
  /** Name of its family of tests; null for an incomplete cell, which is in none. */
  readonly family: string | null;
  /** The p-value over seeds, corrected for the family (Holm); null for an incomplete cell. */
  readonly pHolm: number | null;
  /** The smallest p-value of a single seed, corrected for all seeds of all cells of the family. */
  readonly minPHolm: number | null;
  /** True where it is the best of its place and that is more than chance. */
  readonly isBest: boolean;
}

/** Unweighted mean over the complete cells of a method. */
export interface MacroMean {
  readonly standing: Standing;
  readonly method: string;
  readonly cells: number;
  readonly baseline: number;
  readonly deployed: number;
  readonly deltaPoints: number;
}

export interface Aggregate {
  readonly schema: typeof AGGREGATE_SCHEMA;
  readonly options: AggregateOptions;
  readonly cells: readonly AggregatedCell[];
  readonly macroMeans: readonly MacroMean[];
  /** Folders that belong to no cell, with the reason. */
  readonly unreadable: readonly { readonly folder: string; readonly problem: string }[];
  /** How many tests each family has. */
  readonly families: readonly { readonly name: string; readonly tests: number }[];
}

export function aggregateJobs(jobs: readonly FoundJob[], options: AggregateOptions): Aggregate {
  const { replicates, resampling = 'tasks' } = options;
  const cells = cellsOf(jobs, options.seeds).map((cell) => ({
    ...cell,
    figures: cellFigures(cell, { replicates, resampling }),
  }));
  const counted = cells.filter(isComplete);
  const families = grouped(counted, options);
  const corrected = new Map<object, { pHolm: number; minPHolm: number; family: string }>();
  for (const [name, members] of families) correct(name, members, corrected);
  const best = provenBest(counted);
  return {
    schema: AGGREGATE_SCHEMA,
    options,
    cells: cells.map((cell) => ({
      ...cell,
      ...(corrected.get(cell) ?? { pHolm: null, minPHolm: null, family: null }),
      isBest: isComplete(cell) && best.has(cell),
    })),
    macroMeans: macroMeans(counted),
    unreadable: jobs.flatMap(({ folder, identity, problem }) =>
      identity['seed'] === undefined ? [{ folder, problem: problem ?? 'no identity' }] : [],
    ),
    families: [...families].map(([name, members]) => ({ name, tests: members.length })),
  };
}

interface MeasuredCell extends Cell {
  readonly figures: CellFigures;
}

function isComplete(cell: Cell & { readonly figures: CellFigures | null }): cell is MeasuredCell {
  return cell.figures !== null && cell.incomplete.length === 0;
}

function grouped(
  cells: readonly MeasuredCell[],
  { family }: AggregateOptions,
): Map<string, MeasuredCell[]> {
  const groups = new Map<string, MeasuredCell[]>();
  for (const cell of cells) {
    const name = familyOf(cell, family);
    groups.set(name, [...(groups.get(name) ?? []), cell]);
  }
  return groups;
}

/** Cells of different standing never share a family. */
function familyOf({ name, standing }: Cell, family: Family): string {
  const parts = {
    dataset: `${name.dataset} | ${name.model}`,
    method: name.method,
    all: 'all cells',
  };
  return `${standing}: ${parts[family]}`;
}

function correct(
  family: string,
  cells: readonly MeasuredCell[],
  into: Map<object, { pHolm: number; minPHolm: number; family: string }>,
): void {
  const overSeeds = holm(cells.map(({ figures }) => figures.pValue));
  const single = holm(cells.flatMap(({ figures }) => figures.seeds.map(({ pValue }) => pValue)));
  let at = 0;
  cells.forEach((cell, index) => {
    const own = single.slice(at, at + cell.figures.seeds.length);
    at += own.length;
    into.set(cell, { family, pHolm: overSeeds[index] ?? 1, minPHolm: Math.min(1, ...own) });
  });
}

function macroMeans(cells: readonly MeasuredCell[]): MacroMean[] {
  const groups = new Map<string, MeasuredCell[]>();
  for (const cell of cells) {
    const key = JSON.stringify([cell.standing, cell.name.method]);
    groups.set(key, [...(groups.get(key) ?? []), cell]);
  }
  return [...groups.values()].map((members) => {
    const [first] = members as [MeasuredCell];
    const average = (name: 'baseline' | 'deployed' | 'deltaPoints'): number =>
      mean(members.map(({ figures }) => figures[name])) as number;
    return {
      standing: first.standing,
      method: first.name.method,
      cells: members.length,
      baseline: average('baseline'),
      deployed: average('deployed'),
      deltaPoints: average('deltaPoints'),
    };
  });
}
