/** How much of a team's worth is each player's? Shapley values, exactly or from random orders of arrival. */
import type { RandomStream } from '../../../core/random.ts';

/** Players in ascending order. */
export type Coalition = readonly number[];

export interface GamePlan {
  readonly players: number;
  /** Each once: the empty coalition first, that of all players last. */
  readonly coalitions: readonly Coalition[];
  /** Orders of arrival whose marginal worth is averaged; null when the power set is known, and the values are exact. */
  readonly orders: readonly (readonly number[])[] | null;
}

export function coalitionKey(coalition: Coalition): string {
  return coalition.join(',');
}

/**
 * The power set when it has at most `limit` coalitions. Otherwise as many random orders as fit with all their prefixes;
 * one order at least.
 */
export function planGame(
  players: number,
  { limit, random }: { readonly limit: number; readonly random: RandomStream },
): GamePlan {
  if (2 ** players <= limit) return { players, coalitions: powerSet(players), orders: null };
  const everybody = Array.from({ length: players }, (_, player) => player);
  // An order adds all its prefixes but the empty and the whole one, which every order shares.
  const count = Math.max(1, Math.floor((limit - 2) / Math.max(1, players - 1)));
  const orders = Array.from({ length: count }, () => random.shuffle(everybody));
  const prefixes = orders.flatMap((order) =>
    order.slice(1).map((_, index) => ascending(order.slice(0, index + 1))),
  );
  const inner = new Map(prefixes.map((coalition) => [coalitionKey(coalition), coalition]));
  return { players, coalitions: [[], ...inner.values(), everybody], orders };
}

/** Coalitions that `planGame` makes at most, the empty one included. */
export function coalitionCount(players: number, limit: number): number {
  if (2 ** players <= limit) return 2 ** players;
  const rest = Math.max(1, players - 1);
  return 2 + rest * Math.max(1, Math.floor((limit - 2) / rest));
}

function powerSet(players: number): number[][] {
  return Array.from({ length: 2 ** players }, (_, members) =>
    Array.from({ length: players }, (_none, player) => player).filter(
      (player) => Math.floor(members / 2 ** player) % 2 === 1,
    ),
  );
}

/**
 * One value per player; their sum is `worth(everybody) - worth([])`.
 *
 * @param worth asked for coalitions of the plan only.
 */
export function shapleyValues(plan: GamePlan, worth: (coalition: Coalition) => number): number[] {
  const sums = Array.from({ length: plan.players }, () => 0);
  const add = (player: number, value: number): void => {
    sums[player] = (sums[player] ?? 0) + value;
  };
  if (plan.orders === null) {
    for (const coalition of plan.coalitions) {
      const weight = 1 / (plan.players * binomial(plan.players - 1, coalition.length));
      for (let player = 0; player < plan.players; player += 1) {
        if (coalition.includes(player)) continue;
        add(player, weight * (worth(ascending([...coalition, player])) - worth(coalition)));
      }
    }
    return sums;
  }
  for (const order of plan.orders) {
    order.forEach((player, index) => {
      const before = ascending(order.slice(0, index));
      const after = ascending(order.slice(0, index + 1));
      add(player, (worth(after) - worth(before)) / (plan.orders?.length ?? 1));
    });
  }
  return sums;
}

function ascending(players: readonly number[]): number[] {
  return [...players].sort((left, right) => left - right);
}

function binomial(all: number, chosen: number): number {
  let result = 1;
  for (let index = 1; index <= chosen; index += 1) result = (result * (all - index + 1)) / index;
  return result;
}
