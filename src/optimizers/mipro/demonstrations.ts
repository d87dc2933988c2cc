/** Which of its own successes could a team be shown? MIPROv2's bootstrapped demonstration sets. */
import type { Demonstration, RoleId } from '../../core/candidate.ts';
import type { OptimizerContext } from '../../core/optimizer.ts';
import { type SolvedTask, workedExample } from '../../core/worked-example.ts';
import { isObserved } from '../kit/paired.ts';
import type { MiproOptions } from './options.ts';

/** The demonstrations of every role in one set; the first set of a search is empty. */
export type DemonstrationSet = { readonly [role: RoleId]: readonly Demonstration[] };

/** Rollouts asked for at once while successes are collected. */
const CHUNK = 10;

/**
 * `candidates` sets: none, then the first successes in train order, then random ones of random size. The seed team is run
 * on each train task at most once, whichever sets it may serve, and only as far as the share of the budget allows.
 */
export async function bootstrapSets(
  context: OptimizerContext,
  options: MiproOptions,
): Promise<DemonstrationSet[]> {
  const { candidates, demonstrations: most } = options;
  if (!context.optimize.prompts || most === 0 || candidates < 2) return [{}];
  const wanted = most * (candidates - 1);
  const successes = await collect(context, options, wanted);
  if (successes.length === 0) return [{}];
  const random = context.random('mipro', 'sets');
  const sets = Array.from({ length: candidates - 1 }, (_, index) => {
    if (index === 0) return successes.slice(0, most);
    return random.sample(successes, 1 + random.integer(most));
  });
  return [{}, ...sets.map((chosen) => setOf(context, chosen, options))];
}

async function collect(
  context: OptimizerContext,
  { bootstrapShare }: MiproOptions,
  wanted: number,
): Promise<SolvedTask[]> {
  const allowance = Math.floor(bootstrapShare * context.budget().remaining);
  const order = context.random('mipro', 'bootstrap').shuffle(context.train);
  const found: SolvedTask[] = [];
  for (let start = 0; start < Math.min(allowance, order.length); start += CHUNK) {
    if (found.length >= wanted) break;
    const tasks = order.slice(start, Math.min(start + CHUNK, allowance));
    const candidate = context.seedCandidate;
    const [rollouts] = await context.step([
      { kind: 'rollouts', candidate, tasks, whenShort: 'skip' },
    ]);
    rollouts.forEach((rollout, index) => {
      const task = tasks[index];
      const solved = isObserved(rollout) && rollout.score > 0;
      if (task !== undefined && solved) found.push({ task, rollout });
    });
  }
  return found;
}

function setOf(
  context: OptimizerContext,
  successes: readonly SolvedTask[],
  { demonstrationLength: length }: MiproOptions,
): DemonstrationSet {
  const roles = context.graph(context.seedCandidate).roles.map(({ role }) => role);
  const shown = (role: RoleId): Demonstration[] =>
    successes.flatMap((success) => workedExample(role, success, length) ?? []);
  return Object.fromEntries(roles.map((role) => [role, shown(role)]));
}
