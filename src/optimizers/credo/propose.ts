/** Which changes are worth a trial? Prompts for the roles that carry the failures, and neighbouring settings. */
import {
  type Candidate,
  candidateDigest,
  type RoleId,
  withParameters,
  withRolePrompt,
} from '../../core/candidate.ts';
import type { OptimizerContext } from '../../core/optimizer.ts';
import { neighbours } from '../../core/space.ts';
import {
  caseOf,
  describeRole,
  promptRequirements,
  proposalAsk,
  readProposal,
} from '../kit/asks/proposal.ts';
import type { Situation } from '../kit/situations.ts';
import { drawRole, type Evidence } from './credit.ts';
import type { CredoOptions } from './options.ts';
import type { Team } from './team.ts';

/** One change of the current team. */
export interface Change {
  readonly candidate: Candidate;
  /** Null for a setting of the topology. */
  readonly role: RoleId | null;
  /** What it was built from: its trial runs on these first. */
  readonly cases: readonly Situation[];
}

export interface Ground {
  readonly team: Team;
  readonly failures: readonly Situation[];
  readonly solved: readonly Situation[];
  readonly evidence: Evidence;
  readonly round: number;
}

/** Changes that were refused or are there already are left out. */
export async function proposeChanges(
  context: OptimizerContext,
  options: CredoOptions,
  ground: Ground,
): Promise<readonly Change[]> {
  const settings = settingChanges(context, options, ground);
  const prompts = context.optimize.prompts
    ? await promptChanges(context, options, {
        ...ground,
        count: options.candidates - settings.length,
      })
    : [];
  const known = new Set([candidateDigest(ground.team.candidate)]);
  const changes = [...settings, ...prompts].filter(({ candidate }) => {
    const key = candidateDigest(candidate);
    const isNew = !known.has(key);
    known.add(key);
    return isNew;
  });
  const parents = [candidateDigest(ground.team.candidate)];
  for (const { candidate, role } of changes) {
    const reason = role === null ? 'a neighbouring setting' : `a prompt for ${role}`;
    context.note({ kind: 'candidate-proposed', candidate, parents, reason });
  }
  return changes;
}

/** A third of the changes beside prompts, all of them without. */
function settingChanges(
  context: OptimizerContext,
  { candidates, cases }: CredoOptions,
  { team, failures, round }: Ground,
): Change[] {
  if (!context.optimize.topology) return [];
  const count = context.optimize.prompts ? Math.max(1, Math.floor(candidates / 6)) : candidates;
  const random = context.random('credo', 'settings', round);
  const around = neighbours(context.space, team.candidate.parameters);
  return random.sample(around, count).map((setting) => ({
    candidate: withParameters(team.candidate, setting),
    role: null,
    cases: random.sample(failures, cases),
  }));
}

async function promptChanges(
  context: OptimizerContext,
  options: CredoOptions,
  ground: Ground & { readonly count: number },
): Promise<Change[]> {
  const { team, evidence, round, solved, count } = ground;
  const graph = context.graph(team.candidate);
  const drafts = Array.from({ length: Math.max(0, count) }, (_, index) => {
    const random = context.random('credo', 'draft', round, index);
    const place =
      options.credit === 'on' && index % 2 === 0
        ? drawRole(graph.roles, evidence.credits, random)
        : random.integer(graph.roles.length);
    const node = graph.roles[place] as (typeof graph.roles)[number];
    const cases = casesFor(node.role, ground, random.shuffle(ground.failures)).slice(
      0,
      options.cases,
    );
    const shown = [...cases, ...random.sample(solved, 1)];
    const prompt = team.candidate.roles[node.role] ?? '';
    const ask = proposalAsk({
      role: node.role,
      description: describeRole(node, graph),
      prompt,
      cases: shown.map(({ task, rollout }) => caseOf(node, task, rollout)),
      requirements: promptRequirements(node, context.train[0]?.brief.outputContract ?? ''),
      temperature: options.temperature,
      sample: round * options.candidates + index,
    });
    return { role: node.role, cases, prompt, ask };
  });
  if (drafts.length === 0) return [];
  const replies = await context.step(drafts.map(({ ask }) => ask));
  return drafts.flatMap(({ role, cases, prompt }, index) => {
    const check = readProposal(replies[index]?.text ?? null, prompt);
    if (check.ok) {
      return [{ candidate: withRolePrompt(team.candidate, role, check.prompt), role, cases }];
    }
    context.note({
      kind: 'progress',
      message: `a prompt for ${role} was refused: ${check.reason}`,
    });
    return [];
  });
}

/** What the role was seen to mend first, then what it was not looked at for, then what it was seen not to. */
function casesFor(
  role: RoleId,
  { evidence: { verdicts } }: Ground,
  failures: readonly Situation[],
): Situation[] {
  const rank = ({ task }: Situation): number => {
    const verdict = verdicts.get(role)?.get(task.id);
    return verdict === undefined ? 1 : verdict ? 0 : 2;
  };
  return [...failures].sort((left, right) => rank(left) - rank(right));
}
