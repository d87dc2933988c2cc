/** What is a team worth, exactly? A planted world: kinds of orders, and what each role has to mind for them. */
import type { Candidate, RoleId, TopologyParameters } from '../../../src/core/candidate.ts';
import type { Lineup } from '../../../src/core/topology.ts';

/** What one role must settle for an order to be delivered. */
export interface Need {
  readonly role: RoleId;
  readonly noun: string;
  /** Chance that it is settled whatever the role minds; absent: the habit decides. */
  readonly able?: number;
  /** The need is a trap: minding the bait helps a little, and bars the way to minding both deep nouns. */
  readonly trap?: { readonly bait: string; readonly deep: readonly [string, string] };
}

export interface Kind {
  readonly name: string;
  /** Share of all orders; the shares add up to 1. */
  readonly weight: number;
  readonly needs: readonly Need[];
}

/** One role's rare habit that lifts what every later role does, fully only in messages of a fixed format. */
export interface Needle {
  readonly role: RoleId;
  readonly noun: string;
  readonly lifted: { readonly freeform: number; readonly formatted: number };
}

export interface Landscape {
  readonly id: string;
  readonly lineup: Lineup;
  /** The seed team's full setting of the topology `sequential`. */
  readonly parameters: TopologyParameters;
  readonly fixed: TopologyParameters;
  readonly maxCallRatio: number;
  readonly optimize: { readonly prompts: boolean; readonly topology: boolean };
  /** Chance that a need is settled without and with the habit. */
  readonly floor: number;
  readonly top: number;
  /** Chance that the others manage what a role that does not act would have settled. */
  readonly cover: number;
  readonly kinds: readonly Kind[];
  /** Habits that cost time in any role. */
  readonly harms: readonly string[];
  readonly needle: Needle | null;
}

/** Chance that a harmful habit spoils an order. */
export const HARM = 0.1;

/** Chance of a trap: bait; both deep nouns without it; one of them alone; none. */
export const TRAP = { bait: 0.5, both: 0.95, one: 0.15, none: 0.3 };

/** How far a role's words show that the needle was found. */
export type Opening = 'shut' | 'freeform' | 'formatted';

/** What a prompt, its demonstrations included, makes a role mind. "Leave the x alone" takes "mind the x" back. */
export function habitsOf(text: string): ReadonlySet<string> {
  const minded = [
    ...text.matchAll(/\bmind the ([a-z]+)/gi),
    ...text.matchAll(/\bI settled the ([a-z]+)/g),
  ];
  const left = new Set([...text.matchAll(/\bleave the ([a-z]+) alone/gi)].map((hit) => word(hit)));
  return new Set(minded.map(word).filter((noun) => !left.has(noun)));
}

function word(hit: RegExpMatchArray): string {
  return (hit[1] ?? '').toLowerCase();
}

/** Chance in [0, 1] that a role with these habits settles a need. The task model draws with it, and the truth sums it. */
export function settleChance(
  landscape: Landscape,
  need: Need,
  state: { readonly habits: ReadonlySet<string>; readonly opening: Opening },
): number {
  const { habits, opening } = state;
  const { floor, top, needle } = landscape;
  const plain =
    need.able ??
    (need.trap === undefined
      ? habits.has(need.noun)
        ? top
        : floor
      : trapChance(need.trap, habits));
  if (needle === null || opening === 'shut') return plain;
  return Math.max(plain, needle.lifted[opening]);
}

function trapChance(
  { bait, deep }: NonNullable<Need['trap']>,
  habits: ReadonlySet<string>,
): number {
  if (habits.has(bait)) return TRAP.bait;
  const minded = deep.filter((noun) => habits.has(noun)).length;
  return minded === 2 ? TRAP.both : minded === 1 ? TRAP.one : TRAP.none;
}

/** What the role that holds the needle opens with these habits. */
export function openingOf(
  { needle }: Landscape,
  role: RoleId,
  state: { readonly habits: ReadonlySet<string>; readonly formatted: boolean },
): Opening {
  if (needle?.role !== role || !state.habits.has(needle.noun)) return 'shut';
  return state.formatted ? 'formatted' : 'freeform';
}

/** The text that a role's habits are read from: its prompt and its demonstrations' outputs. */
export function taughtText(candidate: Candidate, role: RoleId): string {
  const shown = (candidate.demonstrations[role] ?? []).map(({ output }) => output);
  return [candidate.roles[role] ?? '', ...shown].join('\n');
}

/**
 * The expected score of a candidate over all orders, in [0, 1]: exact, a sum over kinds of products over needs. A need of
 * a role that does not act is settled with the chance `cover`.
 */
export function trueScore(
  landscape: Landscape,
  candidate: Candidate,
  acting: readonly RoleId[],
): number {
  const habits = new Map(acting.map((role) => [role, habitsOf(taughtText(candidate, role))]));
  const formatted = candidate.parameters['communication'] !== 'freeform';
  const { needle } = landscape;
  const opening =
    needle === null
      ? 'shut'
      : openingOf(landscape, needle.role, {
          habits: habits.get(needle.role) ?? new Set(),
          formatted,
        });
  const harmful = [...habits.values()].flatMap((own) =>
    landscape.harms.filter((noun) => own.has(noun)),
  );
  const unspoiled = (1 - HARM) ** harmful.length;
  const delivered = landscape.kinds.map(({ weight, needs }) =>
    needs.reduce((product, need) => {
      const own = habits.get(need.role);
      return own === undefined
        ? product * landscape.cover
        : product * settleChance(landscape, need, { habits: own, opening });
    }, weight),
  );
  return unspoiled * delivered.reduce((sum, part) => sum + part, 0);
}

/** A candidate that no other beats: every role minds what is needed of it and nothing else, under the best setting. */
export function bestCandidate(landscape: Landscape, seed: Candidate): Candidate {
  const { kinds, needle } = landscape;
  const roles = Object.entries(seed.roles).map(([role, prompt]) => {
    const own = kinds.flatMap(({ needs }) => needs.filter((need) => need.role === role));
    const nouns = new Set([
      ...own.flatMap(({ noun, trap }) => (trap === undefined ? [noun] : trap.deep)),
      ...(needle?.role === role ? [needle.noun] : []),
    ]);
    return [role, [prompt, ...[...nouns].map((noun) => `Mind the ${noun}.`)].join(' ')];
  });
  const { fixed, parameters, optimize } = landscape;
  const moved = optimize.topology
    ? { communication: 'structured_soft', teamSize: 4, ...fixed }
    : {};
  return {
    ...seed,
    roles: Object.fromEntries(roles) as Candidate['roles'],
    parameters: { ...parameters, ...moved },
  };
}
