/** What do all ways of scoring say of the same answer, side by side? */
import type { ScorerCard } from '../../../core/dataset.ts';
import { TOOL_SEARCHER } from '../data/recordings.ts';
import type { ParsePolicy } from '../parse/result.ts';
import { scoreOfficial } from '../scoring/official.ts';
import { PARSER_POLICIES, type ScoringOptions } from '../scoring/options.ts';
import type { Scorer } from '../scoring/scorer.ts';
import type { ApiBankTask } from '../tasks/task.ts';
import type { Databases } from '../world/databases.ts';
import { slotsAreFilled } from './slots.ts';

/** Raised with every change after which the same answer could come out differently. */
const VERSIONS = { execution: 1, slots: 1, upstream: 1 } as const;

export const UPSTREAM_SCORER = 'upstream';

/** What upstream's evaluation would run for a search. */
const UPSTREAM_SEARCH: ScoringOptions = {
  parserPolicy: 'upstream',
  toolsearcherScorer: 'upstream',
};

const READING: { readonly [policy in ParsePolicy]: string } = {
  last: 'the last bracketed call that can be read counts',
  strict: 'the answer must hold exactly one call that can be read to its last character',
  upstream: "the call is what API-Bank's own expressions see",
};

/**
 * The ids always mean the same rule, whatever is configured: `execution` reads with the policy `last`, other policies
 * and other ways of judging searches than the default are part of the id.
 */
export function scorerCards(options: ScoringOptions): ScorerCard[] {
  const { parserPolicy: policy } = options;
  return [
    ...executionsBesides(options).map((one) => ({
      id: executionId(one),
      version: VERSIONS.execution,
      title: `earlier calls are replayed, the call is carried out, its result is compared; ${READING[one.parserPolicy]}${searches(one)}`,
    })),
    {
      id: withPolicy('slots', policy),
      version: VERSIONS.slots,
      title: `the API name and every recorded argument are equal as texts, further arguments are passed over, nothing is carried out; ${READING[policy]}`,
    },
    {
      id: UPSTREAM_SCORER,
      version: VERSIONS.upstream,
      title:
        "API-Bank's own evaluation of levels 1 and 2: no replay, its own reader and argument checks, its own search",
    },
  ];
}

export interface ScoringMachines {
  readonly scorerFor: (options: ScoringOptions) => Scorer;
  readonly databases: Databases;
}

/** By scorer id; null where a scorer cannot decide, and for upstream's evaluation on level 3, which it does not cover. */
export async function scoreSideBySide(
  { task, answer, signal }: ScoredAnswer,
  options: ScoringOptions,
  { scorerFor, databases }: ScoringMachines,
): Promise<{ [scorer: string]: boolean | null }> {
  const scores: { [scorer: string]: boolean | null } = {};
  for (const one of executionsBesides(options)) {
    scores[executionId(one)] = (await scorerFor(one).decide(task, answer, signal)).correct;
  }
  const { parserPolicy: policy } = options;
  scores[withPolicy('slots', policy)] = slotsAreFilled(task, answer, policy);
  scores[UPSTREAM_SCORER] = await upstreamVerdict(
    { task, answer, signal },
    { scorerFor, databases },
  );
  return scores;
}

interface ScoredAnswer {
  readonly task: ApiBankTask;
  readonly answer: string;
  readonly signal: AbortSignal;
}

/** The configured way first, then the same with the other ways of reading an answer. */
function executionsBesides(options: ScoringOptions): ScoringOptions[] {
  const others = PARSER_POLICIES.filter((policy) => policy !== options.parserPolicy);
  return [options, ...others.map((parserPolicy) => ({ ...options, parserPolicy }))];
}

function executionId({ parserPolicy, toolsearcherScorer }: ScoringOptions): string {
  const id = withPolicy('execution', parserPolicy);
  return toolsearcherScorer === null ? id : `${id}+${toolsearcherScorer}-search`;
}

function withPolicy(id: string, policy: ParsePolicy): string {
  return policy === 'last' ? id : `${id}-${policy}`;
}

function searches({ toolsearcherScorer }: ScoringOptions): string {
  return toolsearcherScorer === null ? '' : `; searches are judged by \`${toolsearcherScorer}\``;
}

/** A search is left to the model that upstream embeds with, where it could come out right at all. */
async function upstreamVerdict(
  { task, answer, signal }: ScoredAnswer,
  { scorerFor, databases }: ScoringMachines,
): Promise<boolean | null> {
  if (task.level === 3) return null;
  const { correct } = scoreOfficial(task, answer, databases);
  if (correct !== null || task.gold.apiName !== TOOL_SEARCHER) return correct;
  return (await scorerFor(UPSTREAM_SEARCH).decide(task, answer, signal)).correct;
}
