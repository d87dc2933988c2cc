/** How do worked examples come into the candidates of a method that only sets their number? */
import {
  type Candidate,
  type CandidateDigest,
  candidateDigest,
  type Demonstration,
  type RoleId,
} from '../../core/candidate.ts';
import type {
  AnswersOf,
  Ask,
  Optimizer,
  OptimizerContext,
  OptimizerEvent,
} from '../../core/optimizer.ts';
import { withoutValues } from '../../core/space.ts';
import { type SolvedTask, workedExample } from '../../core/worked-example.ts';

/** Train tasks that the seed team is run on to find worked examples, at most. */
const TASKS = 12;
/** Share of the budget that this may take, at most. */
const SHARE = 0.05;
/** Characters of an example's input, and of its output. */
const LENGTH = 1500;
const PARAMETER = 'demonstrations';

/**
 * A method that may set the number of worked examples. Before it begins the seed team is run on some train tasks, with
 * rollouts of the budget that the method's first step does not need; what it solved becomes the examples. The method
 * then sets a number like any other parameter, and its candidates leave with as many examples for each role, so that the
 * frozen configuration holds them. Values beyond what was found are taken out of the space, and the tasks that are shown out of
 * the train tasks. A role that the method gave examples of its own keeps them.
 */
export function showingExamples(method: Optimizer): Optimizer {
  return {
    ...method,
    async optimize(context, options) {
      const shape = {
        graph: context.graph(context.seedCandidate),
        trainTasks: context.train.length,
        validationTasks: context.validation.length,
      };
      const spare = context.budget().remaining - method.minimumBudget(options, shape);
      const solved = await collect(context, spare);
      const shelf = openShelf(context, solved);
      const result = await method.optimize(shelf.context, options);
      return { ...result, incumbent: shelf.complete(result.incumbent) };
    },
  };
}

/** Tasks that the seed team solved, in a drawn order; none where examples are no parameter of the search. */
async function collect(context: OptimizerContext, spare: number): Promise<SolvedTask[]> {
  const { seedCandidate: candidate, train, space } = context;
  if (!space.free.some(({ name }) => name === PARAMETER)) return [];
  const allowance = Math.floor(SHARE * context.budget().remaining);
  const count = Math.min(TASKS, allowance, spare, train.length);
  if (count < 1) return [];
  const tasks = context.random('examples').sample(train, count);
  const [rollouts] = await context.step([
    { kind: 'rollouts', candidate, tasks, whenShort: 'trim' },
  ]);
  const solved = rollouts.flatMap((rollout, index) => {
    const task = tasks[index];
    return task === undefined || (rollout.score ?? 0) <= 0 ? [] : [{ task, rollout }];
  });
  const message = `worked examples: the seed solved ${solved.length} of ${count} train tasks`;
  context.note({ kind: 'progress', message });
  return solved.slice(0, mostOf(context));
}

function mostOf({ space }: OptimizerContext): number {
  const values = space.free.find(({ name }) => name === PARAMETER)?.values ?? [];
  return Math.max(0, ...values.map(Number));
}

interface Shelf {
  readonly context: OptimizerContext;
  readonly complete: (candidate: Candidate) => Candidate;
}

function openShelf(context: OptimizerContext, solved: readonly SolvedTask[]): Shelf {
  const complete = (candidate: Candidate): Candidate => withExamples(candidate, solved);
  // The method names parents as it knows them.
  const completed = new Map<CandidateDigest, CandidateDigest>();
  const leaving = (candidate: Candidate): Candidate => {
    const whole = complete(candidate);
    if (whole !== candidate) completed.set(candidateDigest(candidate), candidateDigest(whole));
    return whole;
  };
  const step = <const A extends readonly Ask[]>(asks: A): Promise<AnswersOf<A>> => {
    const sent = asks.map((ask) =>
      ask.kind === 'rollouts' ? { ...ask, candidate: leaving(ask.candidate) } : ask,
    );
    return context.step(sent) as unknown as Promise<AnswersOf<A>>;
  };
  const note = (event: OptimizerEvent): void => {
    if ('candidate' in event) {
      const candidate = leaving(event.candidate);
      const parents = event.parents.map((parent) => completed.get(parent) ?? parent);
      context.note({ ...event, candidate, parents });
    } else context.note(event);
  };
  const space = withoutValues(context.space, PARAMETER, (value) => Number(value) <= solved.length);
  // A team that is shown a task would be scored on what it was told.
  const told = new Set(solved.map(({ task }) => task.id));
  const train = context.train.filter(({ id }) => !told.has(id));
  return { context: { ...context, train, space, step, note }, complete };
}

/** The same candidate when its parameters ask for no examples. */
function withExamples(candidate: Candidate, solved: readonly SolvedTask[]): Candidate {
  const count = Number(candidate.parameters[PARAMETER] ?? 0);
  if (count === 0) return candidate;
  const shown = Object.keys(candidate.roles).flatMap(
    (role): readonly (readonly [RoleId, readonly Demonstration[]])[] => {
      const own = candidate.demonstrations[role] ?? [];
      if (own.length > 0) return [[role, own]];
      const examples = solved
        .slice(0, count)
        .flatMap((success) => workedExample(role, success, LENGTH) ?? []);
      return examples.length === 0 ? [] : [[role, examples]];
    },
  );
  return { ...candidate, demonstrations: Object.fromEntries(shown) };
}
