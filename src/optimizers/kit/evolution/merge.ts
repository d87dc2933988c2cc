/** Which two members of a pool complement each other, and what comes of joining them? GEPA's system-aware merge. */
import { type Candidate, candidateDigest } from '../../../core/candidate.ts';
import { canonicalJson } from '../../../core/json.ts';
import type { RandomStream } from '../../../core/random.ts';
import { meanScore, type Program, paretoLeaders, weightedPick } from './program.ts';

export interface Merge {
  readonly candidate: Candidate;
  /** The two that are joined, lower index first. */
  readonly parents: readonly [number, number];
  readonly ancestor: number;
}

/** Pairs drawn before a merge is given up for this time, and ancestors looked at per pair. */
const ATTEMPTS = 10;

/** Validation tasks that both must have been seen on. */
const SMALLEST_OVERLAP = 5;

/**
 * A merge of two programs of the front, neither an ancestor of the other, over a common ancestor that is no better than
 * either. At least one component must have been changed in exactly one of the two. Null when ten draws find none.
 *
 * @param tried keys of merges made before (`mergeKey`)
 */
export function findMerge(
  pool: readonly Program[],
  tried: ReadonlySet<string>,
  random: RandomStream,
): Merge | null {
  const front = paretoLeaders(pool).map(({ index }) => index);
  if (front.length < 2) return null;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const [left, right] = random.sample(front, 2).sort((a, b) => a - b) as [number, number];
    const merge = mergeOf(pool, [left, right], { tried, random });
    if (merge !== null) return merge;
  }
  return null;
}

export function mergeKey({ parents, ancestor }: Pick<Merge, 'parents' | 'ancestor'>): string {
  return [...parents, ancestor].join(' ');
}

function mergeOf(
  pool: readonly Program[],
  parents: readonly [number, number],
  draw: { readonly tried: ReadonlySet<string>; readonly random: RandomStream },
): Merge | null {
  const [left, right] = parents;
  const lines = parents.map((index) => ancestorsOf(pool, index));
  if (lines[0]?.has(right) || lines[1]?.has(left)) return null;
  const [first, second] = parents.map((index) => pool[index]) as [Program, Program];
  const shared = [...first.scores.keys()].filter((id) => second.scores.has(id));
  if (shared.length < SMALLEST_OVERLAP) return null;
  const ceiling = Math.min(meanScore(first), meanScore(second));
  const common = [...(lines[0] ?? [])]
    .filter((index) => lines[1]?.has(index))
    .sort((a, b) => a - b)
    .filter((index) => meanScore(pool[index] as Program) <= ceiling)
    .filter((ancestor) => !draw.tried.has(mergeKey({ parents, ancestor })))
    .filter((index) => isComplementary(pool[index] as Program, first, second));
  const ancestor = weightedPick(common, (index) => meanScore(pool[index] as Program), draw.random);
  if (ancestor === undefined) return null;
  const base = pool[ancestor] as Program;
  const candidate = joined(base, [first, second], draw.random);
  const digests = new Set(pool.map((program) => candidateDigest(program.candidate)));
  return digests.has(candidateDigest(candidate)) ? null : { candidate, parents, ancestor };
}

function ancestorsOf(pool: readonly Program[], index: number): Set<number> {
  const found = new Set<number>();
  const open = [...(pool[index]?.parents ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    open.push(...(pool[next]?.parents ?? []));
  }
  return found;
}

function isComplementary(base: Program, first: Program, second: Program): boolean {
  return componentsOf(base.candidate).some((name) => {
    const [origin, left, right] = [base, first, second].map((program) =>
      componentText(program.candidate, name),
    );
    return left !== right && (origin === left || origin === right);
  });
}

/** Per component: what only one side changed is taken; of two changes the better program's. */
function joined(
  base: Program,
  [first, second]: readonly [Program, Program],
  random: RandomStream,
): Candidate {
  const gain = meanScore(first) - meanScore(second);
  let candidate = first.candidate;
  for (const name of componentsOf(base.candidate)) {
    const [origin, left, right] = [base, first, second].map((program) =>
      componentText(program.candidate, name),
    );
    if (left === right || origin === right) continue;
    const isSecond = origin === left || (gain === 0 ? random.next() < 0.5 : gain < 0);
    if (isSecond) candidate = withComponent(candidate, second.candidate, name);
  }
  return candidate;
}

/** Role names, and null for the topology parameters, which move as one. */
function componentsOf({ roles }: Candidate): (string | null)[] {
  return [...Object.keys(roles), null];
}

function componentText({ roles, parameters }: Candidate, name: string | null): string {
  return name === null ? canonicalJson(parameters) : (roles[name] ?? '');
}

function withComponent(candidate: Candidate, source: Candidate, name: string | null): Candidate {
  if (name === null) return { ...candidate, parameters: source.parameters };
  return { ...candidate, roles: { ...candidate.roles, [name]: source.roles[name] ?? '' } };
}

/**
 * At most `size` tasks on which a merge is tried: as evenly as possible from those where the first parent scored more, the
 * second did, and neither did; filled up from the rest.
 */
export function mergeTrial(
  [first, second]: readonly [Program, Program],
  size: number,
  random: RandomStream,
): string[] {
  const shared = [...first.scores.keys()].filter((id) => second.scores.has(id));
  const gain = (id: string): number => (first.scores.get(id) ?? 0) - (second.scores.get(id) ?? 0);
  const groups = [
    shared.filter((id) => gain(id) > 0),
    shared.filter((id) => gain(id) < 0),
    shared.filter((id) => gain(id) === 0),
  ];
  const each = Math.ceil(size / groups.length);
  const chosen = groups.flatMap((group) => random.sample(group, each)).slice(0, size);
  const rest = shared.filter((id) => !chosen.includes(id));
  return [...chosen, ...random.sample(rest, size - chosen.length)];
}
