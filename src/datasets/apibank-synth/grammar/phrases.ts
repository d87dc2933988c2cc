/** How does a sentence come out of a table of phrasings? */
import type { RandomStream } from '../../../core/random.ts';

/** Values for the `{slots}` of a phrasing; they are put in as they are and never read as phrasings themselves. */
export type Slots = Readonly<Record<string, string | number>>;

/** Alternatives without others inside them: the innermost ones. */
const INNERMOST = /\(([^()]*)\)/u;
const SLOT = /\{([a-zA-Z]+)\}/gu;

/**
 * One sentence: a template by chance, in it one of each `(this|that|)`, and then the values for each `{slot}`.
 * Alternatives may stand inside others; an empty one leaves nothing behind.
 *
 * @throws RangeError for a slot without a value.
 */
export function say(random: RandomStream, templates: readonly string[], slots: Slots = {}): string {
  return fillSlots(chooseAlternatives(random, random.pick(templates)), slots);
}

function chooseAlternatives(random: RandomStream, template: string): string {
  let text = template;
  for (;;) {
    const found = INNERMOST.exec(text);
    // An alternative that is empty may leave two blanks behind.
    if (found === null) return text.replaceAll(/ {2,}/gu, ' ');
    const chosen = random.pick((found[1] ?? '').split('|'));
    text = text.slice(0, found.index) + chosen + text.slice(found.index + found[0].length);
  }
}

function fillSlots(text: string, slots: Slots): string {
  return text.replaceAll(SLOT, (_, name: string) => {
    const value = slots[name];
    if (value === undefined) throw new RangeError(`no value for {${name}} in: ${text}`);
    return String(value);
  });
}

/** True about `share` of the time. */
export function chance(random: RandomStream, share: number): boolean {
  return random.next() < share;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(items: readonly string[]): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`;
}

/** The text with its first letter in upper case. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
