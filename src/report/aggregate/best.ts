/** Which method is best in its place, and is that more than chance? */
import { randomStream } from '../../core/random.ts';
import { signFlipTest } from '../../statistics/sign-flip.ts';
import { holm } from '../../statistics/significance.ts';
import { mean } from '../../statistics/summary.ts';
import type { Cell } from './cells.ts';

/** Differences at or below this p-value hold. */
export const LEVEL = 0.05;

/**
 * The cells that are the best of their place (all cells that differ in method and variant only), where that holds: the
 * deployed team is better than that of every other cell of the place, task by task with the seeds of a task together
 * (sign flips), each p-value corrected for the number of others (Holm). A cell without a rival is the best of nothing.
 */
export function provenBest<C extends Cell>(cells: readonly C[]): Set<C> {
  const places = new Map<string, C[]>();
  for (const cell of cells) {
    const place = { ...cell.name, method: '', variant: '' };
    const key = JSON.stringify([cell.standing, place, tasksOf(cell)]);
    places.set(key, [...(places.get(key) ?? []), cell]);
  }
  const best = new Set<C>();
  for (const rivals of places.values()) {
    const ranked = [...rivals].sort((left, right) => scoreOf(right) - scoreOf(left));
    const [first, ...others] = ranked;
    if (first === undefined || others.length === 0) continue;
    const pValues = holm(others.map((other) => comparisonP(first, other)));
    const leads = others.every((other) => scoreOf(first) > scoreOf(other));
    if (leads && pValues.every((p) => p <= LEVEL)) best.add(first);
  }
  return best;
}

function tasksOf({ seeds }: Cell): readonly string[] {
  return seeds[0]?.measured.rows.map(({ id }) => id) ?? [];
}

function scoreOf({ seeds }: Cell): number {
  const scores = seeds.map(({ measured }) =>
    mean(measured.rows.flatMap(({ deployed }) => deployed ?? [])),
  );
  return mean(scores.filter((score) => score !== null)) ?? 0;
}

/** Seeds that both have; a task that either did not observe is left out. */
function comparisonP(first: Cell, other: Cell): number {
  const theirs = new Map(other.seeds.map(({ seed, measured }) => [seed, measured.rows]));
  const units = tasksOf(first).map((_, task) =>
    first.seeds.reduce((sum, { seed, measured }) => {
      const ours = measured.rows[task]?.deployed ?? null;
      const rival = theirs.get(seed)?.[task]?.deployed ?? null;
      return ours === null || rival === null ? sum : sum + ours - rival;
    }, 0),
  );
  const path = [JSON.stringify(first.name), JSON.stringify(other.name)];
  return signFlipTest(units, randomStream('sign-flip', 'best', ...path)).pValue;
}
