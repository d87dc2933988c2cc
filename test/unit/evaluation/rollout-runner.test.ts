import { expect, test } from 'vitest';
import { candidateDigest } from '../../../src/core/candidate.ts';
import { ModelError, type ModelErrorKind, PrerequisiteError } from '../../../src/core/errors.ts';
import type { ModelProvider } from '../../../src/core/model.ts';
import { evaluatePatiently, type FailedAttempt } from '../../../src/evaluation/rollout-runner.ts';
import { topology } from '../../../src/topologies/single.ts';
import { tinyDataset } from '../../support/job/tiny-dataset.ts';

const signal = new AbortController().signal;
const candidate = {
  roles: { solver: 'You solve.' },
  demonstrations: {},
  parameters: { teamSize: 1 },
};

/** Fails with these kinds, one call each, then answers. */
function flaky(kinds: readonly ModelErrorKind[], seeds: number[]): ModelProvider {
  const left = [...kinds];
  return {
    id: 'flaky',
    simulated: true,
    generate: async (request) => {
      seeds.push(request.seed);
      const kind = left.shift();
      if (kind !== undefined) throw new ModelError(`no answer: ${kind}`, { kind, retry: false });
      return {
        text: '[Nothing()]',
        reasoning: null,
        finishReason: 'stop',
        usage: { modelCalls: 1, inputTokens: 1, outputTokens: 1 },
        servedModel: request.model,
      };
    },
  };
}

/** `scoring`: with what the score fails, once each. */
async function evaluate(kinds: readonly ModelErrorKind[], scoring: readonly ModelErrorKind[] = []) {
  const tiny = tinyDataset();
  const left = [...scoring];
  const dataset: typeof tiny = {
    ...tiny,
    score: async (task, answer) => {
      const kind = left.shift();
      if (kind !== undefined) throw new ModelError(`no vectors: ${kind}`, { kind, retry: true });
      return await tiny.score(task, answer);
    },
  };
  const [task] = await dataset.load([dataset.pool[0]?.id ?? ''], signal);
  const seeds: number[] = [];
  const failed: FailedAttempt[] = [];
  const evaluated = await evaluatePatiently(
    {
      dataset,
      topology,
      lineup: { roles: [{ id: 'solver', priority: 1 }] },
      provider: flaky(kinds, seeds),
      model: 'm',
    },
    {
      candidate,
      candidateId: candidateDigest(candidate),
      task: task as NonNullable<typeof task>,
      seed: 7,
      decoding: { temperature: 0, topP: 1, maxTokens: 10, repetitionPenalty: 1, thinking: false },
    },
    { signal, onFailedAttempt: (attempt) => failed.push(attempt) },
  );
  return { rollout: evaluated.rollout, seeds, failed };
}

test('two failures of the infrastructure are tried again with the same seed, and are no wrong answer', async () => {
  const { rollout, seeds, failed } = await evaluate(['timeout', 'connection']);
  expect([rollout.outcome, rollout.score]).toEqual(['semantic_failure', 0]);
  expect(failed.map(({ attempt, failure }) => [attempt, failure.kind])).toEqual([
    [1, 'timeout'],
    [2, 'connection'],
  ]);
  expect(new Set(seeds).size).toBe(1);
});

test('after the third nothing was observed: no score', async () => {
  const { rollout, seeds } = await evaluate(['timeout', 'timeout', 'timeout', 'timeout']);
  expect([rollout.outcome, rollout.score, seeds.length]).toEqual([
    'infrastructure_failure',
    null,
    3,
  ]);
  expect(rollout.errorClass).toBe('infrastructure');
});

test("a prompt that does not fit is the candidate's doing, and is not tried again", async () => {
  const { rollout, seeds } = await evaluate(['context-overflow']);
  expect([rollout.outcome, rollout.score, seeds.length]).toEqual(['semantic_failure', 0, 1]);
  expect([rollout.errorClass, rollout.failure?.kind]).toEqual(['empty', 'context_overflow']);
});

test('a refused key stops everything', async () => {
  await expect(evaluate(['authentication'])).rejects.toBeInstanceOf(PrerequisiteError);
});

test('a score that needs a server and does not get an answer is tried again, and is no wrong answer', async () => {
  const { rollout, failed } = await evaluate([], ['rate-limit', 'timeout']);
  expect([rollout.outcome, rollout.score]).toEqual(['semantic_failure', 0]);
  expect(failed.map(({ failure }) => failure.kind)).toEqual(['rate-limit', 'timeout']);
  const lost = await evaluate([], ['transient', 'transient', 'transient']);
  expect([lost.rollout.outcome, lost.rollout.score]).toEqual(['infrastructure_failure', null]);
  await expect(evaluate([], ['authentication'])).rejects.toBeInstanceOf(PrerequisiteError);
});
