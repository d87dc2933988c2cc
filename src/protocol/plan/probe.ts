/** How long are a model's replies, how many tokens are its prompts, and how fast is it? Three tasks are really asked. */
import type { ResolvedModels } from '../../config/models.ts';
import { candidateDigest } from '../../core/candidate.ts';
import { InfrastructureError } from '../../core/errors.ts';
import {
  addUsage,
  type ModelProvider,
  type ModelReply,
  NO_USAGE,
  type Usage,
} from '../../core/model.ts';
import { derivedSeed } from '../../core/random.ts';
import { evaluateTask } from '../../evaluation/evaluate-task.ts';
import { splitReasoning } from '../../evaluation/team/reasoning.ts';
import { checkJobModels, openJobModels } from '../preparation/job-models.ts';
import type { Job } from '../run-job.ts';
import type { Split } from '../splits.ts';
import { type Bounds, exactly } from './bounds.ts';
import type { MeasuredPace } from './pace.ts';
import type { MeasuredLengths } from './token-basis.ts';

export const PROBE_TASKS = 3;

export interface Probe {
  readonly lengths: MeasuredLengths;
  readonly pace: MeasuredPace;
  /** What was spent on it. */
  readonly usage: Usage;
}

export interface ProbePorts {
  readonly signal: AbortSignal;
  readonly stop: AbortSignal;
  /** Milliseconds. */
  readonly now: () => number;
}

export interface ProbedJob {
  readonly job: Job;
  readonly split: Split;
  readonly models: ResolvedModels;
}

interface ObservedCall {
  readonly promptCharacters: number;
  readonly replyCharacters: number;
  readonly milliseconds: number;
  readonly usage: Usage;
}

/**
 * The seed team works on the first train tasks, one after another. Nothing is kept.
 *
 * @throws PrerequisiteError when the model does not answer; InfrastructureError when no call of the probe came through
 */
export async function probeModel(
  { job, split, models }: ProbedJob,
  ports: ProbePorts,
): Promise<Probe> {
  const { stop, signal } = ports;
  // Of the method nothing is asked, so its model need not answer.
  const open = { needsReflection: false, signal };
  await checkJobModels(models, open);
  const { task: taskModel } = await openJobModels(models, {
    ...open,
    stop,
    concurrency: job.concurrency,
    replies: null,
  });
  const { spec, parts } = job;
  const calls: ObservedCall[] = [];
  const evaluator = {
    dataset: parts.dataset,
    topology: parts.topology,
    lineup: parts.lineup,
    provider: observed(taskModel, calls, ports.now),
    model: spec.model.model,
    ...(spec.answering === undefined ? {} : { answering: spec.answering }),
  };
  const ids = split.train.slice(0, PROBE_TASKS);
  let problem = 'no task was there to be asked';
  for (const task of await parts.dataset.load(ids, ports.signal)) {
    const { rollout } = await evaluateTask(
      evaluator,
      {
        candidate: spec.seedCandidate,
        candidateId: candidateDigest(spec.seedCandidate),
        task,
        seed: derivedSeed('rollout', spec.seed, task.id, 0),
        decoding: spec.decoding.search,
      },
      ports.signal,
    );
    problem = rollout.failure?.message ?? problem;
  }
  if (calls.length === 0) {
    throw new InfrastructureError(`no call of the probe was answered: ${problem}`, {
      hints: [`look at the model first: protocol doctor --model ${spec.model.alias}`],
    });
  }
  return summary(calls, ids.length);
}

function observed(
  next: ModelProvider,
  calls: ObservedCall[],
  now: ProbePorts['now'],
): ModelProvider {
  return {
    ...next,
    async generate(request, signal) {
      const begun = now();
      const reply = await next.generate(request, signal);
      const tools = request.tools === undefined ? 0 : JSON.stringify(request.tools).length;
      calls.push({
        promptCharacters: request.messages.reduce(
          (sum, { content }) => sum + content.length,
          tools,
        ),
        replyCharacters: visibleCharacters(reply),
        milliseconds: now() - begun,
        usage: reply.usage,
      });
      return reply;
    },
  };
}

function visibleCharacters({ text, toolCalls = [] }: ModelReply): number {
  const sent = toolCalls.map((call) => call.name.length + call.arguments.length);
  return splitReasoning(text).visible.length + sent.reduce((sum, length) => sum + length, 0);
}

function summary(calls: readonly ObservedCall[], tasks: number): Probe {
  const usage = calls.reduce((sum, call) => addUsage(sum, call.usage), NO_USAGE);
  const characters = calls.reduce((sum, call) => sum + call.promptCharacters, 0);
  // A server that does not count is taken to cut texts as most do.
  const perCharacter = usage.inputTokens === 0 ? 1 / 3.9 : usage.inputTokens / characters;
  const output = meanBounds(calls.map((call) => call.usage.outputTokens));
  const visible = meanBounds(
    calls.map((call) => Math.min(call.usage.outputTokens, call.replyCharacters * perCharacter)),
  );
  // What was paid for and is in no text was thought; a few tokens of framing are not.
  const hidden = output.likely - visible.likely;
  const hiddenOf = ({ usage: { outputTokens }, replyCharacters }: ObservedCall): number =>
    Math.max(0, outputTokens - replyCharacters * perCharacter);
  const reasons = hidden > Math.max(20, 0.5 * visible.likely);
  return {
    lengths: {
      tasks,
      calls: calls.length,
      promptTokensPerCharacter: perCharacter,
      visibleTokens: reasons ? visible : output,
      reasoningTokens: reasons ? meanBounds(calls.map(hiddenOf)) : exactly(0),
    },
    pace: {
      calls: calls.length,
      milliseconds: meanBounds(calls.map(({ milliseconds }) => milliseconds)),
      tokens: output.likely,
    },
    usage,
  };
}

/** A margin of the mean however even the few calls were. */
const LEAST_MARGIN = 0.25;

/** The mean, give or take two standard errors, for a few calls say little. */
function meanBounds(values: readonly number[]): Bounds {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance =
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1);
  const margin = Math.max(LEAST_MARGIN * mean, 2 * Math.sqrt(variance / values.length));
  return { low: Math.max(0, mean - margin), likely: mean, high: mean + margin };
}
