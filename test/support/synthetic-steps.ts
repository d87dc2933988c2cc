/** How are the steps of a synthetic job run, charged, lost in a kill and replayed? */
import { ContractError, InterruptedError } from '../../src/core/errors.ts';
import { digest } from '../../src/core/json.ts';
import type { AnswersOf, Ask, OptimizerContext } from '../../src/core/optimizer.ts';
import { randomStream } from '../../src/core/random.ts';
import type { StepRecord, SyntheticOptions } from './synthetic-context.ts';
import { insightfulReply } from './synthetic-replies.ts';
import type { SyntheticRollouts } from './synthetic-rollouts.ts';

export interface SyntheticSteps {
  readonly steps: StepRecord[];
  readonly asks: (readonly Ask[])[];
  readonly budget: OptimizerContext['budget'];
  readonly step: OptimizerContext['step'];
}

export function syntheticSteps(
  options: SyntheticOptions,
  maximum: number,
  rollouts: SyntheticRollouts,
): SyntheticSteps {
  const { seed = 0, replay = [], latency } = options;
  const reply = options.reply ?? insightfulReply(seed);
  const steps: StepRecord[] = [];
  const asked: (readonly Ask[])[] = [];
  let charged = 0;
  let open = false;

  function answer(ask: Ask, granted: number): unknown {
    if (ask.kind === 'completion') return reply(ask);
    if (ask.kind === 'embed') return ask.texts.map(embed);
    const rows = rollouts.run(ask, granted);
    charged += rows.filter(({ score }) => score !== null).length;
    return rows;
  }

  async function perform(asks: readonly Ask[], step: number): Promise<unknown[]> {
    const grants = grantsOf(asks, maximum - charged);
    // Rows of the failure plan belong to asks, so they are drawn before anything can overtake.
    const results = asks.map((ask, index) => answer(ask, grants[index] ?? 0));
    const order = asks.map((_, index) => index);
    const arrival =
      latency === undefined ? order : randomStream('latency', latency, step).shuffle(order);
    const answers: unknown[] = asks.map(() => null);
    for (const index of arrival) {
      await Promise.resolve();
      answers[index] = results[index];
    }
    return answers;
  }

  async function run(asks: readonly Ask[]): Promise<readonly unknown[]> {
    const index = steps.length;
    const hash = digest(asks.map(brief));
    asked.push(asks);
    const known = replay[index];
    if (known !== undefined && known.hash !== hash)
      throw new ContractError(`step ${index} asks something else than before`);
    if (known === undefined && options.killAt === index) throw new InterruptedError('killed');
    const answers = frozen(known?.answers ?? (await perform(asks, index)));
    if (known !== undefined) rollouts.remember(asks, answers);
    charged = known?.charged ?? charged;
    steps.push({ hash, answers, charged });
    return answers;
  }

  async function step<const A extends readonly Ask[]>(asks: A): Promise<AnswersOf<A>> {
    if (open) throw new ContractError('a second step before the first has settled');
    open = true;
    try {
      return (await run(asks)) as unknown as AnswersOf<A>;
    } finally {
      open = false;
    }
  }

  const budget = () => ({ maximum, charged, remaining: maximum - charged });
  return { steps, asks: asked, budget, step };
}

/** How many rows of each ask may be run, reserved in ask order. */
function grantsOf(asks: readonly Ask[], free: number): number[] {
  let left = free;
  return asks.map((ask) => {
    if (ask.kind !== 'rollouts') return 0;
    const count = ask.tasks.length;
    if (new Set(ask.tasks.map(({ id }) => id)).size < count)
      throw new ContractError('a task twice in one ask');
    const granted = count <= left ? count : ask.whenShort === 'skip' ? 0 : left;
    left -= granted;
    return granted;
  });
}

/** What tells an ask apart: tasks by their ids, bases by what they are of. */
function brief(ask: Ask): unknown {
  if (ask.kind !== 'rollouts') return ask;
  const { tasks, from, ...rest } = ask;
  const bases = from?.map(({ taskId, trace }) => [taskId, trace]);
  return { ...rest, tasks: tasks.map(({ id }) => id), ...(bases === undefined ? {} : { bases }) };
}

/** Whoever changes data in place is caught in the act. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}

function embed(text: string): number[] {
  const stream = randomStream('embedding', text);
  return Array.from({ length: 8 }, () => stream.next() - 0.5);
}
