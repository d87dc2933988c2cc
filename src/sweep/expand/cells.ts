/** Which cells does a sweep have? */
import type { ConfigProblem } from '../../core/errors.ts';
import type { SplitKind } from '../../protocol/splits.ts';
import type { ReadSweep } from '../file/read-sweep.ts';
import type { Axis, Selection, SweepFile, SweepSettings } from '../file/schema.ts';

/** One point of the matrix. Null: not pinned, so the topology's default, which a search may move. */
export interface SweepCell {
  readonly method: string;
  readonly dataset: string;
  readonly topology: string;
  readonly model: string;
  readonly seed: number;
  readonly teamSize: number | null;
  readonly communication: string | null;
  readonly split: SplitKind;
}

/** Of an axis that the file leaves out. */
export type AxisDefaults = Pick<SweepCell, 'dataset' | 'model' | 'seed' | 'split'>;

export interface CellRules {
  readonly defaults: AxisDefaults;
  /** Does the topology leave a choice of this parameter? A team of one has neither size nor messages to choose. */
  readonly hasChoice: (topology: string, parameter: 'teamSize' | 'communication') => boolean;
}

/** From the outermost to the innermost: the cells that share a seed baseline stand together. */
const ORDER = [
  'seed',
  'dataset',
  'model',
  'split',
  'topology',
  'teamSize',
  'communication',
  'method',
] as const satisfies readonly Axis[];

type AxisValues = { readonly [Name in Axis]: readonly (string | number | null)[] };

/** Every cell once, in a fixed order; and what of the file came to nothing, which is a slip. */
export function sweepCells(
  { value: file, problemAt }: Pick<ReadSweep, 'value' | 'problemAt'>,
  rules: CellRules,
): { readonly cells: readonly SweepCell[]; readonly problems: readonly ConfigProblem[] } {
  const matrix = matrixValues(file, rules.defaults);
  const found = new Map<string, SweepCell>();
  for (const values of [
    matrix,
    ...(file.include ?? []).map((entry) => withValues(matrix, entry)),
  ]) {
    for (const cell of combinations(values)) {
      const settled = withoutNonsense(cell, rules);
      const key = JSON.stringify(ORDER.map((axis) => settled[axis]));
      if (!found.has(key)) found.set(key, settled);
    }
  }
  const all = [...found.values()];
  const excluded = file.exclude ?? [];
  const cells = all.filter((cell) => !excluded.some((selection) => matches(cell, selection)));
  const problems = [
    ...idle(all, excluded).map((index) =>
      problemAt(['exclude', index], `exclude[${index}] matches no cell`),
    ),
    ...idle(
      cells,
      (file.overrides ?? []).map(({ when }) => when),
    ).map((index) =>
      problemAt(['overrides', index, 'when'], `overrides[${index}] is about no cell`),
    ),
  ];
  if (cells.length === 0) problems.push(problemAt(['matrix'], 'no cell is left'));
  return { cells, problems };
}

/** The settings of the file with those overrides laid over them that are about the cell. */
export function settingsOf(file: SweepFile, cell: SweepCell): SweepSettings {
  return (file.overrides ?? [])
    .filter(({ when }) => matches(cell, when))
    .reduce((settings, { set }) => laidOver(settings, set), file.settings ?? {});
}

/** Options are replaced one by one, everything else as a whole. */
function laidOver(under: SweepSettings, over: SweepSettings): SweepSettings {
  return {
    ...under,
    ...over,
    ...merged('options'),
    ...merged('scheduleOptions'),
    ...merged('gate'),
  };
  function merged(name: 'options' | 'scheduleOptions' | 'gate') {
    const [below, above] = [under[name], over[name]];
    return below === undefined || above === undefined ? {} : { [name]: { ...below, ...above } };
  }
}

function matrixValues({ matrix }: SweepFile, defaults: AxisDefaults): AxisValues {
  return {
    method: matrix.methods,
    dataset: matrix.datasets ?? [defaults.dataset],
    topology: matrix.topologies,
    model: matrix.models ?? [defaults.model],
    seed: matrix.seeds ?? [defaults.seed],
    teamSize: matrix.teamSizes ?? [null],
    communication: matrix.communications ?? [null],
    split: matrix.splits ?? [defaults.split],
  };
}

function withValues(values: AxisValues, selection: Selection): AxisValues {
  const named = Object.entries(selection).map(([axis, value]) => [axis, listed(value)] as const);
  return { ...values, ...Object.fromEntries(named) };
}

function listed<T>(value: T | readonly T[]): readonly T[] {
  return Array.isArray(value) ? (value as readonly T[]) : [value as T];
}

function combinations(values: AxisValues): SweepCell[] {
  return ORDER.reduce<readonly object[]>(
    (cells, axis) =>
      cells.flatMap((cell) => values[axis].map((value) => ({ ...cell, [axis]: value }))),
    [{}],
  ) as SweepCell[];
}

/** A team of one is the same cell whatever size and message format the matrix has. */
function withoutNonsense(cell: SweepCell, { hasChoice }: CellRules): SweepCell {
  const keeps = (parameter: 'teamSize' | 'communication') => hasChoice(cell.topology, parameter);
  return {
    ...cell,
    teamSize: keeps('teamSize') ? cell.teamSize : null,
    communication: keeps('communication') ? cell.communication : null,
  };
}

export function matches(cell: SweepCell, selection: Selection): boolean {
  return Object.entries(selection).every(([axis, wanted]) =>
    listed<string | number | null>(wanted).includes(cell[axis as Axis]),
  );
}

/** Positions of the selections that no cell matches. */
function idle(cells: readonly SweepCell[], selections: readonly Selection[]): number[] {
  return selections.flatMap((selection, index) =>
    cells.some((cell) => matches(cell, selection)) ? [] : [index],
  );
}
