/** Is this name known, and if not, what does the user read? */
import { UsageError } from '../core/errors.ts';
import { didYouMean } from './did-you-mean.ts';

export interface NameQuestion {
  /** The axis as users call it, for example `method`. */
  readonly axis: string;
  readonly known: readonly string[];
}

/** Null when the name is known, otherwise one line for a {@link UsageError}. */
export function nameProblem(name: string, question: NameQuestion): string | null {
  if (question.known.includes(name)) return null;
  const suggestion = didYouMean(name, question.known);
  const list =
    suggestion === '' && question.known.length > 0
      ? `. Known: ${question.known.join(', ')}`
      : suggestion;
  return `unknown ${question.axis} ${JSON.stringify(name)}${list}`;
}

/**
 * The entry of a plugin map (src/registry.ts) by name.
 *
 * @throws UsageError when there is none, with the nearest name.
 */
export function namedEntry<Entry>(
  map: { readonly [name: string]: Entry },
  name: string,
  axis: string,
): Entry {
  const entry = Object.hasOwn(map, name) ? map[name] : undefined;
  if (entry !== undefined) return entry;
  const problem = nameProblem(name, { axis, known: Object.keys(map) });
  throw new UsageError(problem ?? `unknown ${axis} ${JSON.stringify(name)}`);
}
