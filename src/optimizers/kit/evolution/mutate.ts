/** How does one member of the pool get a child that beats it on a minibatch? */
import {
  type Candidate,
  candidateDigest,
  withParameters,
  withRolePrompt,
} from '../../../core/candidate.ts';
import type { TaskView } from '../../../core/dataset.ts';
import type { Rollout } from '../../../core/rollout.ts';
import { neighbours } from '../../../core/space.ts';
import type { RoleNode } from '../../../core/topology.ts';
import { describeRole, promptRequirements, proposalAsk, readProposal } from '../asks/proposal.ts';
import { epochBatch } from '../epochs.ts';
import { isObserved, type Observed, pairRollouts } from '../paired.ts';
import { runAgainst } from '../race/run-against.ts';
import { drawParent, type Program } from './program.ts';
import type { Evolution } from './types.ts';

export interface Mutation {
  readonly parent: number;
  /** The parent's next component after this one. */
  readonly pointer: number;
  /** Better than its parent on the minibatch; null when there is none. */
  readonly child: Candidate | null;
  /** False when not one task of the minibatch could be observed. */
  readonly observed: boolean;
}

interface Draft {
  readonly candidate: Candidate;
  readonly what: string;
}

export async function mutate(
  evolution: Evolution,
  pool: readonly Program[],
  number: number,
): Promise<Mutation> {
  const { context, options, name } = evolution;
  const parent = drawParent(pool, context.random(name, 'parent', number));
  const { candidate, pointer } = pool[parent] as Program;
  const tasks = epochBatch(context.train, { size: options.minibatch, index: number }, (epoch) =>
    context.random(name, 'epoch', epoch),
  );
  const [base] = await context.step([{ kind: 'rollouts', candidate, tasks, whenShort: 'skip' }]);
  const seen = base.filter(isObserved);
  const kept: Mutation = { parent, pointer, child: null, observed: seen.length > 0 };
  if (seen.every(({ score }) => score >= options.perfectScore)) return kept;
  const components = componentsOf(evolution, candidate);
  const turned = { ...kept, pointer: (pointer + 1) % components.length };
  const component = components[pointer % components.length] as RoleNode | null;
  const draft =
    component === null
      ? parameterMove(evolution, candidate, number)
      : await rewrite(evolution, { candidate, node: component, tasks, seen, number });
  if (draft === null) return turned;
  const known = new Set(pool.map((program) => candidateDigest(program.candidate)));
  if (known.has(candidateDigest(draft.candidate))) {
    context.note({ kind: 'progress', message: `${draft.what}: already in the pool` });
    return turned;
  }
  const isBetter = await beats(evolution, draft, { candidate, base, tasks });
  return isBetter ? { ...turned, child: draft.candidate } : turned;
}

/** Roles that act, in team order, then the topology parameters (null) where they may move. Never empty. */
function componentsOf({ context }: Evolution, candidate: Candidate): (RoleNode | null)[] {
  const { prompts, topology } = context.optimize;
  const roles = prompts ? context.graph(candidate).roles : [];
  const moves = topology ? neighbours(context.space, candidate.parameters) : [];
  const components = [...roles, ...(moves.length > 0 ? [null] : [])];
  return components.length > 0 ? components : [null];
}

function parameterMove(
  { context, name }: Evolution,
  candidate: Candidate,
  number: number,
): Draft | null {
  const moves = neighbours(context.space, candidate.parameters);
  if (moves.length === 0) return null;
  const setting = context.random(name, 'setting', number).pick(moves);
  return { candidate: withParameters(candidate, setting), what: 'topology neighbour' };
}

async function rewrite(
  evolution: Evolution,
  request: {
    readonly candidate: Candidate;
    readonly node: RoleNode;
    readonly tasks: readonly TaskView[];
    readonly seen: readonly Observed[];
    readonly number: number;
  },
): Promise<Draft | null> {
  const { context, options } = evolution;
  const { candidate, node, tasks, seen, number } = request;
  const prompt = candidate.roles[node.role] ?? '';
  const cases = seen.flatMap((rollout) => {
    const task = tasks.find(({ id }) => id === rollout.taskId);
    return task === undefined ? [] : [evolution.caseOf({ node, task, rollout, candidate })];
  });
  const [reply] = await context.step([
    proposalAsk({
      role: node.role,
      description: describeRole(node, context.graph(candidate)),
      prompt,
      cases,
      requirements: promptRequirements(node, context.train[0]?.brief.outputContract ?? ''),
      temperature: options.proposalTemperature,
      sample: number,
    }),
  ]);
  const check = readProposal(reply.text, prompt);
  if (!check.ok) {
    const message = `a rewrite of ${node.role} was refused: ${check.reason}`;
    context.note({ kind: 'progress', message });
    return null;
  }
  return {
    candidate: withRolePrompt(candidate, node.role, check.prompt),
    what: `prompt of ${node.role}`,
  };
}

/** True when the child scores strictly more than its parent on the tasks that both were observed on. */
async function beats(
  { context }: Evolution,
  { candidate: child, what }: Draft,
  parent: {
    readonly candidate: Candidate;
    readonly base: readonly Rollout[];
    readonly tasks: readonly TaskView[];
  },
): Promise<boolean> {
  const told = { candidate: child, parents: [candidateDigest(parent.candidate)] };
  context.note({ kind: 'candidate-proposed', ...told, reason: what });
  const [contender] = await runAgainst(context, {
    candidates: [child],
    tasks: parent.tasks,
    bars: [{ holder: parent.base, strict: true }],
    rivals: [parent.base],
  });
  const pairs = pairRollouts(parent.base, contender?.rollouts ?? []);
  const own = pairs.reduce((sum, pair) => sum + pair.candidate.score, 0);
  const before = pairs.reduce((sum, pair) => sum + pair.parent.score, 0);
  if (own > before && contender?.leftFor === null) return true;
  const reason = `${what}: ${own} on ${pairs.length} tasks, its parent ${before}`;
  context.note({ kind: 'candidate-rejected', ...told, reason });
  return false;
}
