/** CREDO: where does a team lose its tasks, which changes mend that, and do they hold together? Credited racing with paired evidence. */
import { candidateDigest } from '../../core/candidate.ts';
import type { TaskView } from '../../core/dataset.ts';
import type { Optimizer, OptimizerContext, OptimizerResult } from '../../core/optimizer.ts';
import { epochBatch } from '../kit/epochs.ts';
import { situationsOf } from '../kit/situations.ts';
import { partContext } from '../kit/staged/context.ts';
import { about } from './about.ts';
import { contest, joinWinners, type Winner } from './contest.ts';
import { added, type Credit, type Evidence, measureCredit } from './credit.ts';
import { FEWEST_GATE_TASKS, passGate } from './gate.ts';
import { lookAt, type Standing } from './look.ts';
import { type CredoOptions, optionsSchema } from './options.ts';
import { type Ground, proposeChanges } from './propose.ts';
import type { Team } from './team.ts';

/** Tasks of the smallest block. */
const SMALLEST = 5;
/** Rounds in a row that charged nothing, after which the search gives up. */
const BARREN_ROUNDS = 3;

export const credo: Optimizer<CredoOptions> = {
  id: 'credo',
  version: 1,
  title: 'CREDO: credit by replay, races on paired tasks, winners joined',
  about,
  optionsSchema,
  minimumBudget: (_options, { trainTasks }) => 2 * Math.min(SMALLEST, trainTasks),
  optimize,
};

interface Plan {
  readonly search: readonly TaskView[];
  readonly gate: readonly TaskView[];
  readonly block: number;
}

async function optimize(
  context: OptimizerContext,
  options: CredoOptions,
): Promise<OptimizerResult> {
  const { prompts, topology } = context.optimize;
  const { seedCandidate: seed, space } = context;
  const ended = (stop: string): OptimizerResult => ({ incumbent: seed, stop });
  if (context.train.length === 0) return ended('no_training_tasks');
  if (!prompts && !(topology && space.settings.length > 1)) return ended('nothing_to_search');
  const plan = planTasks(context, options);
  if (plan.block === 0) return ended('budget');
  // The rounds cannot touch what the gate needs: they see a budget without it.
  const rounds = partContext(context, {
    ...{ seedCandidate: seed, optimize: context.optimize, path: [], firstSample: 0 },
    allowance: context.budget().remaining - 2 * plan.gate.length,
  });
  let state: State = {
    team: { candidate: seed, rows: new Map() },
    parent: null,
    credits: new Map(),
  };
  let stop = 'budget';
  for (let round = 0, barren = 0; coversLook(rounds, state, plan); round += 1) {
    const { charged } = rounds.budget();
    state = await playRound(rounds, options, { plan, round, ...state });
    barren = rounds.budget().charged > charged ? 0 : barren + 1;
    if (barren < BARREN_ROUNDS) continue;
    stop = 'no_new_observations';
    break;
  }
  return { incumbent: await passGate(context, state.team.candidate, plan.gate), stop };
}

function coversLook(context: OptimizerContext, { parent }: State, { block }: Plan): boolean {
  return context.budget().remaining >= (parent === null ? block : 2 * block);
}

/** The gate's tasks are in no round. Small budgets have no gate. */
function planTasks(context: OptimizerContext, options: CredoOptions): Plan {
  const { remaining } = context.budget();
  const order = context.random('credo', 'tasks').shuffle(context.train);
  const smallest = Math.min(SMALLEST, order.length);
  const share = Math.floor((options.gateShare * remaining) / 2);
  const wanted = Math.min(share, Math.floor(order.length / 4));
  const gate = wanted < FEWEST_GATE_TASKS ? 0 : wanted;
  const block = Math.min(
    options.block,
    order.length,
    Math.max(smallest, Math.floor(remaining / 5)),
  );
  const isCovered = remaining >= 2 * smallest;
  return { search: order.slice(gate), gate: order.slice(0, gate), block: isCovered ? block : 0 };
}

interface State extends Standing {
  readonly credits: Evidence['credits'];
}

interface Round extends State {
  readonly plan: Plan;
  readonly round: number;
}

async function playRound(
  context: OptimizerContext,
  options: CredoOptions,
  at: Round,
): Promise<State> {
  const { plan, credits, round } = at;
  const tasks = epochBatch(plan.search, { size: plan.block, index: round }, (epoch) =>
    context.random('credo', 'epoch', epoch),
  );
  const team = await lookAt(context, at, tasks);
  const seen = situationsOf(
    tasks,
    tasks.flatMap(({ id }) => team.rows.get(id) ?? []),
  );
  const failures = seen.filter(({ rollout }) => rollout.score < 1);
  const solved = seen.filter(({ rollout }) => rollout.score === 1);
  if (failures.length === 0) return { team, parent: null, credits };
  const probes = context.random('credo', 'probes', round).sample(failures, options.probes);
  const evidence =
    options.credit === 'on' && context.optimize.prompts
      ? await measureCredit(context, team, { failures: probes, before: credits })
      : { credits, verdicts: new Map() };
  const ground: Ground = { team, failures, solved, evidence, round };
  const changes = await proposeChanges(context, options, ground);
  if (changes.length === 0) return { team, parent: null, credits: evidence.credits };
  const shared = [
    ...solved.slice(0, Math.ceil(options.shared / 2)),
    ...failures.slice(0, Math.floor(options.shared / 2)),
  ].map(({ task }) => task);
  const winners = await contest(context, options, { team, changes, shared });
  const winner = await joinWinners(context, options, { team, winners, tasks });
  tell(context, team, { changes: changes.map((change) => change.candidate), winner });
  const learned = winners.flatMap(({ role }) => (role === null ? [] : [role]));
  return {
    team: winner?.team ?? team,
    parent: winner === null || winner.gain >= options.sure ? null : team,
    credits: new Map(
      [...evidence.credits].map(([role, credit]): [string, Credit] => {
        const tried = changes.filter((change) => change.role === role).length;
        const repaired = learned.filter((won) => won === role).length;
        return [role, added(credit, { repaired, tried })];
      }),
    ),
  };
}

function tell(
  context: OptimizerContext,
  team: Team,
  { changes, winner }: { changes: readonly Team['candidate'][]; winner: Winner | null },
): void {
  const parents = [candidateDigest(team.candidate)];
  for (const candidate of changes) {
    if (candidate === winner?.candidate) continue;
    context.note({ kind: 'candidate-rejected', candidate, parents, reason: 'gained less' });
  }
  if (winner === null) return;
  const reason = `gains ${winner.gain.toFixed(2)} on ${winner.team.rows.size} paired tasks`;
  context.note({ kind: 'candidate-accepted', candidate: winner.candidate, parents, reason });
}
