/** CREDO: where does a team lose its tasks, which changes mend that, and do they hold together? Credited racing with paired evidence. */
import { candidateDigest } from '../../core/candidate.ts';
import type { TaskView } from '../../core/dataset.ts';
import type {
  Optimizer,
  OptimizerContext,
  OptimizerResult,
  RolloutsAsk,
} from '../../core/optimizer.ts';
import type { Rollout } from '../../core/rollout.ts';
import { epochBatch } from '../kit/epochs.ts';
import { isObserved } from '../kit/paired.ts';
import { fallenBehind } from '../kit/race/standing.ts';
import { about } from './about.ts';
import { contest, joinWinners, type Winner } from './contest.ts';
import { added, type Credit, type Evidence, type Failure, measureCredit } from './credit.ts';
import { type CredoOptions, optionsSchema } from './options.ts';
import { type Ground, proposeChanges } from './propose.ts';
import { type Team, withRows } from './team.ts';

/** Tasks of the smallest block. */
const SMALLEST = 5;
/** Rounds in a row that charged nothing, after which the search gives up. */
const BARREN_ROUNDS = 3;
/** Level of the gate's sign test, which speaks for the seed. */
const GATE_LEVEL = 0.1;

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
  let team: Team = { candidate: seed, rows: new Map() };
  let credits: Evidence['credits'] = new Map();
  let stop = 'budget';
  for (
    let round = 0, barren = 0;
    context.budget().remaining >= 2 * plan.gate.length + plan.block;
    round += 1
  ) {
    const { charged } = context.budget();
    const done = await playRound(context, options, { plan, team, credits, round });
    barren = context.budget().charged > charged ? 0 : barren + 1;
    ({ team, credits } = done);
    if (barren < BARREN_ROUNDS) continue;
    stop = 'no_new_observations';
    break;
  }
  return { incumbent: await passGate(context, team, plan), stop };
}

/** The gate's tasks are in no round. Small budgets have no gate. */
function planTasks(context: OptimizerContext, options: CredoOptions): Plan {
  const { remaining } = context.budget();
  const order = context.random('credo', 'tasks').shuffle(context.train);
  const smallest = Math.min(SMALLEST, order.length);
  const gate = Math.min(
    Math.floor((options.gateShare * remaining) / 2),
    Math.floor(order.length / 4),
  );
  const block = Math.min(
    options.block,
    order.length,
    Math.max(smallest, Math.floor(remaining / 5)),
  );
  const isCovered = remaining >= 2 * smallest;
  return { search: order.slice(gate), gate: order.slice(0, gate), block: isCovered ? block : 0 };
}

interface Round {
  readonly plan: Plan;
  readonly team: Team;
  readonly credits: Evidence['credits'];
  readonly round: number;
}

async function playRound(
  context: OptimizerContext,
  options: CredoOptions,
  at: Round,
): Promise<Pick<Round, 'team' | 'credits'>> {
  const { plan, credits, round } = at;
  const tasks = epochBatch(plan.search, { size: plan.block, index: round }, (epoch) =>
    context.random('credo', 'epoch', epoch),
  );
  const unknown = tasks.filter(({ id }) => !at.team.rows.has(id));
  const { candidate } = at.team;
  const asks: RolloutsAsk[] =
    unknown.length === 0
      ? []
      : [{ kind: 'rollouts', candidate, tasks: unknown, whenShort: 'trim' }];
  const [rows = []]: readonly (readonly Rollout[])[] =
    asks.length === 0 ? [] : await context.step(asks);
  const team = withRows(at.team, rows);
  const seen = tasks.flatMap((task): Failure[] => {
    const rollout = team.rows.get(task.id);
    return isObserved(rollout) ? [{ task, rollout }] : [];
  });
  const failures = seen.filter(({ rollout }) => rollout.score < 1);
  const solved = seen.filter(({ rollout }) => rollout.score === 1);
  if (failures.length === 0) return { team, credits };
  const probes = context.random('credo', 'probes', round).sample(failures, options.probes);
  const evidence =
    options.credit === 'on' && context.optimize.prompts
      ? await measureCredit(context, team, { failures: probes, before: credits })
      : { credits, verdicts: new Map() };
  const ground: Ground = { team, failures, solved, evidence, round };
  const changes = await proposeChanges(context, options, ground);
  if (changes.length === 0) return { team, credits: evidence.credits };
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

/** The seed when a sign test speaks for it on tasks that no round has used, else the team. */
async function passGate(
  context: OptimizerContext,
  { candidate }: Team,
  { gate: tasks }: Plan,
): Promise<Team['candidate']> {
  const seed = context.seedCandidate;
  if (tasks.length === 0 || candidateDigest(candidate) === candidateDigest(seed)) return candidate;
  const [holder, own] = await context.step([
    { kind: 'rollouts', candidate: seed, tasks, whenShort: 'skip' },
    { kind: 'rollouts', candidate, tasks, whenShort: 'skip' },
  ]);
  const team = { candidate, index: 0, rollouts: own, callsPerTask: 0, mean: null };
  const rule = { kind: 'sign-test', alpha: GATE_LEVEL } as const;
  if (fallenBehind([team], { rule, keep: 1, rivals: [holder] }).length === 0) return candidate;
  const parents = [candidateDigest(seed)];
  const reason = 'beaten by the seed on the tasks of the gate';
  context.note({ kind: 'candidate-rejected', candidate, parents, reason });
  return seed;
}
