/** How is an answer read and a search judged, as the options and the environment say? */
import type { DatasetSettings } from '../../../core/dataset.ts';
import { UsageError } from '../../../core/errors.ts';
import type { Json } from '../../../core/json.ts';
import type { ParsePolicy } from '../parse/result.ts';
import type { Level } from '../tasks/ids.ts';

/**
 * - `keyword`: the keywords must be the recorded ones, but for case and white space.
 * - `official`: the keywords must retrieve the same APIs, from the recordings or else by similarity.
 * - `upstream`: upstream's own search over its own descriptions, with its argument checks.
 */
export type SearchScorer = 'keyword' | 'official' | 'upstream';

export interface ScoringOptions {
  readonly parserPolicy: ParsePolicy;
  /** Null: `keyword` on level 1, `official` on levels 2 and 3. */
  readonly toolsearcherScorer: SearchScorer | null;
}

export const PARSER_POLICIES: readonly ParsePolicy[] = ['last', 'strict', 'upstream'];

const SEARCH_SCORERS: { readonly [name: string]: SearchScorer } = {
  keyword: 'keyword',
  official: 'official',
  upstream: 'upstream',
  frozen: 'official',
  official_frozen: 'official',
  raw: 'upstream',
};

const KNOWN_OPTIONS = ['parserPolicy', 'toolsearcherScorer', 'task'];

/** Options win over the environment. @throws UsageError listing every bad name and value. */
export function scoringOptions({
  options,
  environment,
}: Pick<DatasetSettings, 'options' | 'environment'>): ScoringOptions {
  const problems = Object.keys(options)
    .filter((name) => !KNOWN_OPTIONS.includes(name))
    .map((name) => `apibank has no option \`${name}\`; it has ${KNOWN_OPTIONS.join(', ')}`);
  const policy = options['parserPolicy'] ?? 'last';
  if (!isOneOf(PARSER_POLICIES, policy))
    problems.push(unknownValue('parserPolicy', policy, PARSER_POLICIES));
  const fromEnvironment = environment['APIBANK_TOOLSEARCHER_SCORER'];
  const given = options['toolsearcherScorer'];
  const origin = given === undefined ? 'APIBANK_TOOLSEARCHER_SCORER' : 'toolsearcherScorer';
  const scorer = given ?? (fromEnvironment === '' ? undefined : fromEnvironment) ?? null;
  const resolved = typeof scorer === 'string' ? ownValue(SEARCH_SCORERS, scorer) : null;
  if (scorer !== null && resolved === null) {
    problems.push(unknownValue(origin, scorer, Object.keys(SEARCH_SCORERS)));
  }
  const task = options['task'] ?? 'calls';
  if (task !== 'calls') problems.push(`task ${JSON.stringify(task)} is not scored as a call`);
  if (problems.length > 0) throw new UsageError(problems, { hints: poolHints(options) });
  return { parserPolicy: policy as ParsePolicy, toolsearcherScorer: resolved };
}

/** The recorded benchmark has one pool. */
function poolHints(options: DatasetSettings['options']): string[] {
  const asks = options['datasetSeed'] !== undefined || options['datasetSize'] !== undefined;
  return asks
    ? ['leave out --dataset-seed and --dataset-size, or generate tasks: --dataset apibank-synth']
    : [];
}

export function searchScorerFor(level: Level, options: ScoringOptions): SearchScorer {
  return options.toolsearcherScorer ?? (level === 1 ? 'keyword' : 'official');
}

function unknownValue(name: string, value: Json, known: readonly string[]): string {
  return `${name} must be one of ${known.join(', ')}; got ${JSON.stringify(value)}`;
}

function isOneOf<Value extends string>(values: readonly Value[], value: Json): value is Value {
  return values.some((known) => known === value);
}

function ownValue<Value>(table: { readonly [name: string]: Value }, name: string): Value | null {
  return Object.hasOwn(table, name) ? (table[name] ?? null) : null;
}
