/** Does the committed page say what the committed numbers say? */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { curves } from '../../../../scripts/bench/optimizers/report/curves.ts';
import { readme } from '../../../../scripts/bench/optimizers/report/readme.ts';
import {
  type Summary,
  spread,
  summarize,
} from '../../../../scripts/bench/optimizers/report/summary.ts';

const folder = resolve(import.meta.dirname, '../../../../benchmarks/optimizers');

function committed(name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

it.skipIf(!existsSync(join(folder, 'results.json')))(
  'is the page and the curves of results.json',
  () => {
    const summary = JSON.parse(committed('results.json')) as Summary;
    expect(summary.simulated).toBe(true);
    expect(committed('README.md')).toBe(readme(summary));
    expect(committed('regret-by-rollouts.svg')).toBe(curves(summary, 'charged'));
    expect(committed('regret-by-tokens.svg')).toBe(curves(summary, 'tokens'));
  },
);

it('covers a median with the order statistics of the tables for the sign test', () => {
  // 20 values: the 6th smallest to the 6th largest (Conover, Practical Nonparametric Statistics, table A3).
  const values = Array.from({ length: 20 }, (_, index) => index + 1);
  expect(spread(values)).toEqual({ median: 10.5, low: 6, high: 15 });
});

it('counts a duel won by the sign of paired differences, and a reach by the smallest budget', () => {
  const run = (method: string, seed: number, budget: number, score: number) => ({
    ...{ method, landscape: 'additive', seed, budget, score, seedScore: 0, optimum: 1 },
    ...{ charged: budget, tokens: 1, stop: 'budget' },
  });
  const seeds = Array.from({ length: 6 }, (_, seed) => seed);
  const runs = seeds.flatMap((seed) => [
    ...[100, 200].map((budget) => run('random', seed, budget, 0.2)),
    ...[100, 200].map((budget) => run('gepa', seed, budget, 0.5)),
    ...[100, 200].map((budget) => run('credo', seed, budget, budget / 200)),
  ]);
  const { duels, reach } = summarize(runs, { date: '2026-01-01', command: 'x' });
  // Six of six: 1 / 64.
  expect(duels.find(({ method }) => method === 'gepa')).toMatchObject({
    ...{ better: 6, worse: 0, p: 0.0156, beats: true },
  });
  expect(reach).toEqual([{ landscape: 'additive', peer: 'gepa', peerScore: 0.5, budget: 100 }]);
});
