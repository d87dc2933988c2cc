/** Does a plan say what a job on the simulated model, or on a server, then really uses? */
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Channel, Usage } from '../../../../src/core/model.ts';
import { startLoopback } from '../../../../src/mock-server/server.ts';
import { estimateJob, type JobEstimate } from '../../../../src/protocol/plan/plan-job.ts';
import { runScenarios } from '../../../../src/protocol/plan/scenarios.ts';
import { tokenBasis } from '../../../../src/protocol/plan/token-basis.ts';
import { CHANNELS, PHASES } from '../../../../src/protocol/plan/use.ts';
import type { Job } from '../../../../src/protocol/run-job.ts';
import { makeSplit } from '../../../../src/protocol/splits.ts';
import { optimizers, providers } from '../../../../src/registry.ts';
import { readJobDocument } from '../../../../src/store/job-folder.ts';
import { temporaryFolder } from '../../../support/job/job-files.ts';
import { simBrain } from '../../../support/job/sim-brain.ts';
import { runSmallJob, smallJob } from '../../../support/job/small-job.ts';

const QWEN = 'Qwen/Qwen3.5-9B';
const QWEN_LARGE = 'Qwen/Qwen3.5-122B-A10B-FP8';

const PAIR = { teamSize: 2, communication: null, rounds: null, aggregation: null };
const optimize = ['prompts'] as const;

/** These stop, or run something again, by what they see: their calls are told as a range. */
const BY_LUCK = ['mapro', 'maspo', 'tavo'];

async function estimated(job: Job, remembers: boolean): Promise<JobEstimate> {
  const { id, pool, evaluation } = job.parts.dataset;
  const split = makeSplit({ dataset: id, pool, evaluation }, job.spec.split);
  const settings = { endpoints: [], apiKey: null, timeoutMs: 0, options: {} };
  const reflection = (await providers.sim()).create(settings);
  const dry = { spec: job.spec, split, parts: job.parts, reflection, remembers };
  const runs = await runScenarios(dry, new AbortController().signal);
  const given = { replyTokens: null, methodReplyTokens: null };
  return estimateJob(runs, {
    budget: job.spec.budget,
    phases: PHASES,
    testRatio: split.test.length / split.validation.length,
    seedIsMeasured: false,
    toolTurns: 1,
    basis: tokenBasis(given, null, { agent: false, method: false }),
    pace: null,
    concurrency: job.concurrency,
    prices: { task: 'free', reflection: 'free' },
  });
}

type ByChannel = { readonly [Name in Channel]: Usage };

function usedIn(folder: string): ByChannel {
  const content = readJobDocument(folder, 'optimization');
  return content?.['usage'] as unknown as ByChannel;
}

function measuredIn(folder: string, name: 'selection' | 'test'): Usage {
  return readJobDocument(folder, name)?.['usage'] as unknown as Usage;
}

describe.each(Object.keys(optimizers))('%s', (method) => {
  const topology = method === 'maspo' ? 'sequential' : 'decentralized';

  test(`asks on ${topology} as often as its plan says, for as many tokens`, async () => {
    const out = join(temporaryFolder(), 'job');
    // Below 80 rollouts one decision of CREDO is worth a third of its calls.
    const budget = method === 'credo' ? 80 : 40;
    const job = await smallJob({ method, topology, parameters: PAIR, out, budget, optimize });
    const { calls, tokens } = await estimated(job, false);
    await runSmallJob(job);
    const used = usedIn(out);
    for (const channel of CHANNELS) {
      const { low, likely, high } = calls.optimize[channel];
      expect(used[channel].modelCalls, channel).toBeGreaterThanOrEqual(low);
      expect(used[channel].modelCalls, channel).toBeLessThanOrEqual(high);
      if (BY_LUCK.includes(method) || channel !== 'task') continue;
      expect(Math.abs(used[channel].modelCalls - likely)).toBeLessThanOrEqual(0.1 * likely);
    }
    const [validation, heldOut] = [measuredIn(out, 'selection'), measuredIn(out, 'test')];
    const arm = measuredArm(job);
    expect([arm, 2 * arm]).toContain(validation.modelCalls);
    expect(validation.modelCalls).toBeGreaterThanOrEqual(calls.validate.task.low);
    expect(validation.modelCalls).toBeLessThanOrEqual(calls.validate.task.high);
    expect(heldOut.modelCalls).toBeGreaterThanOrEqual(calls.test.task.low);
    expect(heldOut.modelCalls).toBeLessThanOrEqual(calls.test.task.high);
    const paid = [used.task, used.probe, validation, heldOut];
    const input = paid.reduce((sum, usage) => sum + usage.inputTokens, 0);
    const output = paid.reduce((sum, usage) => sum + usage.outputTokens, 0);
    expect(input).toBeGreaterThan(tokens.task.input.low);
    expect(input).toBeLessThan(tokens.task.input.high);
    expect(output).toBeGreaterThan(tokens.task.output.low);
    expect(output).toBeLessThan(tokens.task.output.high);
    const asked = used.reflect.inputTokens + used.judge.inputTokens;
    expect(asked).toBeGreaterThanOrEqual(tokens.reflection.input.low);
    expect(asked).toBeLessThanOrEqual(tokens.reflection.input.high);
  });
});

describe('a server', () => {
  test.each(['hivemind', 'gepa'])('is asked by %s as often as the plan says', async (method) => {
    const server = await startLoopback({ brain: simBrain(), models: [QWEN, QWEN_LARGE] });
    onTestFinished(() => server.close());
    const environment = {
      VLLM_BASE_URL: server.openAiUrl,
      REFLECTION_MODEL_BASE_URL: server.openAiUrl,
    };
    const out = join(temporaryFolder(), 'job');
    const asked = {
      method,
      topology: 'sequential',
      out,
      model: 'qwen',
      phase: 'optimize',
    } as const;
    const job = await smallJob({ ...asked, optimize }, environment);
    const { calls } = await estimated(job, true);
    await runSmallJob(job);
    const likely = CHANNELS.reduce((sum, name) => sum + calls.optimize[name].likely, 0);
    expect(server.calls.length).toBeGreaterThan(0.9 * likely);
    expect(server.calls.length).toBeLessThan(1.1 * likely);
  });
});

/** Calls with which one configuration is measured on the validation tasks. */
function measuredArm({ spec, parts }: Job): number {
  const { callsPerTask } = parts.topology.graph(parts.lineup, spec.parameters);
  return spec.split.validation * callsPerTask;
}
