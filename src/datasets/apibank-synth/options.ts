/** Which pool is meant: which seed, how large? */
import type { DatasetSettings } from '../../core/dataset.ts';
import { UsageError } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import { type ScoringOptions, scoringOptions } from '../apibank/scoring/options.ts';

export interface PoolOptions {
  readonly datasetSeed: number;
  /** Tasks in the pool. */
  readonly datasetSize: number;
}

export const DEFAULT_POOL: PoolOptions = { datasetSeed: 0, datasetSize: 445 };

/** Below it a level would hold too few tasks to hold any of them out. */
export const MINIMUM_SIZE = 40;
export const MAXIMUM_SIZE = 100_000;
const MAXIMUM_SEED = 2 ** 31 - 1;

/** They say which data are meant, whatever is asked of them. */
export const POOL_OPTIONS = ['datasetSeed', 'datasetSize'];
const SCORING_OPTIONS = ['parserPolicy', 'toolsearcherScorer'];

export interface SynthOptions {
  readonly pool: PoolOptions;
  readonly scoring: ScoringOptions;
}

/** @throws UsageError listing every bad name and value */
export function synthOptions({
  options,
  environment,
}: Pick<DatasetSettings, 'options' | 'environment'>): SynthOptions {
  const { datasetSeed = 0, datasetSize = DEFAULT_POOL.datasetSize, ...others } = options;
  const known = [...POOL_OPTIONS, ...SCORING_OPTIONS];
  const problems = [
    ...Object.keys(others)
      .filter((name) => !SCORING_OPTIONS.includes(name))
      .map((name) => `apibank-synth has no option \`${name}\`; it has ${known.join(', ')}`),
    ...integerProblems('datasetSeed', datasetSeed, [0, MAXIMUM_SEED]),
    ...integerProblems('datasetSize', datasetSize, [MINIMUM_SIZE, MAXIMUM_SIZE]),
  ];
  if (problems.length > 0) throw new UsageError(problems);
  return {
    pool: { datasetSeed: Number(datasetSeed), datasetSize: Number(datasetSize) },
    scoring: scoringOptions({ options: others, environment }),
  };
}

function integerProblems(
  name: string,
  value: Json,
  [least, most]: readonly [number, number],
): string[] {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) {
    return [];
  }
  return [`${name} must be an integer from ${least} to ${most}; got ${JSON.stringify(value)}`];
}

/** `apibank-synth`, or with what is not the default: `apibank-synth@7`, `apibank-synth@7x900`. */
export function poolName({ datasetSeed, datasetSize }: PoolOptions): string {
  const size = datasetSize === DEFAULT_POOL.datasetSize ? '' : `x${datasetSize}`;
  const isDefault = datasetSeed === DEFAULT_POOL.datasetSeed && size === '';
  return isDefault ? 'apibank-synth' : `apibank-synth@${datasetSeed}${size}`;
}
