/** What does a rollout of the formula-scored team give, and what was run anew for one that reuses another? */
import { type Candidate, candidateDigest, type RoleId } from '../../src/core/candidate.ts';
import { ContractError } from '../../src/core/errors.ts';
import { canonicalJson } from '../../src/core/json.ts';
import { NO_USAGE } from '../../src/core/model.ts';
import type { Ask, RolloutsAsk } from '../../src/core/optimizer.ts';
import { emptyRollout, notRun, type Rollout } from '../../src/core/rollout.ts';
import type { TeamGraph } from '../../src/core/topology.ts';
import type { SyntheticOptions } from './synthetic-context.ts';
import {
  runSynthetic,
  type SyntheticTeam,
  type SyntheticWorld,
  syntheticTeam,
} from './synthetic-team.ts';

/** Roles whose agents were really called for a rollout that reused a base. */
export interface Rerun {
  readonly role: RoleId[];
  readonly base: Rollout;
  readonly rollout: Rollout;
}

export interface SyntheticRollouts {
  readonly reruns: Rerun[];
  /** The first `granted` tasks of an ask are run. */
  run(ask: RolloutsAsk, granted: number): readonly Rollout[];
  /** What replayed steps leave behind besides their answers: lost rows are counted on, and bases stay known. */
  remember(asks: readonly Ask[], answers: readonly unknown[]): void;
}

interface Known extends SyntheticTeam {
  readonly digest: string;
}

/** `position`: of every task that may be run. */
export function syntheticRollouts(
  options: SyntheticOptions,
  world: SyntheticWorld,
  graph: (candidate: Candidate) => TeamGraph,
  position: ReadonlyMap<string, number>,
): SyntheticRollouts {
  const origins = new Map<string, Candidate>();
  const reruns: Rerun[] = [];
  const teams = new WeakMap<Candidate, Known>();
  let rows = 0;

  function known(candidate: Candidate): Known {
    const found = teams.get(candidate);
    if (found !== undefined) return found;
    const team = syntheticTeam(world, graph(candidate), candidate);
    const fresh = { ...team, digest: candidateDigest(candidate) };
    teams.set(candidate, fresh);
    return fresh;
  }

  function rollout(ask: RolloutsAsk, index: number): Rollout {
    const id = ask.tasks[index]?.id ?? '';
    const task = position.get(id);
    if (task === undefined) throw new ContractError(`no task ${id} in train or validation`);
    rows += 1;
    if (options.fails?.(rows - 1) === true) return lost(id);
    const { candidate, replicate = 0 } = ask;
    const team = known(candidate);
    const masked = maskedAgents(ask, team.graph);
    const mask = masked.map((agent) => team.graph.agents[agent]?.role ?? '');
    const edit = ask.edits?.[index] ?? null;
    const plan = { task, replicate, mask, wordy: options.wordy ?? false, edit };
    const formula = runSynthetic(team, plan);
    const score = options.score?.({ candidate, task, replicate }) ?? formula.score;
    const trace = canonicalJson([team.digest, task, replicate, mask, edit]);
    origins.set(trace, candidate);
    return {
      ...emptyRollout(id, options.usage?.(candidate) ?? NO_USAGE),
      outcome: score > 0 ? 'success' : 'semantic_failure',
      score,
      answer: `answer of task ${task}: ${score}`,
      errorClass: score > 0 ? null : 'other',
      feedback: formula.feedback,
      roleOutputs: formula.outputs,
      ...(masked.length === 0 ? {} : { masked }),
      trace,
    };
  }

  function run(ask: RolloutsAsk, granted: number): readonly Rollout[] {
    const results = ask.tasks.map(({ id }, index) =>
      index < granted ? rollout(ask, index) : notRun(id),
    );
    ask.from?.forEach((base, index) => {
      const result = results[index];
      if (result?.taskId !== base.taskId)
        throw new ContractError('a base per task, in the same order');
      const origin = origins.get(base.trace ?? '');
      if (origin === undefined)
        throw new ContractError(`the base of ${base.taskId} was not observed`);
      if (result.trace === null) return;
      const role = touched(known(ask.candidate), origin, base, result);
      reruns.push({ role, base, rollout: result });
    });
    return results;
  }

  function remember(asks: readonly Ask[], answers: readonly unknown[]): void {
    asks.forEach((ask, index) => {
      if (ask.kind !== 'rollouts') return;
      for (const { outcome, trace } of answers[index] as readonly Rollout[]) {
        if (outcome !== 'not_run') rows += 1;
        if (trace !== null) origins.set(trace, ask.candidate);
      }
    });
  }

  return { reruns, run, remember };
}

function lost(id: string): Rollout {
  return {
    ...emptyRollout(id, NO_USAGE),
    failure: { stage: 'infrastructure', kind: 'connection', message: 'refused' },
    errorClass: 'infrastructure',
  };
}

function maskedAgents(ask: RolloutsAsk, { agents }: TeamGraph): number[] {
  return agents.flatMap(({ agent, role }) =>
    ask.mask?.includes(role) === true || ask.maskAgents?.includes(agent) === true ? [agent] : [],
  );
}

/** Roles whose prompt differs from the base's, and everyone who reads something that came out differently. */
function touched(
  { graph, candidate }: SyntheticTeam,
  origin: Candidate,
  base: Rollout,
  result: Rollout,
): RoleId[] {
  return graph.roles.flatMap(({ role, predecessors }) => {
    const rewritten = origin.roles[role] !== candidate.roles[role];
    const reads = predecessors.some(
      (source) => base.roleOutputs[source] !== result.roleOutputs[source],
    );
    return rewritten || reads ? [role] : [];
  });
}
