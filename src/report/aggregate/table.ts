/** How does an aggregate fit in tables that people read? */
import type { Resampling } from '../../statistics/stratified-intervals.ts';
import type { Interval } from '../../statistics/summary.ts';
import type { Aggregate, AggregatedCell } from './aggregate.ts';
import type { CellFigures, SeedFigures } from './cell-statistics.ts';
import type { CellName, Standing } from './cells.ts';
import type { Noise } from './noise.ts';

export interface AggregateTable {
  readonly title: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Below the table. */
  readonly notes: readonly string[];
}

export interface TableOptions {
  /** A row for each seed below its cell. */
  readonly perSeed: boolean;
}

const RESAMPLED: { readonly [Name in Resampling]: string } = {
  tasks: 'bootstrap over tasks, the seeds of a task together; of these seeds',
  'seeds-then-tasks':
    'bootstrap over seeds, then tasks within each: too narrow where seeds go alike',
};

/** From what counts most to what counts least. */
const ORDER: readonly Standing[] = ['conformant', 'not conformant', 'simulated'];

const STANDING: { readonly [Name in Standing]: string } = {
  conformant: 'conformant jobs',
  'not conformant': 'not conformant: exploratory, never mixed with the above',
  simulated: 'SIMULATED MODEL: no statement about any real one',
};

/** One table per standing, those without a cell left out. */
export function aggregateTables(aggregate: Aggregate, options: TableOptions): AggregateTable[] {
  return ORDER.flatMap((standing) => {
    const cells = aggregate.cells.filter((cell) => cell.standing === standing);
    return cells.length === 0 ? [] : [tableOf(standing, cells, { aggregate, ...options })];
  });
}

function tableOf(
  standing: Standing,
  cells: readonly AggregatedCell[],
  { aggregate, perSeed }: TableOptions & { readonly aggregate: Aggregate },
): AggregateTable {
  // A column of dashes would only make the table wider.
  const hasNoise = cells.some(({ figures }) => figures?.seeds.some(({ noise }) => noise !== null));
  const rows = cells.flatMap((cell) => [
    [...cellRow(cell), ...(hasNoise ? [noiseText(cell.figures?.noise)] : [])],
    ...(perSeed ? (cell.figures?.seeds ?? []) : []).map((seed) => [
      ...seedRow(seed),
      ...(hasNoise ? [noiseText(seed.noise)] : []),
    ]),
  ]);
  return {
    title: STANDING[standing],
    header: [
      ...['cell', 'seeds', 'baseline', 'deployed', 'points', 'sd', '95 % interval', 'BCa'],
      ...['+/-', 'p', 'Holm', 'shows', 'needs', 'kept seed'],
      ...(hasNoise ? ['A/A'] : []),
    ],
    rows,
    notes: [
      ...standingNotes(cells),
      ...incompleteNotes(cells),
      ...unobservedNotes(cells),
      ...(hasNoise ? noiseNotes(cells) : []),
      ...familyNotes(standing, aggregate),
      ...macroNotes(standing, aggregate),
    ],
  };
}

/** `maspo · apibank sequential ×4 freeform · qwen`. */
export function cellTitle({
  method,
  dataset,
  topology,
  teamSize,
  communication,
  framework,
  model,
  variant,
}: CellName): string {
  const place = [
    dataset,
    topology,
    ...(teamSize === 1 ? [] : [`×${teamSize}`]),
    ...(communication === 'freeform' ? [] : [communication]),
    ...(framework === 'native' ? [] : [framework]),
  ].join(' ');
  return [method, place, model, ...(variant === '' ? [] : [variant])].join(' · ');
}

function cellRow(cell: AggregatedCell): string[] {
  const { figures, pHolm, incomplete, isBest } = cell;
  const mark = incomplete.length > 0 ? ' (incomplete)' : isBest ? ' (best)' : '';
  const title = `${cellTitle(cell.name)}${mark}`;
  const seeds = String(cell.seeds.length);
  if (figures === null) return [title, seeds, ...Array<string>(12).fill('—')];
  return [title, seeds, ...cellNumbers(figures, pHolm)];
}

function cellNumbers(figures: CellFigures, pHolm: number | null): string[] {
  const { unseen, percentile, bca } = figures;
  return [
    share(figures.baseline),
    share(figures.deployed),
    points(figures.deltaPoints),
    figures.deltaDeviation === null ? '—' : figures.deltaDeviation.toFixed(1),
    // No width would say that nothing else is possible.
    unseen === null ? range(percentile) : `${range(unseen)} (none changed)`,
    bca === null ? '—' : range(bca),
    `${figures.gained}/${figures.lost}`,
    pText(figures.pValue),
    pHolm === null ? '—' : pText(pHolm),
    figures.detectablePoints === null ? '—' : figures.detectablePoints.toFixed(1),
    figures.neededTasks === null ? '—' : figures.neededTasks.toLocaleString('en-US'),
    `${figures.fallbacks}/${figures.seeds.length}`,
  ];
}

function seedRow(figures: SeedFigures): string[] {
  const { scored, planned, baselineInterval: before, deployedInterval: after } = figures;
  const missing = scored === planned ? '' : `, ${scored} of ${planned} scored`;
  const finalists = figures.finalists === null ? '' : `, ${figures.finalists} finalists`;
  return [
    `  seed ${figures.seed}${missing}${finalists}`,
    '',
    `${share(figures.baseline)}${before === null ? '' : ` [${shares(before)}]`}`,
    `${share(figures.deployed)}${after === null ? '' : ` [${shares(after)}]`}`,
    points(figures.deltaPoints),
    ...['', '', ''],
    `${figures.gained}/${figures.lost}`,
    pText(figures.pValue),
    '',
    figures.detectablePoints === null ? '—' : figures.detectablePoints.toFixed(1),
    '',
    figures.fellBack ? (figures.fallbackReason ?? 'yes') : 'no',
  ];
}

function incompleteNotes(cells: readonly AggregatedCell[]): string[] {
  return cells
    .filter(({ incomplete }) => incomplete.length > 0)
    .map(({ name, incomplete }) => `incomplete: ${cellTitle(name)}: ${incomplete.join('; ')}`);
}

/** `±1.3 (2.5 %)`: the largest change of the rate, and the share of tasks that came out otherwise. */
function noiseText(noise: Noise | null | undefined): string {
  return noise ? `±${noise.largestPoints.toFixed(1)} (${share(noise.flipRate)})` : '—';
}

function noiseNotes(cells: readonly AggregatedCell[]): string[] {
  const within = cells.flatMap(({ name, figures }) =>
    figures?.noise &&
    figures.deltaPoints !== 0 &&
    Math.abs(figures.deltaPoints) <= figures.noise.largestPoints
      ? [
          `within noise: ${cellTitle(name)}: the deployed configuration differs from itself by as much as its gain`,
        ]
      : [],
  );
  return [
    'A/A: the deployed configuration measured again with the same requests: largest change in points, tasks that came out otherwise',
    ...within,
  ];
}

/** Over all seeds; a task that one arm lacks is in no number. */
function unobservedNotes(cells: readonly AggregatedCell[]): string[] {
  return cells.flatMap(({ name, figures }) => {
    const total = (of: 'scored' | 'planned'): number =>
      (figures?.seeds ?? []).reduce((sum, seed) => sum + seed[of], 0);
    const [scored, planned] = [total('scored'), total('planned')];
    if (scored === planned) return [];
    return [`not all observed: ${cellTitle(name)}: ${scored} of ${planned} scored in both arms`];
  });
}

/** Each reason once, with the number of cells that have it; a simulated model says all that there is to say. */
function standingNotes(cells: readonly AggregatedCell[]): string[] {
  const counts = new Map<string, number>();
  for (const { standing, notConformantBecause } of cells) {
    if (standing !== 'not conformant') continue;
    for (const reason of notConformantBecause) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts].map(
    ([reason, count]) => `not conformant: ${reason} (${count} of ${cells.length} cells)`,
  );
}

function familyNotes(standing: Standing, { families, options }: Aggregate): string[] {
  const own = families.filter(({ name }) => name.startsWith(`${standing}: `));
  const counts = own.map(({ name, tests }) => `${name.slice(standing.length + 2)} (${tests})`);
  if (counts.length === 0) return [];
  return [
    `intervals: ${RESAMPLED[options.resampling ?? 'tasks']}`,
    `Holm within ${counts.join(', ')}; family: ${options.family}. p: sign flips of tasks, the seeds of a task together`,
    'each deployed team was chosen on validation tasks among the finalists of its seed; no test task had a part in it',
  ];
}

function macroNotes(standing: Standing, { macroMeans }: Aggregate): string[] {
  return macroMeans
    .filter((macro) => macro.standing === standing && macro.cells > 1)
    .map(
      ({ method, cells, deltaPoints }) =>
        `${method} over ${cells} cells, each weighing the same: ${points(deltaPoints)} points`,
    );
}

export function share(rate: number): string {
  return `${(100 * rate).toFixed(1)} %`;
}

function shares({ low, high }: Interval): string {
  return `${(100 * low).toFixed(1)}, ${(100 * high).toFixed(1)}`;
}

export function points(value: number): string {
  const text = Math.abs(value).toFixed(1);
  return `${value < 0 && text !== '0.0' ? '-' : '+'}${text}`;
}

export function range({ low, high }: Interval): string {
  return `${points(low)} to ${points(high)}`;
}

export function pText(p: number): string {
  return p < 0.001 ? '< 0.001' : p.toFixed(3);
}
