/** How does an aggregate leave for other tools: CSV, JSON lines, Markdown, LaTeX? */
import type { Aggregate } from './aggregate.ts';
import { LEVEL } from './best.ts';
import { aggregateColumns, type Column, type ColumnValue } from './rows.ts';
import { aggregateTables, cellTitle, points, type TableOptions } from './table.ts';

/** RFC 4180: one row per cell with `all` as its seed, and one per seed below it. Numbers in full. */
export function aggregateCsv(aggregate: Aggregate): string {
  const columns = aggregateColumns(aggregate);
  const rows = rowsOf(columns).map((row) =>
    row.map((value, at) => (columns[at]?.name === 'seed' ? (value ?? 'all') : value)),
  );
  return [columns.map(({ name }) => name), ...rows]
    .map((row) => `${row.map(csvField).join(',')}\r\n`)
    .join('');
}

/** One JSON object per row; of a cell, `seed` is null. */
export function aggregateJsonLines(aggregate: Aggregate): string {
  const columns = aggregateColumns(aggregate);
  return rowsOf(columns)
    .map((row) => row.map((value, at) => [columns[at]?.name ?? '', value] as const))
    .map((row) => `${JSON.stringify(Object.fromEntries(row))}\n`)
    .join('');
}

function rowsOf(columns: readonly Column[]): ColumnValue[][] {
  const count = columns[0]?.values.length ?? 0;
  return Array.from({ length: count }, (_, row) =>
    columns.map(({ values }) => values[row] ?? null),
  );
}

function csvField(value: ColumnValue): string {
  const text = value === null ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
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
