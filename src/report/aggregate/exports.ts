/** How does an aggregate leave for other tools: CSV, Markdown, LaTeX? */
import type { Aggregate, AggregatedCell } from './aggregate.ts';
import { LEVEL } from './best.ts';
import type { Noise } from './noise.ts';
import { aggregateTables, cellTitle, points, type TableOptions } from './table.ts';

const CSV_HEADER = [
  ...['standing', 'method', 'dataset', 'topology', 'framework', 'communication', 'team_size'],
  ...['model', 'variant', 'seed', 'complete', 'incomplete_because', 'scored', 'planned'],
  ...['baseline', 'deployed', 'delta_pp', 'delta_sd_pp', 'low_pp', 'high_pp', 'bca_low_pp'],
  ...['bca_high_pp', 'gained', 'lost', 'p', 'p_holm', 'min_p_holm', 'family', 'detectable_pp'],
  ...['unseen_pp', 'needed_tasks', 'fell_back', 'fallback_reason', 'finalists', 'folder'],
  ...['aa_repeats', 'aa_flip_rate', 'aa_largest_pp'],
];

type Value = string | number | boolean | null;

/** RFC 4180: one row per cell with `all` as its seed, and one per seed below it. Numbers in full. */
export function aggregateCsv({ cells }: Aggregate): string {
  const rows: readonly (readonly Value[])[] = cells.flatMap((cell) => [
    cellValues(cell),
    ...seedValues(cell),
  ]);
  return [CSV_HEADER, ...rows].map((row) => `${row.map(csvField).join(',')}\r\n`).join('');
}

function csvField(value: Value): string {
  const text = value === null ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function nameValues({ name, standing }: AggregatedCell): Value[] {
  const { method, dataset, topology, framework, communication, teamSize, model, variant } = name;
  const place = [dataset, topology, framework, communication, teamSize, model, variant];
  return [standing, method, ...place];
}

function cellValues(cell: AggregatedCell): Value[] {
  const { figures, incomplete, pHolm, minPHolm, family } = cell;
  const complete = [incomplete.length === 0, incomplete.join('; ')];
  const head = [...nameValues(cell), 'all', ...complete];
  if (figures === null)
    return [...head, ...Array<Value>(CSV_HEADER.length - head.length).fill(null)];
  const { percentile, bca, seeds } = figures;
  const total = (of: 'scored' | 'planned'): number =>
    seeds.reduce((sum, seed) => sum + seed[of], 0);
  return [
    ...head,
    ...[total('scored'), total('planned')],
    ...[figures.baseline, figures.deployed, figures.deltaPoints, figures.deltaDeviation],
    ...[percentile.low, percentile.high, bca?.low ?? null, bca?.high ?? null],
    ...[figures.gained, figures.lost, figures.pValue, pHolm, minPHolm, family],
    ...[figures.detectablePoints, figures.unseen?.high ?? null, figures.neededTasks],
    ...[figures.fallbacks, null, null, null],
    ...noiseValues(figures.noise),
  ];
}

function seedValues(cell: AggregatedCell): Value[][] {
  const complete = [cell.incomplete.length === 0, ''];
  return (cell.figures?.seeds ?? []).map((seed) => [
    ...nameValues(cell),
    seed.seed,
    ...complete,
    ...[seed.scored, seed.planned, seed.baseline, seed.deployed, seed.deltaPoints, null],
    ...[null, null, null, null],
    ...[seed.gained, seed.lost, seed.pValue, null, null, cell.family],
    ...[seed.detectablePoints, null, null, seed.fellBack, seed.fallbackReason, seed.finalists],
    seed.folder,
    ...noiseValues(seed.noise),
  ]);
}

function noiseValues(noise: Noise | null): Value[] {
  return noise === null ? [null, null, null] : [noise.repeats, noise.flipRate, noise.largestPoints];
}

export function aggregateMarkdown(aggregate: Aggregate, options: TableOptions): string {
  return aggregateTables(aggregate, options)
    .map(({ title, header, rows, notes }) => {
      const line = (cells: readonly string[]): string =>
        `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
      const table = [line(header), line(header.map(() => '---')), ...rows.map(line)];
      const below = notes.map((note) => `- ${note}`);
      return [`## ${title}`, '', ...table, '', ...below, ''].join('\n');
    })
    .join('\n');
}

/** Stars by the corrected p-value; a deployed rate is bold only where being the best holds. Needs the package booktabs. */
export function aggregateLatex({ cells, options }: Aggregate): string {
  const rows = cells.map((cell) => {
    const { name, figures, incomplete, pHolm, isBest, standing } = cell;
    const mark = standing === 'conformant' ? '' : ` (${standing})`;
    const title = latexText(`${cellTitle(name)}${mark}`);
    if (figures === null || incomplete.length > 0) return `${title} & -- & -- & -- & -- \\\\`;
    const deployed = (100 * figures.deployed).toFixed(1);
    // No width would say that nothing else is possible.
    const { low, high } = figures.unseen ?? figures.percentile;
    const half = Math.max(figures.deltaPoints - low, high - figures.deltaPoints);
    return [
      title,
      (100 * figures.baseline).toFixed(1),
      isBest ? `\\textbf{${deployed}}` : deployed,
      `$${points(figures.deltaPoints)} \\pm ${half.toFixed(1)}$${stars(pHolm)}`,
      `$${points(low)}$ to $${points(high)}$ \\\\`,
    ].join(' & ');
  });
  return [
    '% stars: p corrected by Holm within its family, * < 0.05, ** < 0.01, *** < 0.001;',
    '% ± is the farther end of the 95 % bootstrap interval; -- is an incomplete cell.',
    `% family: ${options.family}; resampled: ${options.resampling ?? 'tasks'}; seeds: ${options.seeds.join(', ')}; bold: best of its place, p <= ${LEVEL} against every other.`,
    '\\begin{tabular}{lrrrr}',
    '\\toprule',
    'cell & baseline (\\%) & deployed (\\%) & gain (points) & 95\\,\\% interval \\\\',
    '\\midrule',
    ...rows,
    '\\bottomrule',
    '\\end{tabular}',
    '',
  ].join('\n');
}

function stars(p: number | null): string {
  if (p === null || p >= 0.05) return '';
  return `\\textsuperscript{${p < 0.001 ? '***' : p < 0.01 ? '**' : '*'}}`;
}

const LATEX: { readonly [character: string]: string } = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '×': '$\\times$',
  '·': '$\\cdot$',
};

function latexText(text: string): string {
  return text.replaceAll(/[\\~^×·{}#$%&_]/g, (found) => LATEX[found] ?? `\\${found}`);
}
