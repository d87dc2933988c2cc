/** Which tasks may be optimised on, which decide, and which are held out? */
import type { TaskRef } from '../core/dataset.ts';
import { UsageError } from '../core/errors.ts';
import { digest, sha256 } from '../core/json.ts';
import { randomStream } from '../core/random.ts';

export type SplitKind = 'stratified' | 'published';

export interface SplitRequest {
  readonly kind: SplitKind;
  /** Any integer; another seed is another draw of train and validation, never of the test split. */
  readonly seed: number;
  readonly train: number;
  readonly validation: number;
}

/** Ids only. The three lists are disjoint; `test` is the dataset's evaluation manifest in its order. */
export interface Split {
  readonly train: readonly string[];
  readonly validation: readonly string[];
  readonly test: readonly string[];
  readonly hash: string;
}

export interface SplitSource {
  readonly dataset: string;
  readonly pool: readonly TaskRef[];
  readonly evaluation: readonly TaskRef[];
}

/** @throws UsageError when the pool without the evaluation tasks cannot fill both lists */
export function makeSplit(source: SplitSource, request: SplitRequest): Split {
  const held = new Set(source.evaluation.map((task) => task.id));
  const rest = source.pool.filter((task) => !held.has(task.id));
  const wanted = request.train + request.validation;
  if (rest.length < wanted) {
    throw new UsageError(
      `${source.dataset} has ${rest.length} tasks besides the held-out ones, but ${wanted} are asked for`,
    );
  }
  const parts =
    request.kind === 'published'
      ? publishedParts(source.dataset, rest, request)
      : stratifiedParts(source, rest, request);
  const test = source.evaluation.map((task) => task.id);
  return { ...parts, test, hash: digest({ dataset: source.dataset, ...parts, test }) };
}

type Parts = Pick<Split, 'train' | 'validation'>;

/** The published rule: ids sorted by the hexadecimal SHA-256 of `<seed>|<dataset>|<id>`, train first. */
function publishedParts(dataset: string, rest: readonly TaskRef[], request: SplitRequest): Parts {
  const sorted = rest
    .map(({ id }) => ({ id, key: sha256(`${request.seed}|${dataset}|${id}`) }))
    .sort((left, right) => (left.key < right.key ? -1 : 1))
    .map(({ id }) => id);
  return {
    train: sorted.slice(0, request.train),
    validation: sorted.slice(request.train, request.train + request.validation),
  };
}

/** Each stratum gets the share that it has in the evaluation set, so train, validation and test ask the same things. */
function stratifiedParts(
  source: SplitSource,
  rest: readonly TaskRef[],
  request: SplitRequest,
): Parts {
  const strata = [...new Set(source.evaluation.map((task) => task.stratum))].sort();
  const available = strata.map((stratum) =>
    randomStream('split', source.dataset, request.seed, stratum).shuffle(
      rest
        .filter((task) => task.stratum === stratum)
        .map((task) => task.id)
        .sort(),
    ),
  );
  const weights = strata.map(
    (stratum) => source.evaluation.filter((task) => task.stratum === stratum).length,
  );
  const take = (count: number, name: string): string[] => {
    const quotas = apportion(
      count,
      weights,
      available.map((ids) => ids.length),
    );
    const drawn = available.flatMap((ids, index) => ids.splice(0, quotas[index] ?? 0));
    return randomStream('split', source.dataset, request.seed, 'order', name).shuffle(drawn);
  };
  return {
    train: take(request.train, 'train'),
    validation: take(request.validation, 'validation'),
  };
}

/**
 * Splits `count` by weight (largest remainder, ties to the earlier), at most `limits` each; what a full stratum cannot
 * take goes to the others in turn.
 */
export function apportion(
  count: number,
  weights: readonly number[],
  limits: readonly number[],
): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const exact = weights.map((weight) => (count * weight) / total);
  const quotas = exact.map((value, index) => Math.min(Math.floor(value), limits[index] ?? 0));
  const order = exact
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .sort((left, right) => right.remainder - left.remainder || left.index - right.index)
    .map(({ index }) => index);
  let missing = count - quotas.reduce((sum, quota) => sum + quota, 0);
  while (missing > 0) {
    const before = missing;
    for (const index of order) {
      const quota = quotas[index] ?? 0;
      if (missing === 0 || quota >= (limits[index] ?? 0)) continue;
      quotas[index] = quota + 1;
      missing -= 1;
    }
    if (missing === before) break;
  }
  return quotas;
}
