/** What did the search find with how many rollouts? Every candidate is a point; drawn as one SVG. */
import { FEWEST_TASKS } from '../cost/front-report.ts';
import { percentText } from '../numbers.ts';
import type { Palette } from '../svg/palette.ts';
import { linearScale } from '../svg/scale.ts';
import { drawMark, fixed, type Shape } from '../svg/shapes.ts';
import type { PageCandidate } from './page-input.ts';

const WIDTH = 860;
const HEIGHT = 320;
const TOP = 16;
const BOTTOM = 260;
const LEFT = 64;
const RIGHT = 836;
const SHAPES: { readonly [name: string]: Shape } = {
  seed: 'square',
  frozen: 'diamond',
  incumbent: 'triangle',
};

interface Point {
  readonly name: string;
  readonly charged: number;
  readonly score: number;
  readonly tasks: number;
}

/** Null when the search kept no scores. `on`: the split that the scores are from. */
export function learningFigure(
  candidates: readonly PageCandidate[],
  on: 'train' | 'validation',
  palette: Palette,
): string | null {
  const points = candidates.flatMap(({ name, seen }): Point[] => {
    const score = seen?.[on].score ?? null;
    if (seen === null || score === null) return [];
    return [{ name, charged: seen.charged, score, tasks: seen[on].tasks }];
  });
  if (points.length === 0) return null;
  const x = linearScale([0, ...points.map(({ charged }) => charged)], { start: LEFT, end: RIGHT });
  const y = linearScale([0, 100], { start: BOTTOM, end: TOP });
  const colours = { square: palette.seed, diamond: palette.frozen, triangle: palette.frozen };
  const marks = points.map((point) => {
    const shape = SHAPES[point.name] ?? 'circle';
    const isFew = point.tasks < FEWEST_TASKS;
    return drawMark({
      x: x.at(point.charged),
      y: y.at(100 * point.score),
      shape,
      colour: shape === 'circle' ? palette.candidate : colours[shape],
      fill: isFew ? 'hollow' : shape === 'circle' ? 'faint' : 'solid',
      size: isFew ? 2.5 : shape === 'circle' ? 4 : 6,
      title: `${point.name}: ${percentText(point.score)} on ${point.tasks} ${on} tasks, after ${point.charged} rollouts`,
    });
  });
  const across = y.ticks.flatMap((tick) => [
    `<line x1="${LEFT}" y1="${fixed(y.at(tick))}" x2="${RIGHT}" y2="${fixed(y.at(tick))}" stroke="${palette.grid}"/>`,
    `<text x="${LEFT - 8}" y="${fixed(y.at(tick) + 4)}" text-anchor="end" fill="${palette.muted}">${tick} %</text>`,
  ]);
  const upright = x.ticks.map(
    (tick) =>
      `<text x="${fixed(x.at(tick))}" y="${BOTTOM + 18}" text-anchor="middle" fill="${palette.muted}">${tick}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-size="13" role="img" aria-label="Score of every candidate against the rollouts charged when it was first scored">`,
    ...across,
    ...upright,
    `<text x="${(LEFT + RIGHT) / 2}" y="${BOTTOM + 42}" text-anchor="middle" fill="${palette.ink}">rollouts charged when the candidate was first scored</text>`,
    bestLine(points, { x: x.at, y: y.at, right: RIGHT, colour: palette.candidate }),
    ...marks,
    '</svg>',
  ].join('\n');
}

/** The highest score so far, among those of enough tasks. */
function bestLine(
  points: readonly Point[],
  at: {
    readonly x: (charged: number) => number;
    readonly y: (percent: number) => number;
    readonly right: number;
    readonly colour: string;
  },
): string {
  let best = -1;
  let path = '';
  for (const { charged, score, tasks } of points) {
    if (tasks < FEWEST_TASKS || score <= best) continue;
    const [x, y] = [fixed(at.x(charged)), fixed(at.y(100 * score))];
    path += path === '' ? `M${x} ${y}` : `H${x}V${y}`;
    best = score;
  }
  if (path === '') return '';
  return `<path d="${path}H${at.right}" fill="none" stroke="${at.colour}" stroke-width="1.5" stroke-dasharray="5 3"/>`;
}
