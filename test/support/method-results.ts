/** How are the results of several methods told in the README: as a table and as a picture? */

import { gainFigure } from '../../src/report/gain-figure.ts';
import type { Comparison } from '../../src/statistics/paired-comparison.ts';

export interface MethodResult {
  readonly method: string;
  readonly seed: number;
  readonly selected: string;
  readonly comparison: Comparison;
  readonly accuracy: {
    readonly seed: { readonly rate: number };
    readonly frozen: { readonly rate: number };
  };
}

function percent(rate: number): string {
  return `${(100 * rate).toFixed(0)} %`;
}

function signed(points: number): string {
  return `${points < 0 ? '−' : '+'}${Math.abs(points).toFixed(1)}`;
}

export function methodFigure(results: readonly MethodResult[]): string {
  return gainFigure({
    title: 'Frozen team against its seed prompts, 100 held-out API-Bank tasks',
    subtitle: 'SIMULATED MODEL: these numbers say nothing about any real model',
    rows: results.map(({ method, seed, comparison, accuracy }) => ({
      label: `${method} · seed ${seed}`,
      group: method,
      deltaPoints: comparison.deltaPoints ?? 0,
      low: comparison.interval?.low ?? 0,
      high: comparison.interval?.high ?? 0,
      note: `${percent(accuracy.seed.rate)} → ${percent(accuracy.frozen.rate)}, p = ${(comparison.pValue ?? 1).toFixed(3)}`,
    })),
  });
}

/** Markdown table, one row per job. */
export function methodRows(results: readonly MethodResult[]): string[] {
  return [
    '| method (simulated model) | seed | seed prompts | frozen | change, 95 % interval | exact p |',
    '|---|---:|---:|---:|---:|---:|',
    ...results.map(({ method, seed, comparison, accuracy }) => {
      const { interval } = comparison;
      const change = `${signed(comparison.deltaPoints ?? 0)} (${signed(interval?.low ?? 0)} to ${signed(interval?.high ?? 0)})`;
      return `| ${method} | ${seed} | ${percent(accuracy.seed.rate)} | ${percent(accuracy.frozen.rate)} | ${change} | ${(comparison.pValue ?? 1).toFixed(3)} |`;
    }),
  ];
}

/** Markdown table, one row per method and one column per seed. */
export function seedRows(results: readonly MethodResult[]): string[] {
  const seeds = [...new Set(results.map(({ seed }) => seed))];
  const methods = [...new Set(results.map(({ method }) => method))];
  const cell = (method: string, seed: number): string => {
    const found = results.find((result) => result.method === method && result.seed === seed);
    if (found === undefined) return '';
    const { comparison, accuracy } = found;
    const change = signed(comparison.deltaPoints ?? 0);
    const p = comparison.pValue ?? 1;
    const shown = p < 0.0005 ? 'p < 0.001' : `p ${p.toFixed(3)}`;
    return `${percent(accuracy.seed.rate)} → ${percent(accuracy.frozen.rate)} (${change}, ${shown})`;
  };
  return [
    `| method (simulated model) | ${seeds.map((seed) => `seed ${seed}`).join(' | ')} |`,
    `|---|${seeds.map(() => '---:').join('|')}|`,
    ...methods.map(
      (method) => `| ${method} | ${seeds.map((seed) => cell(method, seed)).join(' | ')} |`,
    ),
  ];
}
