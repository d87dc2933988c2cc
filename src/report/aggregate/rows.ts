/** Which rows and columns does an aggregate have, for tools that read tables? */
import type { Aggregate, AggregatedCell } from './aggregate.ts';
import type { CellFigures, SeedFigures } from './cell-statistics.ts';

export type ColumnValue = string | number | boolean | null;

export type ColumnType = 'text' | 'whole number' | 'number' | 'boolean';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** One per row. */
  readonly values: readonly ColumnValue[];
}

interface Reading {
  readonly name: string;
  readonly type: ColumnType;
  readonly ofCell: (cell: AggregatedCell, figures: CellFigures | null) => ColumnValue;
  /** Absent: as of the cell. */
  readonly ofSeed?: (seed: SeedFigures, cell: AggregatedCell) => ColumnValue;
}

/** One row per cell, without a seed, and one per seed below it. Numbers in full; null: there is none. */
export function aggregateColumns({ cells }: Aggregate): Column[] {
  return READINGS.map(({ name, type, ofCell, ofSeed }) => ({
    name,
    type,
    values: cells.flatMap((cell) => [
      ofCell(cell, cell.figures),
      ...(cell.figures?.seeds ?? []).map((seed) =>
        ofSeed === undefined ? ofCell(cell, cell.figures) : ofSeed(seed, cell),
      ),
    ]),
  }));
}

function total(figures: CellFigures | null, of: 'scored' | 'planned'): number | null {
  return figures === null ? null : figures.seeds.reduce((sum, seed) => sum + seed[of], 0);
}

const none = (): null => null;

const READINGS: readonly Reading[] = [
  { name: 'standing', type: 'text', ofCell: ({ standing }) => standing },
  { name: 'method', type: 'text', ofCell: ({ name }) => name.method },
  { name: 'dataset', type: 'text', ofCell: ({ name }) => name.dataset },
  { name: 'topology', type: 'text', ofCell: ({ name }) => name.topology },
  { name: 'framework', type: 'text', ofCell: ({ name }) => name.framework },
  { name: 'communication', type: 'text', ofCell: ({ name }) => name.communication },
  { name: 'team_size', type: 'whole number', ofCell: ({ name }) => name.teamSize },
  { name: 'model', type: 'text', ofCell: ({ name }) => name.model },
  { name: 'variant', type: 'text', ofCell: ({ name }) => name.variant },
  { name: 'seed', type: 'whole number', ofCell: none, ofSeed: ({ seed }) => seed },
  { name: 'complete', type: 'boolean', ofCell: ({ incomplete }) => incomplete.length === 0 },
  {
    name: 'incomplete_because',
    type: 'text',
    ofCell: ({ incomplete }) => incomplete.join('; '),
    ofSeed: () => '',
  },
  {
    name: 'scored',
    type: 'whole number',
    ofCell: (_cell, figures) => total(figures, 'scored'),
    ofSeed: ({ scored }) => scored,
  },
  {
    name: 'planned',
    type: 'whole number',
    ofCell: (_cell, figures) => total(figures, 'planned'),
    ofSeed: ({ planned }) => planned,
  },
  ...(
    [
      ['baseline', 'baseline'],
      ['deployed', 'deployed'],
      ['delta_pp', 'deltaPoints'],
    ] as const
  ).map(
    ([name, key]): Reading => ({
      name,
      type: 'number',
      ofCell: (_cell, figures) => figures?.[key] ?? null,
      ofSeed: (seed) => seed[key],
    }),
  ),
  ...(
    [
      ['delta_sd_pp', (figures) => figures.deltaDeviation],
      ['low_pp', (figures) => figures.percentile.low],
      ['high_pp', (figures) => figures.percentile.high],
      ['bca_low_pp', (figures) => figures.bca?.low ?? null],
      ['bca_high_pp', (figures) => figures.bca?.high ?? null],
    ] satisfies readonly [string, (figures: CellFigures) => number | null][]
  ).map(
    ([name, read]): Reading => ({
      name,
      type: 'number',
      ofCell: (_cell, figures) => (figures === null ? null : read(figures)),
      ofSeed: none,
    }),
  ),
  ...(['gained', 'lost'] as const).map(
    (name): Reading => ({
      name,
      type: 'whole number',
      ofCell: (_cell, figures) => figures?.[name] ?? null,
      ofSeed: (seed) => seed[name],
    }),
  ),
  {
    name: 'p',
    type: 'number',
    ofCell: (_cell, figures) => figures?.pValue ?? null,
    ofSeed: ({ pValue }) => pValue,
  },
  { name: 'p_holm', type: 'number', ofCell: ({ pHolm }) => pHolm, ofSeed: none },
  { name: 'min_p_holm', type: 'number', ofCell: ({ minPHolm }) => minPHolm, ofSeed: none },
  { name: 'family', type: 'text', ofCell: ({ family }) => family },
  { name: 'best', type: 'boolean', ofCell: ({ isBest }) => isBest, ofSeed: none },
  {
    name: 'detectable_pp',
    type: 'number',
    ofCell: (_cell, figures) => figures?.detectablePoints ?? null,
    ofSeed: ({ detectablePoints }) => detectablePoints,
  },
  {
    name: 'unseen_pp',
    type: 'number',
    ofCell: (_cell, figures) => figures?.unseen?.high ?? null,
    ofSeed: none,
  },
  {
    name: 'needed_tasks',
    type: 'whole number',
    ofCell: (_cell, figures) => figures?.neededTasks ?? null,
    ofSeed: none,
  },
  {
    name: 'fallbacks',
    type: 'whole number',
    ofCell: (_cell, figures) => figures?.fallbacks ?? null,
    ofSeed: ({ fellBack }) => Number(fellBack),
  },
  {
    name: 'fallback_reason',
    type: 'text',
    ofCell: none,
    ofSeed: ({ fallbackReason }) => fallbackReason,
  },
  { name: 'finalists', type: 'whole number', ofCell: none, ofSeed: ({ finalists }) => finalists },
  { name: 'folder', type: 'text', ofCell: none, ofSeed: ({ folder }) => folder },
  {
    name: 'aa_repeats',
    type: 'whole number',
    ofCell: (_cell, figures) => figures?.noise?.repeats ?? null,
    ofSeed: ({ noise }) => noise?.repeats ?? null,
  },
  {
    name: 'aa_flip_rate',
    type: 'number',
    ofCell: (_cell, figures) => figures?.noise?.flipRate ?? null,
    ofSeed: ({ noise }) => noise?.flipRate ?? null,
  },
  {
    name: 'aa_largest_pp',
    type: 'number',
    ofCell: (_cell, figures) => figures?.noise?.largestPoints ?? null,
    ofSeed: ({ noise }) => noise?.largestPoints ?? null,
  },
];
