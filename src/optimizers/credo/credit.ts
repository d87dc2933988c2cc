/** Which role carries the failures? Measured: what comes of the team when the role had said something better. */
import type { Candidate, RoleId } from '../../core/candidate.ts';
import type { OptimizerContext, RolloutsAsk } from '../../core/optimizer.ts';
import type { RandomStream } from '../../core/random.ts';
import type { RoleNode } from '../../core/topology.ts';
import { betterMessageAsk } from '../kit/asks/better-message.ts';
import { caseOf } from '../kit/asks/proposal.ts';
import { readTag } from '../kit/asks/tagged-text.ts';
import { drawArm } from '../kit/bandit/thompson.ts';
import { isObserved } from '../kit/paired.ts';
import type { Situation } from '../kit/situations.ts';
import type { Team } from './team.ts';

/** A role's replays (and tried proposals) so far, and how many of them made a failure better. */
export interface Credit {
  readonly repaired: number;
  readonly tried: number;
}

/** Per task that a role was looked at: would a better message of it have mended the failure? */
export type Verdicts = ReadonlyMap<RoleId, ReadonlyMap<string, boolean>>;

export interface Evidence {
  readonly credits: ReadonlyMap<RoleId, Credit>;
  readonly verdicts: Verdicts;
}

/** Older rounds speak of an older team: they count half as much with every round. */
const MEMORY = 0.5;

/**
 * Replays failures from a better message of a role, which a model wrote. A role whose output the model leaves as it was has
 * nothing to mend there: that is known without a rollout. The message of a role that only answers would be the answer, and
 * tell what the model knows, not what the role lacks: where others speak before it, such a role is not replayed, and carries
 * what the model would have it say otherwise and no better message before it mended.
 */
export async function measureCredit(
  context: OptimizerContext,
  { candidate }: Team,
  at: { readonly failures: readonly Situation[]; readonly before: Evidence['credits'] },
): Promise<Evidence> {
  const { roles } = context.graph(candidate);
  const isFirst = roles.some(({ terminal }) => !terminal);
  const findings =
    roles.length > 1 && at.failures.length > 0
      ? await replays(context, { candidate, failures: at.failures, roles, isFirst })
      : [];
  const mended = new Set(
    findings.flatMap(({ found, taskId }) => (found === 'mended' ? [taskId] : [])),
  );
  const verdicts = roles.map(({ role }): [RoleId, ReadonlyMap<string, boolean>] => {
    const own = findings.filter((finding) => finding.role === role);
    const holds = ({ found, taskId }: Finding): boolean =>
      found === 'mended' || (found === 'claimed' && !mended.has(taskId));
    return [role, new Map(own.map((finding) => [finding.taskId, holds(finding)]))];
  });
  const credits = verdicts.map(([role, own]): [RoleId, Credit] => {
    const old = at.before.get(role) ?? { repaired: 0, tried: 0 };
    const repaired = [...own.values()].filter(Boolean).length;
    const kept = { repaired: old.repaired * MEMORY, tried: old.tried * MEMORY };
    return [role, added(kept, { repaired, tried: own.size })];
  });
  return { credits: new Map(credits), verdicts: new Map(verdicts) };
}

export function added(one: Credit, other: Credit): Credit {
  return { repaired: one.repaired + other.repaired, tried: one.tried + other.tried };
}

/** `claimed`: the model would have an answering role say something else, which was not replayed. */
interface Finding {
  readonly role: RoleId;
  readonly taskId: string;
  readonly found: 'mended' | 'claimed' | 'nothing';
}

async function replays(
  context: OptimizerContext,
  of: {
    readonly candidate: Candidate;
    readonly failures: readonly Situation[];
    readonly roles: readonly RoleNode[];
    /** Others speak before the roles that answer. */
    readonly isFirst: boolean;
  },
): Promise<readonly Finding[]> {
  const wanted = of.roles.flatMap((node) => of.failures.map((failure) => ({ node, ...failure })));
  const replies = await context.step(
    wanted.map(({ node, task, rollout }) => betterMessageAsk(node, caseOf(node, task, rollout))),
  );
  const read = wanted.flatMap((one, index) => {
    const text = readTag(replies[index]?.text ?? '', 'output');
    const isNew = text !== one.rollout.roleOutputs[one.node.role]?.trim();
    return text === null || text === '' ? [] : [{ ...one, text, isNew }];
  });
  const isReplayed = ({ node, isNew }: (typeof read)[number]): boolean =>
    isNew && !(node.terminal && of.isFirst);
  const edited = read.filter(isReplayed);
  const asks = edited.map(
    ({ node, task, rollout, text }): RolloutsAsk => ({
      kind: 'rollouts',
      candidate: of.candidate,
      tasks: [task],
      from: [rollout],
      edits: [{ role: node.role, text }],
      whenShort: 'skip',
    }),
  );
  const answers = asks.length === 0 ? [] : await context.step(asks);
  return read.flatMap((reply): Finding[] => {
    const { isNew, node, rollout } = reply;
    const place = { role: node.role, taskId: rollout.taskId };
    if (!isReplayed(reply)) return [{ ...place, found: isNew ? 'claimed' : 'nothing' }];
    const replay = answers[edited.indexOf(reply)]?.[0];
    if (!isObserved(replay)) return [];
    return [{ ...place, found: replay.score > rollout.score ? 'mended' : 'nothing' }];
  });
}

/** The place of the role that a draw from what is known of each favours. */
export function drawRole(
  roles: readonly RoleNode[],
  credits: Evidence['credits'],
  random: RandomStream,
): number {
  const tallies = roles.map(({ role }) => {
    const { repaired, tried } = credits.get(role) ?? { repaired: 0, tried: 0 };
    return { won: repaired, tried };
  });
  return drawArm(tallies, random);
}
