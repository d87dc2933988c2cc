/** Which worlds are planted, and what is hard about each? The seed draws which noun means what. */
import type { Candidate } from '../../../src/core/candidate.ts';
import { randomStream } from '../../../src/core/random.ts';
import type { Kind, Landscape } from './landscape.ts';
import { VOCABULARY } from './vocabulary.ts';

export const ROLES = ['planner', 'solver', 'checker', 'writer'] as const;

/** One line each, in the order of every table. */
export const LANDSCAPES: { readonly [id: string]: string } = {
  additive: '12 kinds of orders, one habit of one role each; floor 0.15, top 0.95',
  interacting: '6 kinds that need a habit in two roles each; floor 0.35, top 0.95 each',
  deceptive:
    'every role: a bait that failures mostly point to (0.5) bars the way to two habits that help only together (0.95; one alone 0.15, none 0.3)',
  'weak-role':
    'every order needs all four roles; three are able (0.98), one fails for want of four habits (0.15 to 0.95); the others manage the part of an absent role half of the time',
  needle:
    'small gains everywhere (0.4 to 0.55); one habit of one role, seldom missed aloud, lifts all to 0.75, and to 0.95 with a fixed message format',
  noisy: 'as additive, but floor 0.4 and top 0.75: a single row says little',
  'noisy-heavy': 'as additive, but floor 0.5 and top 0.65',
  'team-size': 'as additive, but the seed team of two lacks the roles that half of the kinds need',
};

/** @throws RangeError for an unknown id */
export function plant(id: string, seed: number): Landscape {
  const nouns = randomStream('bench', id, seed).shuffle(VOCABULARY);
  const base: Landscape = {
    id,
    lineup: { roles: ROLES.map((role, index) => ({ id: role, priority: PRIORITIES[index] ?? 9 })) },
    parameters: { teamSize: 4, communication: 'freeform', aggregation: 'last_stage' },
    fixed: { teamSize: 4, communication: 'freeform', aggregation: 'last_stage' },
    maxCallRatio: 2,
    optimize: { prompts: true, topology: false },
    floor: 0.15,
    top: 0.95,
    cover: 0,
    kinds: singles(nouns),
    harms: nouns.slice(18, 24),
    needle: null,
  };
  switch (id) {
    case 'additive':
      return base;
    case 'interacting':
      return { ...base, floor: 0.35, kinds: pairs(nouns) };
    case 'deceptive':
      return { ...base, kinds: traps(nouns) };
    case 'weak-role':
      return { ...base, cover: 0.5, kinds: lopsided(nouns, seed) };
    case 'needle':
      return needled(base, nouns, seed);
    case 'noisy':
      return { ...base, floor: 0.4, top: 0.75 };
    case 'noisy-heavy':
      return { ...base, floor: 0.5, top: 0.65 };
    case 'team-size':
      return {
        ...base,
        parameters: { ...base.parameters, teamSize: 2 },
        fixed: { communication: 'freeform', aggregation: 'last_stage' },
        optimize: { prompts: true, topology: true },
      };
    default:
      throw new RangeError(`no landscape "${id}"; there are ${Object.keys(LANDSCAPES).join(', ')}`);
  }
}

/** Planner and writer are needed first: a team of two is these. */
const PRIORITIES = [1, 3, 4, 2];

export function seedCandidate({ lineup, parameters }: Landscape): Candidate {
  const prompts = lineup.roles.map(({ id }) => [
    id,
    `You are the ${id} of a workshop team. Do your part of every order with care.`,
  ]);
  return {
    roles: Object.fromEntries(prompts) as Candidate['roles'],
    demonstrations: {},
    parameters,
  };
}

function nounAt(nouns: readonly string[], index: number): string {
  const noun = nouns[index];
  if (noun === undefined) throw new RangeError(`the vocabulary has no noun ${index}`);
  return noun;
}

function kindName(index: number): string {
  return `K${index + 1}`;
}

function singles(nouns: readonly string[]): Kind[] {
  return Array.from({ length: 12 }, (_, index) => ({
    name: kindName(index),
    weight: 1 / 12,
    needs: [{ role: ROLES[index % 4] ?? 'planner', noun: nounAt(nouns, index) }],
  }));
}

function pairs(nouns: readonly string[]): Kind[] {
  const couples = ROLES.flatMap((first, at) =>
    ROLES.slice(at + 1).map((second) => [first, second]),
  );
  return couples.map((couple, index) => ({
    name: kindName(index),
    weight: 1 / couples.length,
    needs: couple.map((role, place) => ({ role, noun: nounAt(nouns, 2 * index + place) })),
  }));
}

function traps(nouns: readonly string[]): Kind[] {
  return ROLES.map((role, index) => {
    const deep = [nounAt(nouns, 3 * index + 1), nounAt(nouns, 3 * index + 2)] as const;
    const bait = nounAt(nouns, 3 * index);
    const need = { role, noun: bait, trap: { bait, deep } };
    return { name: kindName(index), weight: 1 / ROLES.length, needs: [need] };
  });
}

function lopsided(nouns: readonly string[], seed: number): Kind[] {
  const weak = randomStream('bench', 'weak-role', seed, 'role').integer(ROLES.length);
  return Array.from({ length: 4 }, (_, index) => ({
    name: kindName(index),
    weight: 1 / 4,
    needs: ROLES.map((role, place) =>
      place === weak
        ? { role, noun: nounAt(nouns, index) }
        : { role, noun: nounAt(nouns, 4 + place), able: 0.98 },
    ),
  }));
}

function needled(base: Landscape, nouns: readonly string[], seed: number): Landscape {
  // Only a role that hands on can be read by others, and only the first is read by all.
  const noun = nounAt(nouns, 12 + randomStream('bench', 'needle', seed, 'noun').integer(6));
  return {
    ...base,
    floor: 0.4,
    top: 0.55,
    fixed: { teamSize: 4, aggregation: 'last_stage' },
    optimize: { prompts: true, topology: true },
    needle: { role: 'planner', noun, lifted: { freeform: 0.75, formatted: 0.95 } },
  };
}
