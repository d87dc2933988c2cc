/** Which members of a pool of teams are worth keeping in mind? Instance-wise Pareto, as in GEPA (arXiv 2507.19457). */
import type { Candidate } from '../../../core/candidate.ts';
import type { RandomStream } from '../../../core/random.ts';

/** A member of the pool. Its index in the pool is its name. */
export interface Program {
  readonly candidate: Candidate;
  /** Indices of the programs it was made from; empty for the seed. */
  readonly parents: readonly number[];
  /** Validation task id to score; a task that was not observed is missing, never 0. */
  readonly scores: ReadonlyMap<string, number>;
  /** Of its team on these tasks; null when nobody counted. */
  readonly tokensPerTask: number | null;
  /** Which of its components is changed next. */
  readonly pointer: number;
}

export interface Leader {
  readonly index: number;
  /** Validation tasks on which no program of the pool scores more; at least 1. */
  readonly leads: number;
}

/** In [0, 1]; 0 when nothing was observed. */
export function meanScore({ scores }: Program): number {
  if (scores.size === 0) return 0;
  return [...scores.values()].reduce((sum, score) => sum + score, 0) / scores.size;
}

/** Who leads while the pool grows: the highest mean; of equals the one with more observed tasks, then the earliest. */
export function bestProgram(pool: readonly Program[]): number {
  let best = 0;
  pool.forEach((program, index) => {
    const leader = pool[best] as Program;
    const gain = meanScore(program) - meanScore(leader);
    if (gain > 0 || (gain === 0 && program.scores.size > leader.scores.size)) best = index;
  });
  return best;
}

/** Task id to the indices of all programs that attain its highest score. */
export function leaderSets(pool: readonly Program[]): ReadonlyMap<string, ReadonlySet<number>> {
  const best = new Map<string, { score: number; leaders: Set<number> }>();
  pool.forEach(({ scores }, index) => {
    for (const [id, score] of scores) {
      const held = best.get(id);
      if (held === undefined || score > held.score) {
        best.set(id, { score, leaders: new Set([index]) });
      } else if (score === held.score) {
        held.leaders.add(index);
      }
    }
  });
  return new Map([...best].map(([id, { leaders }]) => [id, leaders]));
}

/**
 * The front without dominated programs, in pool order. A program is dominated when on every task that it leads another
 * remaining program leads too; looked at from the lowest mean upward, so that of equals the better stays.
 */
export function paretoLeaders(pool: readonly Program[]): Leader[] {
  const sets = [...leaderSets(pool).values()];
  const remaining = new Set(sets.flatMap((leaders) => [...leaders]));
  const isDominated = (index: number): boolean =>
    sets
      .filter((leaders) => leaders.has(index))
      .every((leaders) => [...leaders].some((other) => other !== index && remaining.has(other)));
  const weakestFirst = [...remaining].sort(
    (left, right) =>
      meanScore(pool[left] as Program) - meanScore(pool[right] as Program) || right - left,
  );
  for (const index of weakestFirst) {
    if (isDominated(index)) remaining.delete(index);
  }
  return [...remaining]
    .sort((left, right) => left - right)
    .map((index) => ({ index, leads: sets.filter((leaders) => leaders.has(index)).length }));
}

/** Draws one of the front, in proportion to the tasks it leads; the only program, 0, when no task was observed. */
export function drawParent(pool: readonly Program[], random: RandomStream): number {
  const leaders = paretoLeaders(pool);
  return weightedPick(leaders, ({ leads }) => leads, random)?.index ?? 0;
}

/** One item with a chance proportional to its weight; uniform when all weights are 0, undefined without items. */
export function weightedPick<Item>(
  items: readonly Item[],
  weight: (item: Item) => number,
  random: RandomStream,
): Item | undefined {
  const total = items.reduce((sum, item) => sum + weight(item), 0);
  if (items.length === 0) return undefined;
  if (total <= 0) return random.pick(items);
  let left = random.next() * total;
  for (const item of items) {
    left -= weight(item);
    if (left < 0) return item;
  }
  return items.at(-1);
}
