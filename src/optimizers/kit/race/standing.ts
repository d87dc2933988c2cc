/** How do candidates stand on shared tasks, and who has fallen behind? */
import type { Rollout } from '../../../core/rollout.ts';
import { mcnemarExact } from '../../../statistics/significance.ts';
import { isObserved } from '../paired.ts';
import { byWorth, tokensPerTask } from '../worth.ts';
import type { ScoredRow } from './bar.ts';

/**
 * Who leaves at a decision:
 * - `halving`: the worse half (sequential halving, TRIPLE, arXiv 2402.09723);
 * - `sign-test`: whoever at least `keep` others beat by the one-sided paired sign test at level `alpha` (the racing of
 *   CAPO, arXiv 2504.16005, with an exact test), and whoever a rival beats so. `alpha` is of one comparison;
 * - `none`: nobody.
 */
export type RaceRule =
  | { readonly kind: 'halving' }
  | { readonly kind: 'sign-test'; readonly alpha: number }
  | { readonly kind: 'none' };

export interface Standing {
  readonly index: number;
  readonly rollouts: readonly Rollout[];
  readonly callsPerTask: number;
  /** On the tasks that `mean` is of; null unless known of all that were ranked together. */
  readonly tokensPerTask: number | null;
  readonly mean: number | null;
}

/**
 * Highest mean on the tasks observed in all of them first; then the team of fewer calls; then the earlier candidate.
 *
 * @param final between calls and place tokens count too. On the way they would not only pick among equals: with few tasks
 *   most are equal, and the longer prompts would leave before anything is known of them
 */
export function rank<Entry extends Standing>(
  entries: readonly Entry[],
  { final = false }: { readonly final?: boolean } = {},
): Entry[] {
  const observed = entries.map(
    ({ rollouts }) =>
      new Map(rollouts.filter(isObserved).map(({ taskId, score }) => [taskId, score])),
  );
  const common = [...(observed[0]?.keys() ?? [])].filter((id) =>
    observed.every((scores) => scores.has(id)),
  );
  const scored = entries.map((entry, at) => {
    const sum = common.reduce((total, id) => total + (observed[at]?.get(id) ?? 0), 0);
    const shared = entry.rollouts.filter(({ taskId }) => common.includes(taskId));
    return {
      ...entry,
      mean: common.length === 0 ? null : sum / common.length,
      tokensPerTask: tokensPerTask(shared, entry.callsPerTask),
    };
  });
  const isCounted = final && scored.every(({ tokensPerTask: tokens }) => tokens !== null);
  const ranked = isCounted ? scored : scored.map((entry) => ({ ...entry, tokensPerTask: null }));
  return ranked.sort(byStanding);
}

export function byStanding(left: Standing, right: Standing): number {
  const worth = (entry: Standing) => ({ ...entry, score: entry.mean ?? 0 });
  return byWorth(worth(left), worth(right)) || left.index - right.index;
}

/** Those of `ranked` (best first) that the rule throws out. */
export function fallenBehind<Entry extends Pick<Standing, 'rollouts'>>(
  ranked: readonly Entry[],
  by: {
    readonly rule: RaceRule;
    readonly keep: number;
    /** Rows of teams that are not in the race and run no more. */
    readonly rivals: readonly (readonly ScoredRow[])[];
  },
): Entry[] {
  const { rule, keep, rivals } = by;
  if (rule.kind === 'none') return [];
  if (rule.kind === 'halving') return ranked.slice(Math.max(keep, Math.ceil(ranked.length / 2)));
  return ranked.filter((entry, place) => {
    const beats = (rows: readonly ScoredRow[]): boolean =>
      isBeaten(entry.rollouts, rows, rule.alpha);
    if (rivals.some(beats)) return true;
    return place >= keep && ranked.filter(({ rollouts }) => beats(rollouts)).length >= keep;
  });
}

/** True when the other is better by the one-sided sign test on the tasks observed in both. */
function isBeaten(own: readonly ScoredRow[], other: readonly ScoredRow[], alpha: number): boolean {
  const others = new Map(other.map(({ taskId, score }) => [taskId, score]));
  const gains = own.flatMap(({ taskId, score }) => {
    const held = others.get(taskId) ?? null;
    return score === null || held === null ? [] : [score - held];
  });
  const lost = gains.filter((gain) => gain < 0).length;
  const gained = gains.filter((gain) => gain > 0).length;
  return lost > gained && mcnemarExact({ gained, lost }) / 2 <= alpha;
}
