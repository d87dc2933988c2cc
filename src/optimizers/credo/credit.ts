/** Which role carries the failures? Measured: what comes of the team when the role had said something better. */
import type { RoleId } from '../../core/candidate.ts';
import type { TaskView } from '../../core/dataset.ts';
import type { OptimizerContext, RolloutsAsk } from '../../core/optimizer.ts';
import type { RandomStream } from '../../core/random.ts';
import type { RoleNode } from '../../core/topology.ts';
import { caseOf } from '../kit/asks/proposal.ts';
import { readTag } from '../kit/asks/tagged-text.ts';
import type { Observed } from '../kit/paired.ts';
import { counterfactualAsk } from './counterfactual.ts';
import type { Team } from './team.ts';

/** A role's replays (and tried proposals) so far, and how many of them made a failure better. */
export interface Credit {
  readonly repaired: number;
  readonly tried: number;
}

export interface Evidence {
  readonly credits: ReadonlyMap<RoleId, Credit>;
  /** Tasks of the round that a better message of the role repaired. */
  readonly repairs: ReadonlyMap<RoleId, ReadonlySet<string>>;
  /** Tasks that were replayed from every role. */
  readonly probed: ReadonlySet<string>;
}

/** Older rounds speak of an older team: they count half as much with every round. */
const MEMORY = 0.5;

export interface Failure {
  readonly task: TaskView;
  readonly rollout: Observed;
}

/**
 * Replays each failure once per role, from a better message of it that a model wrote. The message of a role that only
 * answers would be the answer itself, and say what the model knows, not what the role lacks: where others speak before it,
 * such a role is not replayed, and carries the failures that no better message repaired.
 */
export async function measureCredit(
  context: OptimizerContext,
  { candidate }: Team,
  at: { readonly failures: readonly Failure[]; readonly before: Evidence['credits'] },
): Promise<Evidence> {
  const { roles } = context.graph(candidate);
  const upstream = roles.filter(({ terminal }) => !terminal);
  const speakers = upstream.length > 0 ? upstream : roles;
  const { failures } = at;
  const repairs = new Map<RoleId, Set<string>>(roles.map(({ role }) => [role, new Set()]));
  const seen = new Map<RoleId, Set<string>>(roles.map(({ role }) => [role, new Set()]));
  if (roles.length > 1 && failures.length > 0) {
    for (const { role, base, replay } of await replays(context, candidate, {
      speakers,
      failures,
    })) {
      seen.get(role)?.add(base.taskId);
      if ((replay.score ?? 0) > base.score) repairs.get(role)?.add(base.taskId);
    }
  }
  const probed = new Set(
    failures
      .map(({ task }) => task.id)
      .filter((id) => roles.length > 1 && speakers.every(({ role }) => seen.get(role)?.has(id))),
  );
  for (const { role } of roles.filter((node) => !speakers.includes(node))) {
    for (const id of probed) {
      seen.get(role)?.add(id);
      if (!speakers.some((speaker) => repairs.get(speaker.role)?.has(id)))
        repairs.get(role)?.add(id);
    }
  }
  const credits = roles.map(({ role }): [RoleId, Credit] => {
    const old = at.before.get(role) ?? { repaired: 0, tried: 0 };
    const fresh = { repaired: repairs.get(role)?.size ?? 0, tried: seen.get(role)?.size ?? 0 };
    return [role, added({ repaired: old.repaired * MEMORY, tried: old.tried * MEMORY }, fresh)];
  });
  return { credits: new Map(credits), repairs, probed };
}

export function added(one: Credit, other: Credit): Credit {
  return { repaired: one.repaired + other.repaired, tried: one.tried + other.tried };
}

async function replays(
  context: OptimizerContext,
  candidate: Team['candidate'],
  of: { readonly speakers: readonly RoleNode[]; readonly failures: readonly Failure[] },
) {
  const wanted = of.speakers.flatMap((node) => of.failures.map((failure) => ({ node, failure })));
  const replies = await context.step(
    wanted.map(({ node, failure: { task, rollout } }) =>
      counterfactualAsk(node, caseOf(node, task, rollout)),
    ),
  );
  const edited = wanted.flatMap(({ node, failure }, index) => {
    const text = readTag(replies[index]?.text ?? '', 'output');
    const isNew = text !== null && text !== '' && text !== failure.rollout.roleOutputs[node.role];
    return isNew ? [{ role: node.role, failure, text }] : [];
  });
  const asks = edited.map(
    ({ role, failure: { task, rollout }, text }): RolloutsAsk => ({
      kind: 'rollouts',
      candidate,
      tasks: [task],
      from: [rollout],
      edits: [{ role, text }],
      whenShort: 'skip',
    }),
  );
  const answers = asks.length === 0 ? [] : await context.step(asks);
  return edited.flatMap(({ role, failure }, index) => {
    const replay = answers[index]?.[0];
    return replay === undefined || replay.score === null
      ? []
      : [{ role, base: failure.rollout, replay }];
  });
}

/**
 * The place of the role that a draw from what is known of each favours (Thompson sampling): the role's success rate is
 * drawn from Beta(1 + repaired, 1 + not repaired), rounded to whole counts.
 */
export function drawRole(
  roles: readonly RoleNode[],
  credits: Evidence['credits'],
  random: RandomStream,
): number {
  const draws = roles.map(({ role }) => {
    const { repaired, tried } = credits.get(role) ?? { repaired: 0, tried: 0 };
    return drawBeta(Math.round(repaired) + 1, Math.round(tried - repaired) + 1, random);
  });
  return draws.indexOf(Math.max(...draws));
}

/** The a-th smallest of a + b - 1 uniform numbers is distributed as Beta(a, b). */
function drawBeta(a: number, b: number, random: RandomStream): number {
  const uniform = Array.from({ length: a + b - 1 }, () => random.next());
  return uniform.sort((left, right) => left - right)[a - 1] ?? 0;
}
