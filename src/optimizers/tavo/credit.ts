/** Who helped and who hurt, and what follows from it? Verbal credit per task and role, joined to what is worth telling. */
import type { Candidate, RoleId } from '../../core/candidate.ts';
import type { CompletionAsk, OptimizerContext } from '../../core/optimizer.ts';
import type { RoleNode } from '../../core/topology.ts';
import { lessonsAsk, readLessons } from '../kit/asks/lessons.ts';
import { ratingAsk, readRating } from '../kit/asks/pointwise-judge.ts';
import { caseOf, type ProposalCase } from '../kit/asks/proposal.ts';
import type { Situation } from '../kit/situations.ts';
import type { TavoOptions } from './options.ts';

const KINDS = ['add', 'remove', 'restructure'] as const;

export type SuggestionKind = (typeof KINDS)[number];

/** How many suggestions of each kind are kept. */
const KEPT: { readonly [kind in SuggestionKind]: number } = { add: 5, remove: 3, restructure: 3 };

/** Suggestions per task and role. */
const PER_CREDIT = 3;

export interface Credit {
  /** Per role in the order in which they were made. */
  readonly suggestions: ReadonlyMap<RoleId, readonly string[]>;
  /** The cases that a role's suggestions were read from. */
  readonly cases: ReadonlyMap<RoleId, readonly ProposalCase[]>;
}

interface Job {
  readonly node: RoleNode;
  readonly shown: ProposalCase;
}

/** One critic's request per observed task and role that acted in it; unreadable replies make no suggestion. */
export async function readCredit(
  context: OptimizerContext,
  options: TavoOptions,
  at: {
    readonly candidate: Candidate;
    readonly trajectories: readonly Situation[];
    readonly sample: number;
  },
): Promise<Credit> {
  const { candidate, trajectories, sample } = at;
  const { roles } = context.graph(candidate);
  const plain = trajectories.flatMap(({ task, rollout }) =>
    roles
      .filter(({ role }) => rollout.roleOutputs[role] !== undefined)
      .map((node): Job => ({ node, shown: caseOf(node, task, rollout) })),
  );
  const jobs = options.localCredit ? await rated(context, options, plain) : plain;
  const replies =
    jobs.length === 0
      ? []
      : await context.step(jobs.map((job) => creditAsk(options, { job, candidate, sample })));
  const suggestions = new Map<RoleId, string[]>(roles.map(({ role }) => [role, []]));
  const cases = new Map<RoleId, ProposalCase[]>(roles.map(({ role }) => [role, []]));
  jobs.forEach(({ node, shown }, index) => {
    suggestions.get(node.role)?.push(...readLessons(replies[index]?.text ?? null, PER_CREDIT));
    cases.get(node.role)?.push(shown);
  });
  return { suggestions, cases };
}

async function rated(
  context: OptimizerContext,
  { ratingTemperature }: TavoOptions,
  jobs: readonly Job[],
): Promise<Job[]> {
  if (jobs.length === 0) return [];
  const replies = await context.step(
    jobs.map(({ node, shown }) =>
      ratingAsk({
        question: shown.question,
        output: shown.output,
        requirement: `This part of the work, done by ${node.role}, brings the team nearer to the right answer.`,
        examples: [],
        temperature: ratingTemperature,
      }),
    ),
  );
  return jobs.map((job, index) => {
    const rating = readRating(replies[index]?.text ?? null);
    // A rating that could not be read is left out: an invented middle would look like an opinion.
    const words =
      rating === null ? '' : `\nLocal rating of this part: ${(10 * rating).toFixed(1)} of 10`;
    return { ...job, shown: { ...job.shown, feedback: `${job.shown.feedback ?? ''}${words}` } };
  });
}

function creditAsk(
  { creditTemperature }: TavoOptions,
  at: { readonly job: Job; readonly candidate: Candidate; readonly sample: number },
): CompletionAsk {
  const { job, candidate, sample } = at;
  return lessonsAsk({
    role: job.node.role,
    rolePrompt: candidate.roles[job.node.role] ?? '',
    cases: [job.shown],
    suggestions: [],
    count: PER_CREDIT,
    purpose:
      'how this part helped or hurt the team, as changes to the prompt; begin a line with "remove:" or "restructure:" where nothing is to be added',
    temperature: creditTemperature,
    sample,
  });
}

/** A suggestion's kind, and its words without it. */
export function kindOf(suggestion: string): { kind: SuggestionKind; text: string } {
  const found = /^(add|remove|restructure)\s*:\s*(.+)$/is.exec(suggestion);
  const kind = KINDS.find((name) => name === found?.[1]?.toLowerCase()) ?? 'add';
  return { kind, text: found?.[2]?.trim() ?? suggestion };
}

/**
 * What is worth telling everybody: per kind at most 5, 3 and 3 suggestions, ranked by a model. Where its reply holds
 * nothing, those that were made at least twice, else the first ones, in the order in which they were first made.
 */
export async function metaKnowledge(
  context: OptimizerContext,
  options: TavoOptions,
  { credit, sample }: { readonly credit: Credit; readonly sample: number },
): Promise<string[]> {
  const all = [...credit.suggestions.values()].flat().map(kindOf);
  const groups = KINDS.map((kind) => ({
    kind,
    texts: all.filter((entry) => entry.kind === kind).map(({ text }) => text),
  })).filter(({ texts }) => texts.length > 0);
  if (groups.length === 0) return [];
  const replies = await context.step(
    groups.map(({ kind, texts }) =>
      lessonsAsk({
        role: 'team',
        rolePrompt: '',
        cases: [],
        suggestions: texts,
        count: KEPT[kind],
        purpose: `the suggestions that matter most, the most important first (kind: ${kind})`,
        temperature: options.creditTemperature,
        sample,
      }),
    ),
  );
  return groups.flatMap(({ kind, texts }, index) => {
    const ranked = readLessons(replies[index]?.text ?? null, KEPT[kind]);
    const chosen = ranked.length > 0 ? ranked : frequent(texts).slice(0, KEPT[kind]);
    return chosen.map((text) => (kind === 'add' ? text : `${kind}: ${text}`));
  });
}

export function frequent(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const twice = [...counts].filter(([, count]) => count > 1).map(([text]) => text);
  return twice.length > 0 ? twice : [...counts.keys()];
}
