/** What do the runs of all seeds come to, and which targets are met? */
import { gainExact } from '../../../../src/statistics/significance.ts';
import { COUNTED, EXPECTATIONS } from '../expectations.ts';
import type { RunResult } from '../run-one.ts';

export interface Spread {
  readonly median: number;
  /** Order statistics that cover the median with at least 95 %; the extremes where there are too few values. */
  readonly low: number;
  readonly high: number;
}

export interface Point {
  readonly method: string;
  readonly landscape: string;
  readonly budget: number;
  readonly seeds: number;
  /** Optimum minus true expected score of what the method returned. */
  readonly regret: Spread;
  readonly score: Spread;
  /** Runs that returned something worse than the seed team. */
  readonly belowSeed: number;
  readonly charged: number;
  readonly tokens: number;
}

/** A method against `random` with the same seeds and the largest budget. */
export interface Duel {
  readonly method: string;
  readonly landscape: string;
  readonly better: number;
  readonly worse: number;
  /** One-sided sign test. */
  readonly p: number;
  readonly addressed: boolean;
  readonly beats: boolean;
}

export interface Reach {
  readonly landscape: string;
  readonly peer: string;
  readonly peerScore: number;
  /** Smallest measured budget with which credo's median is at least the best peer's with the largest; null: none. */
  readonly budget: number | null;
}

export interface Summary {
  readonly simulated: true;
  readonly date: string;
  readonly command: string;
  readonly budgets: readonly number[];
  readonly points: readonly Point[];
  readonly duels: readonly Duel[];
  readonly reach: readonly Reach[];
}

export function summarize(
  runs: readonly RunResult[],
  made: { readonly date: string; readonly command: string },
): Summary {
  const budgets = unique(runs.map(({ budget }) => budget)).toSorted((left, right) => left - right);
  const points = pointsOf(runs);
  const largest = runs.filter(({ budget }) => budget === budgets.at(-1));
  return {
    simulated: true,
    ...made,
    budgets,
    points,
    duels: duelsOf(largest),
    reach: COUNTED.flatMap((landscape) => reachOf(points, landscape, budgets)),
  };
}

function pointsOf(runs: readonly RunResult[]): Point[] {
  const groups = new Map<string, RunResult[]>();
  for (const run of runs) {
    const key = `${run.landscape} ${run.method} ${run.budget}`;
    groups.set(key, [...(groups.get(key) ?? []), run]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { method, landscape, budget } = first;
    return [
      {
        ...{ method, landscape, budget, seeds: group.length },
        regret: spread(group.map(({ optimum, score }) => optimum - score)),
        score: spread(group.map(({ score }) => score)),
        belowSeed: group.filter(({ score, seedScore }) => score < seedScore - TIE).length,
        charged: spread(group.map(({ charged }) => charged)).median,
        tokens: spread(group.map(({ tokens }) => tokens)).median,
      },
    ];
  });
}

export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((left, right) => left - right);
  const count = sorted.length;
  const at = (index: number): number => round(sorted[Math.min(count - 1, Math.max(0, index))] ?? 0);
  const middle = ((sorted[(count - 1) >> 1] ?? 0) + (sorted[count >> 1] ?? 0)) / 2;
  const rank = coveringRank(count);
  return { median: round(middle), low: at(rank), high: at(count - 1 - rank) };
}

/** The largest k with P(Binomial(n, ½) ≤ k − 1) ≤ 2.5 %: the interval runs from the k-th smallest to the k-th largest value. */
function coveringRank(count: number): number {
  let tail = 0;
  let term = 0.5 ** count;
  for (let below = 0; below < count; below += 1) {
    tail += term;
    if (tail > 0.025) return Math.max(0, below - 1);
    term *= (count - below) / (below + 1);
  }
  return 0;
}

function duelsOf(runs: readonly RunResult[]): Duel[] {
  const places = new Map(runs.map((run) => [`${run.method} ${run.landscape} ${run.seed}`, run]));
  const cells = unique(runs.map(({ landscape, method }) => `${landscape} ${method}`));
  return cells.flatMap((cell) => {
    const [landscape = '', method = ''] = cell.split(' ');
    if (method === 'random' || method === 'identity') return [];
    const differences = runs
      .filter((run) => run.method === method && run.landscape === landscape)
      .flatMap((run) => {
        const blind = places.get(`random ${landscape} ${run.seed}`);
        return blind === undefined ? [] : [run.score - blind.score];
      });
    const better = differences.filter((difference) => difference > TIE).length;
    const worse = differences.filter((difference) => difference < -TIE).length;
    const p = round(gainExact({ gained: better, lost: worse }));
    const addressed = EXPECTATIONS[method]?.addresses.includes(landscape) === true;
    return [{ method, landscape, better, worse, p, addressed, beats: p <= 0.05 }];
  });
}

/** Scores that differ by less are the same sum in another order. */
const TIE = 1e-9;

function reachOf(points: readonly Point[], landscape: string, budgets: readonly number[]): Reach[] {
  const here = points.filter((point) => point.landscape === landscape);
  const last = here.filter(({ budget, method }) => budget === budgets.at(-1) && method !== 'credo');
  const best = last.toSorted((left, right) => right.score.median - left.score.median)[0];
  if (best === undefined) return [];
  const reached = here
    .filter(({ method, score }) => method === 'credo' && score.median >= best.score.median)
    .map(({ budget }) => budget);
  return [
    {
      landscape,
      peer: best.method,
      peerScore: best.score.median,
      budget: reached.length === 0 ? null : Math.min(...reached),
    },
  ];
}

export function unique<T>(items: readonly T[]): T[] {
  return [...new Set(items)];
}

function round(value: number): number {
  return Number(value.toFixed(4));
}
