/** Does it pay to settle prompts, then the topology, then prompts again? A schedule for any method, after MASS (arXiv 2502.02533). */
import { type Candidate, candidateDigest } from '../../../core/candidate.ts';
import type {
  JobShape,
  Optimizer,
  OptimizerContext,
  OptimizerResult,
  Schedule,
} from '../../../core/optimizer.ts';
import { about } from './about.ts';
import { partContext } from './context.ts';
import { optionsSchema, type StagedOptions } from './options.ts';
import { raceSettings } from './settings-race.ts';

export const staged: Schedule<StagedOptions> = {
  id: 'staged',
  version: 1,
  title: 'Block prompts, a race of settings, joint prompts (after MASS)',
  about,
  optionsSchema,
  wrap: (method, options) => ({
    ...method,
    title: `${method.title}, staged`,
    optimize: (context, methodOptions) => inStages({ context, method, methodOptions, options }),
  }),
};

/** More than any stage asks for. */
const SAMPLES = 1_000_000;

interface Job {
  readonly context: OptimizerContext;
  readonly method: Optimizer;
  readonly methodOptions: never;
  readonly options: StagedOptions;
}

async function inStages(job: Job): Promise<OptimizerResult> {
  const { context, options } = job;
  const { prompts, topology } = context.optimize;
  const movable = topology && context.space.settings.length > 1;
  const seed = context.seedCandidate;
  if (context.train.length === 0) return { incumbent: seed, stop: 'no_training_tasks' };
  if (!prompts && !movable) return { incumbent: seed, stop: 'nothing_to_search' };
  const total = context.budget().remaining;
  if (!prompts) return { incumbent: await settled(job, seed, total), stop: 'parameters_settled' };
  const least = job.method.minimumBudget(job.methodOptions, shapeOf(context));
  const block = Math.min(Math.floor(options.blockShare * total), total - least);
  const first = await promptStage(job, { number: 1, from: seed, allowance: block, least });
  const start = first?.incumbent ?? seed;
  const spare = context.budget().remaining - least;
  const share = Math.min(Math.floor(options.raceShare * total), spare);
  const anchor = movable ? await settled(job, start, share) : start;
  const rest = context.budget().remaining;
  const last = await promptStage(job, { number: 3, from: anchor, allowance: rest, least });
  return last ?? { incumbent: anchor, stop: 'budget' };
}

/** Null when the allowance is below the method's smallest budget: nothing is asked then. */
async function promptStage(
  { context, method, methodOptions }: Job,
  stage: {
    readonly number: 1 | 3;
    readonly from: Candidate;
    readonly allowance: number;
    readonly least: number;
  },
): Promise<OptimizerResult | null> {
  const { number, from, allowance, least } = stage;
  const name = number === 1 ? 'block prompts' : 'joint prompts';
  if (allowance < Math.max(1, least)) {
    const message = `stage ${number} (${name}) is left out: ${Math.max(0, allowance)} rollouts, ${method.id} needs ${least}`;
    context.note({ kind: 'progress', message });
    return null;
  }
  const message = `stage ${number} (${name}): up to ${allowance} rollouts from ${candidateDigest(from)}`;
  context.note({ kind: 'progress', message });
  const part = partContext(context, {
    seedCandidate: from,
    optimize: { prompts: true, topology: false },
    allowance,
    path: ['staged', number],
    firstSample: number * SAMPLES,
  });
  return await method.optimize(part, methodOptions);
}

async function settled(
  { context, options }: Job,
  from: Candidate,
  allowance: number,
): Promise<Candidate> {
  const message = `stage 2 (race of settings): up to ${Math.max(0, allowance)} rollouts`;
  context.note({ kind: 'progress', message });
  const part = partContext(context, {
    seedCandidate: from,
    optimize: { prompts: false, topology: true },
    allowance: Math.max(0, allowance),
    path: ['staged', 2],
    firstSample: 2 * SAMPLES,
  });
  return await raceSettings(part, options);
}

function shapeOf(context: OptimizerContext): JobShape {
  return {
    graph: context.graph(context.seedCandidate),
    trainTasks: context.train.length,
    validationTasks: context.validation.length,
  };
}
