/** What does a plan say of jobs as they are asked for, and when does it spend? */
import { describe, expect, onTestFinished, test } from 'vitest';
import { UsageError } from '../../../../src/core/errors.ts';
import { startLoopback } from '../../../../src/mock-server/server.ts';
import { type Plan, planJobs } from '../../../../src/protocol/plan/plan-jobs.ts';
import type { JobRequest } from '../../../../src/protocol/preparation/job-request.ts';
import { temporaryFolder } from '../../../support/job/job-files.ts';
import { simBrain } from '../../../support/job/sim-brain.ts';
import { type SmallJobRequest, smallRequest } from '../../../support/job/small-job.ts';
import { repositoryRoot } from '../../../support/shared.ts';

const UNGIVEN = {
  replyTokens: null,
  methodReplyTokens: null,
  latencyMs: null,
  tokensPerSecond: null,
};
const shared = new Map<string, Promise<unknown>>();

function single(asked: Partial<SmallJobRequest> = {}): JobRequest {
  return smallRequest({
    ...{ method: 'identity', topology: 'single', out: temporaryFolder(), datasetOptions: {} },
    ...(asked as SmallJobRequest),
  });
}

function planned(
  requests: readonly JobRequest[],
  { probe = false, environment = {} }: { probe?: boolean; environment?: object } = {},
): Promise<Plan> {
  const never = new AbortController().signal;
  const memory =
    Object.keys(environment).length === 0 ? shared : new Map<string, Promise<unknown>>();
  let milliseconds = 0;
  return planJobs(
    requests,
    { given: UNGIVEN, probe },
    {
      installation: {
        ...{ packageRoot: repositoryRoot, workingDirectory: repositoryRoot, memory },
        environment: environment as { readonly [name: string]: string },
      },
      signal: never,
      stop: never,
      now: () => {
        milliseconds += 250;
        return milliseconds;
      },
      onPlanned: () => undefined,
    },
  );
}

describe('a job', () => {
  test('that asks no method is known exactly', async () => {
    const { jobs, probes } = await planned([single()]);
    expect(jobs[0]?.calls.total).toEqual({ low: 150, likely: 150, high: 150 });
    expect(jobs[0]).toMatchObject({ agents: 1, callsPerTask: 1, milliseconds: null });
    expect(jobs[0]?.costUsd).toEqual({ low: 0, likely: 0, high: 0 });
    expect(probes).toEqual([]);
  });

  test('whose model has no price costs nobody knows what', async () => {
    const { jobs } = await planned([single({ model: 'openai:gpt-nobody-priced' })]);
    expect(jobs[0]).toMatchObject({ costUsd: null, unknownPrices: ['task'] });
  });

  test('whose budget is too small says how much one step needs', async () => {
    const { jobs } = await planned([single({ method: 'gepa', budget: 20 })]);
    expect(jobs[0]?.search.proposed.high).toBe(0);
    expect(jobs[0]?.minimumBudget).toBe(56);
    expect(jobs[0]?.notices.join()).toContain('budget 20: gepa needs 56 rollouts for one step');
  });

  test('off the grid is told with what is off, and that it would be refused', async () => {
    const asked = {
      topology: 'decentralized',
      parameters: { ...single().parameters, teamSize: 3 },
    };
    const refused = await planned([single({ ...asked, allowAnyCell: false })]);
    expect(refused.jobs[0]?.refused).toBe(true);
    expect(refused.jobs[0]?.offGrid.join()).toContain('team size 3');
    const allowed = await planned([single(asked)]);
    expect(allowed.jobs[0]?.refused).toBe(false);
    expect(allowed.jobs[0]?.offGrid).toEqual(refused.jobs[0]?.offGrid);
  });

  test('that cannot be is refused, or told apart among others', async () => {
    const impossible = single({ parameters: { ...single().parameters, teamSize: 4 } });
    await expect(planned([impossible])).rejects.toThrow(UsageError);
    const { jobs, impossible: told } = await planned([single(), impossible]);
    expect([jobs.length, told.length]).toEqual([1, 1]);
    expect(told[0]?.problem).toContain('topology "single" is one agent');
  });
});

test('jobs that share a folder of evaluations measure the seed team once for each seed', async () => {
  const evaluationCache = temporaryFolder();
  const { jobs } = await planned(
    [0, 0, 1].map((seed) => single({ seed, evaluationCache, budget: 1 })),
  );
  expect(jobs.map(({ sharesBaseline }) => sharesBaseline)).toEqual([false, true, false]);
  expect(jobs.map(({ calls }) => calls.total.likely)).toEqual([150, 0, 150]);
});

describe('a probe', () => {
  test('asks three tasks, says what it spent, and gives lengths and pace', async () => {
    const server = await startLoopback({ brain: simBrain(), models: ['Qwen/Qwen3.5-9B'] });
    onTestFinished(() => server.close());
    const environment = { VLLM_BASE_URL: server.openAiUrl };
    const request = single({ topology: 'sequential', model: 'qwen' });
    await planned([request], { environment });
    expect(server.calls.length).toBe(0);
    const { jobs, probes } = await planned([request, { ...request, seed: 2 }], {
      ...{ probe: true, environment },
    });
    // Three tasks of a team of four; the other seed asks for the same and is not probed again.
    expect(server.calls.length).toBe(12);
    expect(probes).toMatchObject([{ usage: { modelCalls: 12 }, costUsd: 0 }]);
    expect(jobs[0]?.said.join()).toContain('in 12 calls on 3 probe tasks');
    // 600 calls at 250 ms, eight side by side.
    expect(jobs[0]?.milliseconds?.likely).toBeCloseTo((600 * 250) / 8, -2);
  });

  test('of a server that is not there says so', async () => {
    const environment = { VLLM_BASE_URL: 'http://127.0.0.1:9/v1' };
    const asked = planned([single({ model: 'qwen' })], { probe: true, environment });
    await expect(asked).rejects.toMatchObject({ code: 'prerequisite' });
  });
});
