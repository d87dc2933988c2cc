/** Does answering by function calls survive the wire, both of them, and the death of a job? */
import { describe, expect, it } from 'vitest';
import { type Candidate, candidateDigest } from '../../src/core/candidate.ts';
import type { JsonObject } from '../../src/core/json.ts';
import type { ModelProvider } from '../../src/core/model.ts';
import { derivedSeed } from '../../src/core/random.ts';
import { defaultParameters } from '../../src/core/space.ts';
import type { ToolAnswering } from '../../src/evaluation/answering.ts';
import { type EvaluatedTask, evaluateTask } from '../../src/evaluation/evaluate-task.ts';
import { totalToolCounts } from '../../src/evaluation/team/tool-counts.ts';
import { provider as anthropic } from '../../src/models/anthropic/index.ts';
import { provider as openai } from '../../src/models/openai/index.ts';
import { provider as sim } from '../../src/models/sim/index.ts';
import { topology } from '../../src/topologies/decentralized.ts';
import {
  recordedReplies,
  sealedFile,
  sealedFiles,
  temporaryFolder,
} from '../support/job/job-files.ts';
import { bodies, simServer } from '../support/job/loopback-job.ts';
import { runHere } from '../support/job/run-here.ts';
import { jobProcesses, waitUntil } from '../support/job/spawn-job.ts';
import { tinyDataset } from '../support/job/tiny-dataset.ts';
import { TINY_MODEL, type TinyJobRequest } from '../support/job/tiny-job.ts';

const PROPOSED: ToolAnswering = { mode: 'tools', toolTurns: null };
const CARRIED_OUT: ToolAnswering = { mode: 'tools', toolTurns: 4 };
const { signal } = new AbortController();

const candidate: Candidate = {
  roles: { peer: 'You are one of several peers. Choose the next API call.' },
  demonstrations: {},
  parameters: { ...defaultParameters(topology.parameters), teamSize: 3, rounds: 2 },
};

/** The rollouts of thirty tasks; what servers name is left out of them. */
async function rollouts(
  provider: ModelProvider,
  answering: ToolAnswering | undefined,
): Promise<readonly EvaluatedTask[]> {
  const dataset = tinyDataset();
  const evaluator = {
    dataset,
    topology,
    lineup: { roles: [{ id: 'peer', priority: 1 }] },
    provider,
    model: TINY_MODEL,
    ...(answering === undefined ? {} : { answering }),
  };
  return Promise.all(
    dataset.tasks.slice(10, 40).map((task) =>
      evaluateTask(
        evaluator,
        {
          candidate,
          candidateId: candidateDigest(candidate),
          task,
          seed: derivedSeed('tools', task.id),
          decoding: {
            temperature: 0.2,
            topP: 0.9,
            maxTokens: 1000,
            repetitionPenalty: 1,
            thinking: false,
          },
        },
        signal,
      ),
    ),
  );
}

const direct = (): ModelProvider =>
  sim.create({ endpoints: [], apiKey: null, timeoutMs: 1000, options: {} });

/** As a model behind the wire that has no seed. */
function seedless(provider: ModelProvider): ModelProvider {
  return {
    ...provider,
    generate: (request, never) => provider.generate({ ...request, seed: 0 }, never),
  };
}

async function over(wire: 'openai' | 'anthropic', stream: boolean): Promise<ModelProvider> {
  const server = await simServer();
  const settings = { apiKey: null, timeoutMs: 20_000 };
  const provider =
    wire === 'openai'
      ? openai.create({ ...settings, endpoints: [server.openAiUrl], options: { stream } })
      : anthropic.create({
          ...settings,
          endpoints: [server.anthropicUrl],
          options: { stream, sendSampling: true },
        });
  return provider;
}

describe.each([
  ['proposed', PROPOSED],
  ['carried out', CARRIED_OUT],
] as const)('calls that are %s', (_name, answering) => {
  it.each([
    ['openai', false],
    ['openai', true],
    ['anthropic', false],
    ['anthropic', true],
  ] as const)(
    'come over %s (streaming %s) as they do from the model itself',
    async (wire, stream) => {
      const model = wire === 'openai' ? direct() : seedless(direct());
      const here = await rollouts(model, answering);
      const there = await rollouts(await over(wire, stream), answering);
      expect(there).toEqual(here);
    },
  );

  it('are right and wrong, damaged and mended, and some are written as text', async () => {
    const made = await rollouts(direct(), answering);
    const correct = made.filter(({ rollout }) => rollout.score === 1).length;
    expect(correct).toBeGreaterThan(5);
    expect(correct).toBeLessThan(30);
    const counts = totalToolCounts(made.map(({ rollout }) => rollout));
    expect(counts?.turns).toBe(30 * 3 * 2);
    expect(counts?.plainText).toBeGreaterThan(0);
    expect(counts?.repaired).toBeGreaterThan(0);
    const calls = made.reduce((sum, { rollout }) => sum + rollout.usage.modelCalls, 0);
    if (answering.toolTurns === null) {
      expect([counts?.executed, calls]).toEqual([0, 180]);
    } else {
      expect(counts?.executed).toBeGreaterThan(150);
      expect(calls).toBeGreaterThan(300);
      // The bound that a job is told of.
      expect(calls).toBeLessThanOrEqual(180 * answering.toolTurns);
    }
  });
});

it('agents that see refusals correct calls that would be wrong', async () => {
  const scores = async (answering: ToolAnswering) =>
    (await rollouts(direct(), answering)).reduce(
      (sum, { rollout }) => sum + Number(rollout.score),
      0,
    );
  expect(await scores(CARRIED_OUT)).toBeGreaterThan(await scores(PROPOSED));
});

const spawnJob = jobProcesses();

describe.each([
  ['proposed', PROPOSED],
  ['carried out', CARRIED_OUT],
] as const)('a job whose calls are %s', (_name, answering) => {
  it('killed three times, it ends with the same bytes and repeats no answered call', async () => {
    const undisturbed = await simServer();
    const common: Partial<TinyJobRequest> = { answering, seed: 1, method: 'random', budget: 24 };
    const whole = temporaryFolder();
    await runHere({ ...common, endpoint: undisturbed.openAiUrl, folder: whole });
    const total = new Set(bodies(undisturbed)).size;

    const server = await simServer({ latencyMs: 2 });
    const folder = temporaryFolder();
    const job = { ...common, endpoint: server.openAiUrl, folder };
    for (const share of [0.05, 0.4, 0.85]) {
      const child = spawnJob(job);
      await waitUntil(child, () => new Set(bodies(server)).size >= share * total);
      child.kill('SIGKILL');
      expect(await child.ended).toMatchObject({ signal: 'SIGKILL' });
    }
    const last = await spawnJob(job).ended;
    expect({ code: last.code, error: last.error }).toEqual({ code: 0, error: '' });

    expect(sealedFiles(folder)).toEqual(sealedFiles(whole));
    const replies = recordedReplies(folder);
    expect(new Set(replies).size).toBe(replies.length);
    expect(new Set(bodies(server))).toEqual(new Set(bodies(undisturbed)));
    const result = sealedFile(folder, 'result');
    expect(result['answerMode']).toBe('tools');
    const { tools } = result['test'] as { tools: { seed: JsonObject } };
    expect(tools.seed['turns']).toBe(18 * 3 * 2);
  }, 120_000);
});

it('a server without tools stops a job at once, and says what it needs', async () => {
  const server = await simServer({
    brain: () => ({
      fault: 'status',
      status: 400,
      message:
        '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    }),
  });
  const folder = temporaryFolder();
  const job = runHere({
    folder,
    endpoint: server.openAiUrl,
    answering: PROPOSED,
    method: 'identity',
  });
  await expect(job).rejects.toMatchObject({
    code: 'prerequisite',
    hints: expect.arrayContaining([
      expect.stringContaining('--tool-call-parser PARSER'),
    ]) as unknown,
  });
  // Those that were on their way when the first refusal came.
  expect(server.calls.length).toBeLessThanOrEqual(8 * 3);
});
