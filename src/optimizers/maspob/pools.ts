/** Which prompts may each role get? The original and uninformed variants, each nudged towards another style. */
import type { OptimizerContext } from '../../core/optimizer.ts';
import type { RoleNode } from '../../core/topology.ts';
import {
  describeRole,
  promptRequirements,
  proposalAsk,
  readProposal,
  rolePlace,
} from '../kit/asks/proposal.ts';
import type { MaspobOptions } from './options.ts';

export interface RolePool {
  readonly node: RoleNode;
  /** The original first, each text once. */
  readonly prompts: readonly string[];
}

const STYLES = [
  [
    'Write a short prompt: a few plain sentences.',
    'Write a thorough prompt that leaves nothing open.',
  ],
  ['Write it as numbered steps.', 'Write it as running text.', 'Write it as a list of rules.'],
  ['Say first what matters most.', 'End with a check that the role makes before it is done.'],
  [
    'Speak as to an expert.',
    'Speak as to a careful beginner.',
    'Speak in the voice of a reviewer.',
  ],
  ['Ask for reasoning before the result.', 'Ask for the result and nothing beside it.'],
  ['Warn of likely mistakes.', 'Say what good work looks like, and name no mistakes.'],
  [
    'Stress exactness of names and values.',
    'Stress completeness.',
    'Stress the order of the work.',
  ],
  ['Ask to state assumptions.', 'Ask to use only what is given.'],
  ['Say what to do when something is missing.', 'Say what to do when reports disagree.'],
  ['Be formal and precise.', 'Be vivid and direct.'],
] as const;

interface Wanted {
  readonly pool: { readonly node: RoleNode; readonly prompts: string[] };
  readonly place: number;
  /** 1-based place in the pool. */
  readonly index: number;
}

/** One pool per acting role in graph order. What cannot be used is asked for again; then a pool is shorter. */
export async function promptPools(
  context: OptimizerContext,
  options: MaspobOptions,
): Promise<readonly RolePool[]> {
  const { seedCandidate, lineup } = context;
  const pools = context.graph(seedCandidate).roles.map((node) => ({
    node,
    prompts: [seedCandidate.roles[node.role] ?? ''],
  }));
  if (!context.optimize.prompts) return pools;
  let wanted: Wanted[] = pools.flatMap((pool) =>
    Array.from({ length: options.pool - 1 }, (_, index) => ({
      pool,
      place: rolePlace(lineup, pool.node.role),
      index: index + 1,
    })),
  );
  for (let attempt = 0; attempt < options.tries && wanted.length > 0; attempt += 1) {
    const replies = await context.step(
      wanted.map((entry) => variantAsk(context, options, { ...entry, attempt })),
    );
    wanted = wanted.filter(({ pool }, index) => {
      const check = readProposal(replies[index]?.text ?? null, pool.prompts[0] ?? '');
      if (!check.ok || pool.prompts.includes(check.prompt)) return true;
      pool.prompts.push(check.prompt);
      return false;
    });
  }
  for (const { node, prompts } of pools) {
    const message = `${prompts.length} of ${options.pool} prompts for ${node.role}`;
    if (prompts.length < options.pool) context.note({ kind: 'progress', message });
  }
  return pools;
}

function variantAsk(
  context: OptimizerContext,
  options: MaspobOptions,
  { pool, place, index, attempt }: Wanted & { readonly attempt: number },
) {
  const { node, prompts } = pool;
  const sample = attempt * options.pool + index;
  const random = context.random('maspob', 'style', place, sample);
  const style = random.pick(random.pick(STYLES));
  return proposalAsk({
    role: node.role,
    description: describeRole(node, context.graph(context.seedCandidate)),
    prompt: prompts[0] ?? '',
    cases: [],
    requirements: `${promptRequirements(node, context.train[0]?.brief.outputContract ?? '')}\n${style}`,
    temperature: options.proposalTemperature,
    sample,
  });
}
