/** Which prompts may a role choose from? The anchor's first, then variants of it. */
import { type Candidate, candidateDigest, type RoleId } from '../../core/candidate.ts';
import type { CompletionAsk, OptimizerContext } from '../../core/optimizer.ts';
import type { RoleNode } from '../../core/topology.ts';
import {
  describeRole,
  type ProposalCase,
  promptRequirements,
  proposalAsk,
  readProposal,
} from '../kit/asks/proposal.ts';
import type { MaproOptions } from './options.ts';

/** Per acting role exactly `candidates` prompts; what a model did not deliver is filled up with the anchor's. */
export type Pools = ReadonlyMap<RoleId, readonly string[]>;

/** How a variant departs from its anchor, in turn. */
const OPERATORS = [
  'Add one instruction that the prompt lacks, and leave the rest as it is.',
  'Replace the weakest instruction of the prompt by a better one.',
  'Reorganise the prompt: what matters most comes first, what repeats goes.',
] as const;

export function promptOf({ roles }: Candidate, role: RoleId): string {
  return roles[role] ?? '';
}

export interface PoolPlan {
  readonly anchor: Candidate;
  /** 0 for the first pools. */
  readonly round: number;
  /** What went wrong, as each role is to see it; empty before the first evaluation. */
  readonly cases: ReadonlyMap<RoleId, readonly ProposalCase[]>;
}

/** The asks of all roles, and how their replies become pools: they may join a step with other asks. */
export function poolAsks(
  context: OptimizerContext,
  options: MaproOptions,
  plan: PoolPlan,
): {
  readonly asks: readonly CompletionAsk[];
  readonly read: (replies: readonly (string | null)[]) => Pools;
} {
  const { roles } = context.graph(plan.anchor);
  const requests = roles.flatMap((node) =>
    Array.from({ length: options.candidates - 1 }, (_, index) => ({
      node,
      ask: variantAsk(context, options, { plan, node, index }),
    })),
  );
  const read = (replies: readonly (string | null)[]): Pools => {
    const pools = new Map(roles.map(({ role }) => [role, [promptOf(plan.anchor, role)]]));
    requests.forEach(({ node: { role } }, index) => {
      const check = readProposal(replies[index] ?? null, promptOf(plan.anchor, role));
      const pool = pools.get(role) ?? [];
      pool.push(check.ok && !pool.includes(check.prompt) ? check.prompt : (pool[0] as string));
    });
    return pools;
  };
  return { asks: requests.map(({ ask }) => ask), read };
}

function variantAsk(
  context: OptimizerContext,
  options: MaproOptions,
  at: { readonly plan: PoolPlan; readonly node: RoleNode; readonly index: number },
): CompletionAsk {
  const { plan, node, index } = at;
  const requirements = [
    promptRequirements(node, context.train[0]?.brief.outputContract ?? ''),
    OPERATORS[index % OPERATORS.length] ?? '',
  ].join('\n');
  return proposalAsk({
    role: node.role,
    description: describeRole(node, context.graph(plan.anchor)),
    prompt: promptOf(plan.anchor, node.role),
    cases: plan.cases.get(node.role) ?? [],
    requirements,
    temperature: options.proposalTemperature,
    sample: plan.round * options.candidates + index,
  });
}

/** The anchor with one prompt of the pool per role. */
export function assigned(
  anchor: Candidate,
  pools: Pools,
  choices: ReadonlyMap<RoleId, number>,
): Candidate {
  const prompts = [...pools].map(([role, pool]) => [role, pool[choices.get(role) ?? 0]] as const);
  return {
    ...anchor,
    roles: { ...anchor.roles, ...(Object.fromEntries(prompts) as Candidate['roles']) },
  };
}

export function sameCandidate(left: Candidate, right: Candidate): boolean {
  return candidateDigest(left) === candidateDigest(right);
}
