/** How much did each job gain on held-out tasks, and how sure is that? Drawn as one SVG, the same bytes every time. */

import { escapeText } from './svg/markup.ts';

export interface GainRow {
  /** Named left of the row, for example `maspo · seed 0`. */
  readonly label: string;
  /** Rows of one group stand together and share a colour. */
  readonly group: string;
  /** Frozen minus seed, in percentage points. */
  readonly deltaPoints: number;
  /** 95 % paired interval, in percentage points. */
  readonly low: number;
  readonly high: number;
  /** Written right of the row, for example `48 % → 60 %`. */
  readonly note: string;
}

export interface GainFigure {
  readonly title: string;
  /** Stands under the title; says when results are simulated. */
  readonly subtitle: string;
  readonly rows: readonly GainRow[];
}

const WIDTH = 860;
const LEFT = 190;
const RIGHT = 250;
const TOP = 70;
const ROW = 24;
const GROUP_GAP = 12;
const COLOURS = ['#6b7280', '#b45309', '#1d4ed8', '#047857', '#9333ea'];

/** Text in the figure scales with it; no script, no font file, no reference to outside. */
export function gainFigure(figure: GainFigure): string {
  const groups = [...new Set(figure.rows.map((row) => row.group))];
  const scale = horizontalScale(figure.rows);
  const bottom = TOP + figure.rows.length * ROW + groups.length * GROUP_GAP;
  const height = bottom + 52;
  const body = figure.rows.map((row, index) => {
    const group = groups.indexOf(row.group);
    const y = TOP + index * ROW + group * GROUP_GAP + ROW / 2;
    return drawRow(row, { y, colour: COLOURS[group % COLOURS.length] ?? '#000', x: scale.x });
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="Helvetica, Arial, sans-serif" font-size="13" role="img" aria-label="${escapeText(figure.title)}">`,
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    `<text x="20" y="28" font-size="16" font-weight="bold" fill="#111827">${escapeText(figure.title)}</text>`,
    `<text x="20" y="48" fill="#b91c1c">${escapeText(figure.subtitle)}</text>`,
    ...axis(scale, { top: TOP - 4, bottom }),
    ...body.flat(),
    `<text x="${LEFT + (WIDTH - LEFT - RIGHT) / 2}" y="${bottom + 40}" text-anchor="middle" fill="#374151">held-out change, percentage points (95 % paired interval)</text>`,
    '</svg>',
    '',
  ].join('\n');
}

interface Scale {
  readonly ticks: readonly number[];
  readonly x: (points: number) => number;
}

function horizontalScale(rows: readonly GainRow[]): Scale {
  const low = Math.min(0, ...rows.map((row) => row.low));
  const high = Math.max(0, ...rows.map((row) => row.high));
  const step = high - low > 40 ? 10 : 5;
  const first = Math.floor(low / step) * step;
  const last = Math.max(first + step, Math.ceil(high / step) * step);
  const count = Math.round((last - first) / step) + 1;
  const ticks = Array.from({ length: count }, (_, index) => first + index * step);
  const width = WIDTH - LEFT - RIGHT;
  return { ticks, x: (points) => LEFT + ((points - first) / (last - first)) * width };
}

function axis(scale: Scale, edge: { top: number; bottom: number }): string[] {
  return scale.ticks.flatMap((tick) => {
    const x = scale.x(tick).toFixed(1);
    const colour = tick === 0 ? '#111827' : '#e5e7eb';
    return [
      `<line x1="${x}" y1="${edge.top}" x2="${x}" y2="${edge.bottom}" stroke="${colour}"/>`,
      `<text x="${x}" y="${edge.bottom + 18}" text-anchor="middle" fill="#6b7280">${tick > 0 ? '+' : ''}${tick}</text>`,
    ];
  });
}

function drawRow(
  row: GainRow,
  place: { y: number; colour: string; x: (points: number) => number },
): string[] {
  const { y, colour, x } = place;
  const [low, middle, high] = [row.low, row.deltaPoints, row.high].map((points) =>
    x(points).toFixed(1),
  );
  return [
    `<text x="${LEFT - 14}" y="${y + 4}" text-anchor="end" fill="#111827">${escapeText(row.label)}</text>`,
    `<line x1="${low}" y1="${y}" x2="${high}" y2="${y}" stroke="${colour}" stroke-width="3" stroke-linecap="round"/>`,
    `<circle cx="${middle}" cy="${y}" r="5" fill="${colour}"/>`,
    `<text x="${WIDTH - RIGHT + 16}" y="${y + 4}" fill="#374151">${escapeText(row.note)}</text>`,
  ];
}
