/** How does a request read around what it asks for? */
import type { RandomStream } from '../../../../core/random.ts';
import { capitalised, chance, type Slots, say } from '../../grammar/phrases.ts';
import { ASIDES, CLOSINGS, OPENINGS } from './small-talk.ts';

export interface RequestParts {
  /** Sentences that may come first and give the reason. */
  readonly openings: readonly string[];
  /** What is to be done, in order. */
  readonly asks: readonly string[];
  /** Sentences with further values; they may stand in any order. */
  readonly details?: readonly string[];
  readonly slots?: Slots;
}

/** The request as one text: by chance with an opening, with things that matter nothing here, with a closing. */
export function request(random: RandomStream, parts: RequestParts): string {
  const { openings, asks, details = [], slots = {} } = parts;
  const opening = chance(random, 0.7) ? [say(random, [...openings, ...openings, ...OPENINGS])] : [];
  const ask = say(random, asks, slots);
  const rest = random.shuffle([...details, ...(chance(random, 0.35) ? [aside(random)] : [])]);
  const closing = chance(random, 0.45) ? [say(random, CLOSINGS)] : [];
  return [...opening, ask, ...rest, ...closing].map(capitalised).join(' ');
}

function aside(random: RandomStream): string {
  const slots = { hour: 5 + random.integer(5), count: 2 + random.integer(7) };
  return say(random, ASIDES, slots);
}

/** By chance the value alone, or a wrong one that is taken back at once. */
export function corrected(random: RandomStream, right: string, wrong: string): string {
  if (right === wrong || !chance(random, 0.22)) return right;
  return say(
    random,
    [
      '{wrong} - no, wait, {right}',
      '{wrong}, sorry, I mean {right}',
      '{wrong} - scratch that, {right}',
      '{wrong}, or rather {right}',
      '{wrong} - correction: {right}',
    ],
    { right, wrong },
  );
}

/** `a Park Ranger`, `an Optician`. */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/iu.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** Another item of a list than the given one. */
export function otherThan<T>(random: RandomStream, items: readonly T[], item: T): T {
  return random.pick(items.filter((candidate) => candidate !== item));
}
