/** What does a point of score cost per task? Drawn as one SVG, the same bytes every time. */
import { percentText } from '../numbers.ts';
import { escapeText } from '../svg/markup.ts';
import type { Palette } from '../svg/palette.ts';
import { linearScale, type Scale } from '../svg/scale.ts';
import { drawMark, fixed, type Mark, type Shape } from '../svg/shapes.ts';
import type { FrontPoint, FrontReport, MeasuredPoint } from './front-report.ts';

const WIDTH = 860;
const HEIGHT = 420;
const TOP = 72;
const BOTTOM = 330;
const LEFT = 64;
const GAP = 56;
const UNITS = [
  { unit: 'tokensPerTask', front: 'tokens', label: 'tokens per task' },
  { unit: 'callsPerTask', front: 'calls', label: 'model calls per task' },
] as const;

type Unit = (typeof UNITS)[number];

export interface FrontFigure {
  readonly title: string;
  /** Stands under the title; says when results are simulated. */
  readonly subtitle: string;
  readonly report: FrontReport;
  readonly palette: Palette;
}

/** Null when there are fewer than two points whose cost is known. No script, no font file, no reference to outside. */
export function frontFigure({ title, subtitle, report, palette }: FrontFigure): string | null {
  const points = [...report.candidates, ...report.measured];
  const units = UNITS.filter(({ unit }) => {
    const costs = new Set(points.flatMap((point) => point[unit] ?? []));
    return costs.size > 1;
  });
  const panels = units.length > 0 ? units : UNITS.slice(0, 1);
  if (points.filter((point) => panels.some(({ unit }) => point[unit] !== null)).length < 2) {
    return null;
  }
  const y = linearScale(
    points.map(({ score }) => 100 * score),
    { start: BOTTOM, end: TOP },
  );
  const width = (WIDTH - LEFT - 24 - GAP * (panels.length - 1)) / panels.length;
  const body = panels.flatMap((panel, index) =>
    drawPanel(report, panel, { y, palette, left: LEFT + index * (width + GAP), width }),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="Helvetica, Arial, sans-serif" font-size="13" role="img" aria-label="${escapeText(title)}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${palette.paper}"/>`,
    `<text x="20" y="28" font-size="16" font-weight="bold" fill="${palette.ink}">${escapeText(title)}</text>`,
    `<text x="20" y="48" fill="${palette.warning}">${escapeText(subtitle)}</text>`,
    ...body,
    ...legend(report, palette),
    '</svg>',
    '',
  ].join('\n');
}

interface Place {
  readonly y: Scale;
  readonly palette: Palette;
  readonly left: number;
  readonly width: number;
}

function drawPanel(report: FrontReport, { unit, front, label }: Unit, place: Place): string[] {
  const { y, palette, left, width } = place;
  const known = <Point extends FrontPoint>(points: readonly Point[]) =>
    points.flatMap((point) => {
      const cost = point[unit];
      return cost === null ? [] : [{ point, cost }];
    });
  const candidates = known(report.candidates);
  const measured = known(report.measured);
  const costs = [...candidates, ...measured].map(({ cost }) => cost);
  if (costs.length === 0) return [];
  const x = linearScale(costs, { start: left, end: left + width });
  const members = report.front[front];
  const steps = candidates
    .filter(({ point }) => members.includes(point.digest))
    .sort((one, other) => one.cost - other.cost)
    .map(({ point, cost }) => ({ x: x.at(cost), y: y.at(100 * point.score) }));
  const marks = [
    ...candidates.map(({ point, cost }) => ({
      ...markOf(point, palette),
      fill: members.includes(point.digest) ? ('solid' as const) : ('faint' as const),
      x: x.at(cost),
      y: y.at(100 * point.score),
      title: titleOf(point, `search, ${report.on}`, { cost, label }),
    })),
    ...measured.map(({ point, cost }) => ({
      ...markOf(point, palette),
      fill: fillOf(point),
      x: x.at(cost),
      y: y.at(100 * point.score),
      size: point.on === 'test' ? 7 : 6,
      title: titleOf(point, point.on, { cost, label }),
    })),
  ];
  return [
    ...axes({ x, y }, label, place),
    frontLine(steps, { right: left + width, colour: palette.candidate }),
    ...marks.map(drawMark),
  ];
}

const SHAPES: { readonly [name: string]: Shape } = {
  seed: 'square',
  frozen: 'diamond',
  incumbent: 'triangle',
};

function markOf({ name }: FrontPoint, palette: Palette): Pick<Mark, 'shape' | 'colour' | 'size'> {
  const shape = SHAPES[name] ?? 'circle';
  const colour = shape === 'circle' ? palette.candidate : teamColour(name, palette);
  return { shape, colour, size: shape === 'circle' ? 4 : 5 };
}

function teamColour(name: string, palette: Palette): string {
  return name === 'seed' ? palette.seed : palette.frozen;
}

function fillOf({ on }: MeasuredPoint): Mark['fill'] {
  return on === 'test' ? 'solid' : 'hollow';
}

function titleOf(
  { name, score, tasks }: FrontPoint,
  on: string,
  { cost, label }: { readonly cost: number; readonly label: string },
): string {
  const price = cost.toLocaleString('en-US', { maximumFractionDigits: 2 });
  return `${name}, ${on}: ${percentText(score)} on ${tasks} tasks, ${price} ${label}`;
}

/** Along the front: what a budget per task buys at most. */
function frontLine(
  steps: readonly { readonly x: number; readonly y: number }[],
  { right, colour }: { readonly right: number; readonly colour: string },
): string {
  const [first, ...rest] = steps;
  if (first === undefined) return '';
  const path = rest.map((step) => `H${fixed(step.x)}V${fixed(step.y)}`).join('');
  return `<path d="M${fixed(first.x)} ${fixed(first.y)}${path}H${fixed(right)}" fill="none" stroke="${colour}" stroke-width="1.5" stroke-dasharray="5 3"/>`;
}

function axes(
  scales: { readonly x: Scale; readonly y: Scale },
  label: string,
  { palette, left, width }: Place,
): string[] {
  const across = scales.y.ticks.flatMap((tick) => {
    const at = fixed(scales.y.at(tick));
    return [
      `<line x1="${fixed(left)}" y1="${at}" x2="${fixed(left + width)}" y2="${at}" stroke="${palette.grid}"/>`,
      `<text x="${fixed(left - 8)}" y="${fixed(scales.y.at(tick) + 4)}" text-anchor="end" fill="${palette.muted}">${tick.toFixed(scales.y.digits)} %</text>`,
    ];
  });
  const upright = scales.x.ticks.flatMap((tick) => {
    const at = fixed(scales.x.at(tick));
    const text = tick.toLocaleString('en-US', { maximumFractionDigits: scales.x.digits });
    return [
      `<line x1="${at}" y1="${TOP}" x2="${at}" y2="${BOTTOM}" stroke="${palette.grid}"/>`,
      `<text x="${at}" y="${BOTTOM + 18}" text-anchor="middle" fill="${palette.muted}">${text}</text>`,
    ];
  });
  return [
    ...across,
    ...upright,
    `<text x="${fixed(left + width / 2)}" y="${BOTTOM + 40}" text-anchor="middle" fill="${palette.ink}">${label}</text>`,
  ];
}

/** What shapes and fills mean; only what is there. */
function legend(report: FrontReport, palette: Palette): string[] {
  const names = new Set([...report.candidates, ...report.measured].map(({ name }) => name));
  const place = { x: 0, y: 0, size: 5, title: '' };
  const circle = { ...place, shape: 'circle', colour: palette.candidate } as const;
  const teams = ['seed', 'frozen', 'incumbent'].filter((name) => names.has(name));
  const entries: { readonly mark: Mark; readonly text: string }[] = [
    { mark: { ...circle, fill: 'faint' }, text: `candidate, on ${report.on} tasks of the search` },
    { mark: { ...circle, fill: 'solid' }, text: 'on the front' },
    ...teams.map((name) => ({
      mark: { ...place, ...markOf({ name } as FrontPoint, palette), fill: 'faint' as const },
      text: name,
    })),
    ...(report.measured.length === 0
      ? []
      : [
          {
            mark: { ...place, shape: 'diamond', colour: palette.muted, fill: 'hollow' } as const,
            text: 'measured on validation',
          },
          {
            mark: { ...place, shape: 'diamond', colour: palette.muted, fill: 'solid' } as const,
            text: 'on the test',
          },
        ]),
  ];
  let x = 30;
  return entries.flatMap(({ mark, text }) => {
    const at = x;
    x += 30 + 6.6 * text.length;
    return [
      drawMark({ ...mark, x: at, y: HEIGHT - 22 }),
      `<text x="${fixed(at + 12)}" y="${HEIGHT - 18}" font-size="12" fill="${palette.ink}">${text}</text>`,
    ];
  });
}
