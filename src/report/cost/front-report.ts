/** Which of the candidates that a search scored give most for what they cost per task? */
import { paretoFront } from '../../statistics/pareto.ts';

/** A team with its score and cost on some tasks. */
export interface FrontPoint {
  /** `seed`, `frozen`, `incumbent`, or the first eight digits of its digest. */
  readonly name: string;
  readonly digest: string;
  /** Mean over tasks, in [0, 1]. */
  readonly score: number;
  /** Tasks behind the score. */
  readonly tasks: number;
  /** Null where no rollout ran whole. */
  readonly callsPerTask: number | null;
  /** Read and written; null also where a server does not count. */
  readonly tokensPerTask: number | null;
}

/** Measured after the search, on tasks of its own. */
export interface MeasuredPoint extends FrontPoint {
  readonly on: 'validation' | 'test';
}

export interface SplitMean {
  readonly tasks: number;
  readonly score: number | null;
}

export interface FrontInput {
  /** In the order in which the search met them. */
  readonly candidates: readonly {
    readonly name: string;
    readonly digest: string;
    readonly train: SplitMean;
    readonly validation: SplitMean;
    readonly callsPerTask: number | null;
    readonly tokensPerTask: number | null;
  }[];
  readonly measured: readonly MeasuredPoint[];
}

export interface FrontReport {
  /** The split that the candidates' scores are from. */
  readonly on: 'train' | 'validation';
  /** Scored on at least {@link FEWEST_TASKS} tasks of it. */
  readonly candidates: readonly FrontPoint[];
  /** Digests; cheapest first. */
  readonly front: {
    readonly tokens: readonly string[];
    readonly calls: readonly string[];
  };
  /** Scored by the search, but on fewer tasks. */
  readonly leftOut: number;
  readonly measured: readonly MeasuredPoint[];
}

/** A score on fewer tasks is luck: it would stand on every front. */
export const FEWEST_TASKS = 10;

/** Candidates are compared on validation tasks where the search scored two of them there, else on train tasks. */
export function frontReport({ candidates, measured }: FrontInput): FrontReport {
  const onSplit = (split: 'train' | 'validation'): FrontPoint[] =>
    candidates.flatMap(({ train, validation, ...rest }) => {
      const { score, tasks } = split === 'train' ? train : validation;
      return score === null || tasks < FEWEST_TASKS ? [] : [{ ...rest, score, tasks }];
    });
  const validated = onSplit('validation');
  const on = validated.length >= 2 ? 'validation' : 'train';
  const shown = on === 'validation' ? validated : onSplit('train');
  return {
    on,
    candidates: shown,
    front: { tokens: frontBy(shown, 'tokensPerTask'), calls: frontBy(shown, 'callsPerTask') },
    leftOut: candidates.length - shown.length,
    measured,
  };
}

function frontBy(
  points: readonly FrontPoint[],
  unit: 'tokensPerTask' | 'callsPerTask',
): readonly string[] {
  const priced = points.flatMap(({ digest, score, [unit]: cost }) =>
    cost === null ? [] : [{ digest, score, cost }],
  );
  return paretoFront(priced).map(({ digest }) => digest);
}
