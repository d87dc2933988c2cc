/** What did a method really ask for, and what did it read? */
import type { MethodNeed } from '../../../src/core/method-facts.ts';
import type { AnswersOf, Ask, OptimizerContext } from '../../../src/core/optimizer.ts';
import type { Rollout } from '../../../src/core/rollout.ts';

export interface WatchedContext {
  readonly context: OptimizerContext;
  readonly used: ReadonlySet<MethodNeed>;
}

/** The same context; `used` fills while the method works. Rollouts tell when their outputs or their feedback are read. */
export function watchNeeds(context: OptimizerContext): WatchedContext {
  const used = new Set<MethodNeed>();
  const originals = new WeakMap<Rollout, Rollout>();
  const validation = new Set(context.validation.map(({ id }) => id));

  function watched(rollout: Rollout): Rollout {
    const copy = Object.defineProperties(
      { ...rollout },
      {
        roleOutputs: reading(used, 'traces', rollout.roleOutputs),
        feedback: reading(used, 'feedback', rollout.feedback),
      },
    );
    originals.set(copy, rollout);
    return copy;
  }

  /** Bases go back as they came, so that nobody but the method reads them. */
  function unwatched(ask: Ask): Ask {
    if (ask.kind !== 'rollouts' || ask.from === undefined) return ask;
    return { ...ask, from: ask.from.map((base) => originals.get(base) ?? base) };
  }

  async function step<const A extends readonly Ask[]>(asks: A): Promise<AnswersOf<A>> {
    for (const ask of asks) for (const need of needsOf(ask, validation)) used.add(need);
    const answers = (await context.step(asks.map(unwatched))) as readonly unknown[];
    return answers.map((answer, index) =>
      asks[index]?.kind === 'rollouts' ? (answer as readonly Rollout[]).map(watched) : answer,
    ) as unknown as AnswersOf<A>;
  }

  return { context: { ...context, step }, used };
}

function reading(used: Set<MethodNeed>, need: MethodNeed, value: unknown): PropertyDescriptor {
  return {
    enumerable: true,
    get: () => {
      used.add(need);
      return value;
    },
  };
}

const CHANNELS = { reflect: 'reflection', judge: 'judge', probe: 'probes' } as const;

function needsOf(ask: Ask, validation: ReadonlySet<string>): MethodNeed[] {
  if (ask.kind === 'embed') return ['embeddings'];
  if (ask.kind === 'completion') return [CHANNELS[ask.channel]];
  const needs: MethodNeed[] = [];
  if (ask.from !== undefined) needs.push('replay');
  if (ask.mask !== undefined || ask.maskAgents !== undefined) needs.push('masking');
  if (ask.tasks.some(({ id }) => validation.has(id))) needs.push('validation');
  return needs;
}
