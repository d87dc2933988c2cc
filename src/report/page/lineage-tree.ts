/** Which candidate came from which? */
import type { PageCandidate } from './page-input.ts';

export interface LineageNode {
  readonly entry: PageCandidate;
  /** Null for the seed, and for what names nobody that is known. */
  readonly parent: PageCandidate | null;
  readonly children: readonly LineageNode[];
}

/** From the seed on; a candidate with several parents stands under the first of them. */
export function lineageTree(candidates: readonly PageCandidate[]): readonly LineageNode[] {
  const known = new Map(candidates.map((entry) => [entry.digest, entry]));
  const children = new Map<string, PageCandidate[]>();
  const roots: PageCandidate[] = [];
  for (const entry of candidates) {
    const parent = parentOf(entry);
    if (parent === null || !known.has(parent) || isOwnAncestor(entry, known)) roots.push(entry);
    else children.set(parent, [...(children.get(parent) ?? []), entry]);
  }
  const nodes = (entries: readonly PageCandidate[]): LineageNode[] =>
    entries.map((entry) => ({
      entry,
      parent: known.get(parentOf(entry) ?? '') ?? null,
      children: nodes(children.get(entry.digest) ?? []),
    }));
  return nodes(roots);
}

/** What became of it, and what the search saw of it. */
export function candidateFate({ name, events, seen }: PageCandidate): {
  readonly fate: string;
  readonly scores: readonly {
    readonly split: 'train' | 'validation';
    readonly score: number;
    readonly tasks: number;
  }[];
} {
  const fate = events.at(-1)?.kind.replace('candidate-', '') ?? (name === 'seed' ? 'given' : 'run');
  const scores = (['train', 'validation'] as const).flatMap((split) => {
    const { score = null, tasks = 0 } = seen?.[split] ?? {};
    return score === null ? [] : [{ split, score, tasks }];
  });
  return { fate, scores };
}

function parentOf({ digest, events, name }: PageCandidate): string | null {
  const [first] = events.flatMap(({ parents }) => parents);
  return name === 'seed' || first === undefined || first === digest ? null : first;
}

/** Whoever reports nonsense must not make a page without an end. */
function isOwnAncestor(entry: PageCandidate, known: ReadonlyMap<string, PageCandidate>): boolean {
  let current: PageCandidate | undefined = entry;
  for (let steps = 0; current !== undefined && steps <= known.size; steps += 1) {
    const parent = parentOf(current);
    if (parent === entry.digest) return true;
    current = parent === null ? undefined : known.get(parent);
  }
  return current !== undefined;
}
