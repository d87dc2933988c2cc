/** Which changes hold? A trial on their own cases, a race on shared tasks, and the winners joined. */
import {
  type Candidate,
  candidateDigest,
  withParameters,
  withRolePrompt,
} from '../../core/candidate.ts';
import type { TaskView } from '../../core/dataset.ts';
import type { OptimizerContext } from '../../core/optimizer.ts';
import { race } from '../kit/race/race.ts';
import { runRows } from '../kit/race/rows.ts';
import type { CredoOptions } from './options.ts';
import type { Change } from './propose.ts';
import { gainOver, type Team, withRows } from './team.ts';

export interface Winner extends Change {
  readonly team: Team;
  readonly gain: number;
}

/** Survivors of a race that are never thrown out together. */
const KEPT = 3;

/** Changes that gained over the team on all tasks of theirs, best first; of equals the cheapest team, then the earliest. */
export async function contest(
  context: OptimizerContext,
  options: CredoOptions,
  on: {
    readonly team: Team;
    readonly changes: readonly Change[];
    readonly shared: readonly TaskView[];
  },
): Promise<Winner[]> {
  const { team, changes, shared } = on;
  const tried = options.race === 'on' ? await trial(context, team, changes) : changes.map(unseen);
  const fixed = options.race === 'on' ? shared : fixedTasks(changes, shared, options.cases);
  const { ranking, survivors } = await race(context, {
    candidates: tried.map(({ candidate }) => candidate),
    tasks: fixed,
    known: tried.map((change) => [...change.team.rows.values()]),
    keep: KEPT,
    blocks: [Math.ceil(fixed.length / 2)],
    rule: options.race === 'on' ? { kind: 'halving' } : { kind: 'none' },
  });
  const stayed = new Set(survivors.map(({ index }) => index));
  return ranking
    .map(({ index, rollouts, callsPerTask }) => {
      const change = tried[index] as Winner;
      const seen = withRows(change.team, rollouts);
      return {
        ...change,
        team: seen,
        gain: stayed.has(index) ? gainOver(team, seen) : 0,
        index,
        callsPerTask,
      };
    })
    .filter(({ gain }) => gain > 0)
    .sort(
      (left, right) =>
        right.gain - left.gain ||
        left.callsPerTask - right.callsPerTask ||
        left.index - right.index,
    );
}

function unseen(change: Change): Winner {
  return { ...change, team: { candidate: change.candidate, rows: new Map() }, gain: 0 };
}

/** As many failures as a trial has, and the shared tasks. */
function fixedTasks(
  changes: readonly Change[],
  shared: readonly TaskView[],
  count: number,
): TaskView[] {
  const own = changes.flatMap(({ cases }) => cases.map(({ task }) => task));
  return [...new Set([...[...new Set(own)].slice(0, count), ...shared])];
}

/** Every change on the cases that it was built from, where the team is known to fail; those that mend some go on. */
async function trial(
  context: OptimizerContext,
  team: Team,
  changes: readonly Change[],
): Promise<Winner[]> {
  const answers = await context.step(
    changes.map(({ candidate, cases }) => ({
      kind: 'rollouts' as const,
      candidate,
      tasks: cases.map(({ task }) => task),
      from: cases.map(({ rollout }) => rollout),
      whenShort: 'skip' as const,
    })),
  );
  return changes
    .map((change, index) => ({
      ...unseen(change),
      team: withRows(unseen(change).team, answers[index] ?? []),
    }))
    .filter((change) => gainOver(team, change.team) > 0);
}

/**
 * The best winner, or the join of all that change different parts when it gains at least as much over the team as the best:
 * it runs on what its parents ran on.
 */
export async function joinWinners(
  context: OptimizerContext,
  options: CredoOptions,
  on: {
    readonly team: Team;
    readonly winners: readonly Winner[];
    readonly tasks: readonly TaskView[];
  },
): Promise<Winner | null> {
  const { team, winners } = on;
  const [best] = winners;
  const parts = winners.filter(
    ({ role }, index) => winners.findIndex((other) => other.role === role) === index,
  );
  if (best === undefined || options.merge === 'off' || parts.length < 2) return best ?? null;
  const candidate = joined(team.candidate, parts);
  const parents = parts.map((part) => candidateDigest(part.candidate));
  const reason = `winners of ${parts.length} parts joined`;
  context.note({ kind: 'candidate-proposed', candidate, parents, reason });
  const seen = new Set(parts.flatMap((part) => [...part.team.rows.keys()]));
  const tasks = on.tasks.filter(({ id }) => seen.has(id));
  const runner = { candidate, index: 0, rollouts: [] };
  const block = {
    runners: [runner],
    tasks,
    bound: tasks.length,
    replicate: undefined,
    base: undefined,
  };
  const { rollouts } = await runRows(context, { ...block, affordable: context.budget().remaining });
  const whole = withRows({ candidate, rows: new Map() }, rollouts.get(0) ?? []);
  const gain = gainOver(team, whole);
  if (gain >= best.gain) return { candidate, role: null, cases: [], team: whole, gain };
  const lost = `gains ${gain.toFixed(2)}, the best of its parts ${best.gain.toFixed(2)}`;
  context.note({ kind: 'candidate-rejected', candidate, parents, reason: lost });
  return best;
}

function joined(base: Candidate, parts: readonly Winner[]): Candidate {
  let whole = base;
  for (const { role, candidate } of parts) {
    whole =
      role === null
        ? withParameters(whole, candidate.parameters)
        : withRolePrompt(whole, role, candidate.roles[role] ?? '');
  }
  return whole;
}
