/** Does the doctor see what would spoil a job, and say what to do? Against a real server on this machine. */
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ResolvedModel } from '../../../src/config/models.ts';
import type { Decoding } from '../../../src/core/model.ts';
import { examineModel } from '../../../src/doctor/examine.ts';
import type { Finding } from '../../../src/doctor/finding.ts';
import { factFindings } from '../../../src/doctor/server-facts.ts';
import { type Brain, status } from '../../../src/mock-server/brain.ts';
import { startLoopback } from '../../../src/mock-server/server.ts';
import { provider as openai } from '../../../src/models/openai/index.ts';
import { provider as sim } from '../../../src/models/sim/index.ts';

const decoding: Decoding = {
  temperature: 0,
  topP: 1,
  maxTokens: 4_096,
  repetitionPenalty: 1,
  thinking: false,
};

const model = (endpoints: readonly string[], more: Partial<ResolvedModel> = {}): ResolvedModel => ({
  alias: 'mine',
  provider: 'openai',
  model: 'acme/one',
  endpoints,
  apiKey: 'sk-planted-secret-123',
  timeoutMs: 5_000,
  options: {},
  simulated: false,
  ...more,
});

async function examined(brain: Brain, models = ['acme/one']): Promise<readonly Finding[]> {
  const server = await startLoopback({ brain, models });
  onTestFinished(() => server.close());
  const [found] = await examineModel(model([server.openAiUrl]), openai, {
    decoding,
    now: Date.now,
    signal: new AbortController().signal,
  });
  const findings = found?.findings ?? [];
  expect(JSON.stringify(findings)).not.toContain('sk-planted-secret-123');
  return findings;
}

const levels = (findings: readonly Finding[]) =>
  Object.fromEntries(findings.map(({ check, level }) => [check, level]));

/** Counts, keeps seeds, and calls the function that it is offered. */
const healthy: Brain = ({ body, tools }) =>
  tools === undefined
    ? { text: `1 2 3, seed ${String(body['seed'])}`, inputTokens: 20, outputTokens: 8 }
    : { text: null, toolCalls: [{ name: 'report_city', arguments: '{"city":"Lisbon"}' }] };

describe('a server', () => {
  test('that is well has nothing but its unknown context against it', async () => {
    expect(levels(await examined(healthy))).toEqual({
      reachable: 'ok',
      served: 'ok',
      context: 'warn',
      clock: 'ok',
      answer: 'ok',
      thinking: 'ok',
      model: 'ok',
      usage: 'ok',
      seed: 'ok',
      tools: 'ok',
    });
  });

  test('that serves another model fails before anything is asked of it', async () => {
    const findings = await examined(healthy, ['acme/two']);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ check: 'reachable', level: 'fail' });
    expect(findings[0]?.message).toMatch(/does not serve acme\/one; it serves acme\/two/);
  });

  test('that refuses the key fails, and names the variable', async () => {
    const findings = await examined(() =>
      status(401, { message: 'bad key sk-planted-secret-123' }),
    );
    const answer = findings.find(({ check }) => check === 'answer');
    expect(answer).toMatchObject({ level: 'fail' });
    expect(answer?.fix).toMatch(/OPENAI_API_KEY/);
  });

  test('that files its answers under reasoning fails, and the fix is a flag of the server', async () => {
    const findings = await examined(() => ({ text: null, reasoning: '1 2 3' }));
    const answer = findings.find(({ check }) => check === 'answer');
    expect(answer?.level).toBe('fail');
    expect(answer?.fix).toMatch(/--reasoning-parser.*answerFrom: reasoning/);
  });

  test.each([
    ['thinking', 'leaks its thoughts', { text: 'Hm.\n</think>\n1 2 3', outputTokens: 9 }],
    ['thinking', 'thinks beside the answer', { text: '1 2 3', reasoning: 'Hm.', outputTokens: 9 }],
    ['answer', 'is cut', { text: '1 2', finishReason: 'length', outputTokens: 400 }],
    ['model', 'says another name', { text: '1 2 3', model: 'acme/zero' }],
    ['usage', 'does not count', { text: '1 2 3', inputTokens: 0, outputTokens: 0 }],
    ['tools', 'answers in words', { text: 'Lisbon' }],
    ['seed', 'gives every seed the same', { text: '1 2 3' }],
  ])('%s: warns of one that %s', async (check, _what, reply) => {
    expect(levels(await examined(() => reply))[check]).toBe('warn');
  });

  test('whose equal seeds differ warns', async () => {
    let told = 0;
    const restless: Brain = () => {
      told += 1;
      return { text: `1 2 3 ${told}` };
    };
    expect(levels(await examined(restless))['seed']).toBe('warn');
  });

  test('that does not answer fails, and says how to start one', async () => {
    const [found] = await examineModel(model(['http://127.0.0.1:9/v1']), openai, {
      decoding,
      now: Date.now,
      signal: new AbortController().signal,
    });
    expect(found?.findings).toEqual([
      {
        check: 'reachable',
        level: 'fail',
        message: 'http://127.0.0.1:9/v1 does not answer (connection refused)',
        fix: 'start it, for example: vllm serve acme/one',
      },
    ]);
  });
});

describe('what a server says of itself', () => {
  const facts = {
    served: ['acme/one'],
    contextWindow: 8_192,
    headers: {
      'x-ratelimit-limit-requests': '500',
      'x-ratelimit-remaining-requests': '499',
      'anthropic-ratelimit-tokens-limit': '80000',
    },
    clockSkewMs: -120_000,
    milliseconds: 3,
  };

  test('its context, its limits and its clock', () => {
    const found = factFindings(facts, model([]));
    expect(levels(found)).toEqual({
      served: 'ok',
      context: 'ok',
      'rate limits': 'ok',
      clock: 'warn',
    });
    expect(found.map(({ message }) => message)).toEqual([
      'serves acme/one',
      '8192 tokens',
      'ratelimit-limit-requests 500, ratelimit-tokens-limit 80000',
      "the server's clock is 120 s behind",
    ]);
  });

  test('a cap that leaves no room for the prompt', () => {
    const [, context] = factFindings(facts, model([], { options: { maxTokens: 8_192 } }));
    expect(context?.level).toBe('warn');
    expect(context?.fix).toMatch(/below 8192/);
  });
});

test('a program that stands in for a model is called simulated', async () => {
  const [found] = await examineModel(model([], { provider: 'sim', alias: 'sim' }), sim, {
    decoding,
    now: Date.now,
    signal: new AbortController().signal,
  });
  expect(found?.findings.map(({ message }) => message).join()).toMatch(/simulated/);
});
