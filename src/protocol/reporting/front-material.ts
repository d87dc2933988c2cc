/** What did the candidates of a finished job score and cost? From its sealed files, so it can be told again at any time. */
import { canonicalJson, type JsonObject } from '../../core/json.ts';
import type { CostRecord, TeamCost } from '../../evaluation/team-cost.ts';
import type { SearchScoresSummary } from '../search/search-scores.ts';
import type { FinishedJob } from './overfit-material.ts';

/** How a candidate is called: by its part in the job, or by the beginning of its digest. */
export function candidateName(
  digest: string,
  { optimization, selection }: Pick<FinishedJob, 'optimization' | 'selection'>,
): string {
  if (digest === optimization['seedDigest']) return 'seed';
  if (digest === selection['deployedDigest']) return 'frozen';
  return digest === optimization['incumbentDigest'] ? 'incumbent' : digest.slice(0, 8);
}

/**
 * Null for a search that was sealed before it kept them.
 *
 * @param parametersOf of a candidate by its digest, or null where its file is gone: teams of equal parameters make as many
 *   calls, so those of a candidate whose rollouts never ran whole may be known from another
 */
export function frontMaterial(
  job: Pick<FinishedJob, 'optimization' | 'selection' | 'test'>,
  parametersOf: (digest: string) => JsonObject | null,
) {
  const { optimization, selection, test } = job;
  const scores = optimization['searchScores'] as unknown as SearchScoresSummary | undefined;
  // An earlier version sealed scores without them.
  const candidates = (scores as Partial<SearchScoresSummary> | undefined)?.candidates;
  if (candidates === undefined) return null;
  const setting = (digest: string): string => canonicalJson(parametersOf(digest) ?? { digest });
  const calls = new Map(
    candidates.flatMap(({ digest, cost }) =>
      cost.modelCalls === null ? [] : [[setting(digest), cost.modelCalls] as const],
    ),
  );
  return {
    candidates: candidates.map(({ digest, train, validation, cost }) => ({
      name: candidateName(digest, job),
      digest,
      train,
      validation,
      callsPerTask: cost.modelCalls ?? calls.get(setting(digest)) ?? null,
      tokensPerTask: tokensOf(cost),
    })),
    measured: [
      ...measured(job, selection, { on: 'validation', other: 'incumbent' }),
      ...measured(job, test, { on: 'test', other: 'frozen' }),
    ],
  };
}

function measured(
  { optimization, selection }: Pick<FinishedJob, 'optimization' | 'selection'>,
  sealed: JsonObject,
  { on, other }: { readonly on: 'validation' | 'test'; readonly other: 'incumbent' | 'frozen' },
) {
  const cost = sealed['cost'] as unknown as CostRecord | undefined | null;
  const rows = sealed['rows'] as unknown as readonly {
    readonly [arm: string]: { readonly score: number | null } | null;
  }[];
  const digests = {
    seed: optimization['seedDigest'] as string,
    incumbent: optimization['incumbentDigest'] as string,
    frozen: selection['deployedDigest'] as string,
  };
  const arms = digests[other] === digests.seed ? (['seed'] as const) : (['seed', other] as const);
  return arms.flatMap((arm) => {
    const scores = rows.flatMap((row) => row[arm]?.score ?? []);
    const own = cost?.perTask[arm];
    if (scores.length === 0 || own === undefined) return [];
    const digest = digests[arm];
    return [
      {
        name: candidateName(digest, { optimization, selection }),
        digest,
        on,
        score: scores.reduce((sum, score) => sum + score, 0) / scores.length,
        tasks: scores.length,
        callsPerTask: own.modelCalls,
        tokensPerTask: tokensOf(own),
      },
    ];
  });
}

function tokensOf({ inputTokens, outputTokens }: TeamCost): number | null {
  return inputTokens === null || outputTokens === null ? null : inputTokens + outputTokens;
}
