import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ModelContext, resolveModel, resolveModels } from '../../../src/config/models.ts';
import { readModelsFile } from '../../../src/config/models-file.ts';
import { ConfigError, UsageError } from '../../../src/core/errors.ts';
import { providers } from '../../../src/registry.ts';
import { repositoryRoot } from '../../support/shared.ts';

const path = 'configs/models.yaml';
const modelsFileText = readFileSync(join(repositoryRoot, path), 'utf8');

function context(change: Partial<ModelContext> = {}): ModelContext {
  return { modelsFileText, path, environment: {}, flags: {}, ...change };
}

function problemOf(work: () => unknown): UsageError | ConfigError {
  try {
    work();
  } catch (error) {
    if (error instanceof UsageError || error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

describe('names', () => {
  test('a name of the file', () => {
    expect(resolveModel('qwen', context())).toEqual({
      alias: 'qwen',
      provider: 'openai',
      model: 'Qwen/Qwen3.5-9B',
      endpoints: ['http://localhost:8000/v1'],
      apiKey: null,
      timeoutMs: 1_200_000,
      options: {},
      simulated: false,
      price: 'free',
    });
  });

  test.each([
    ['llama', 'llama', 'meta-llama/Llama-3.1-8B-Instruct', 'http://localhost:8000/v1'],
    ['Qwen/Qwen3.5-9B', 'qwen', 'Qwen/Qwen3.5-9B', 'http://localhost:8000/v1'],
    ['acme/Big-7B', 'acme/Big-7B', 'acme/Big-7B', 'http://localhost:8000/v1'],
    ['vllm:tuned', 'vllm:tuned', 'tuned', 'http://localhost:8000/v1'],
    ['ollama:qwen3:8b', 'ollama:qwen3:8b', 'qwen3:8b', 'http://localhost:11434/v1'],
    ['openai:gpt-5.2', 'openai:gpt-5.2', 'gpt-5.2', 'https://api.openai.com/v1'],
    ['anthropic:claude-x', 'anthropic:claude-x', 'claude-x', 'https://api.anthropic.com'],
  ])('%s', (name, alias, model, endpoint) => {
    const resolved = resolveModel(name, context());
    expect(resolved).toMatchObject({ alias, model, endpoints: [endpoint] });
  });

  test('the same full id runs elsewhere as a reflection model', () => {
    const resolved = resolveModel('acme/Big-7B', context({ purpose: 'reflection' }));
    expect(resolved).toMatchObject({
      endpoints: ['http://localhost:8200/v1'],
      timeoutMs: 1_800_000,
    });
  });

  test.each([
    ['qwne', 'unknown model "qwne". Did you mean "qwen"?'],
    ['zzzzzz', 'unknown model "zzzzzz". Known: qwen, llama'],
    [
      'olama:qwen3:8b',
      'unknown server "olama" in model "olama:qwen3:8b". Did you mean "ollama:qwen3:8b"?',
    ],
    ['vlm:acme/x', 'Did you mean "vllm:acme/x"?'],
    ['openai:', 'unknown model "openai:"'],
    ['', 'unknown model ""'],
    ['toString', 'unknown model "toString"'],
    ['constructor:x', 'unknown model "constructor:x"'],
  ])('%j', (name, message) => {
    const error = problemOf(() => resolveModel(name, context()));
    expect(error).toBeInstanceOf(UsageError);
    expect(error.message).toContain(message);
  });

  test('a bare word is told how to be an id', () => {
    const error = problemOf(() => resolveModel('tuned', context()));
    expect(error.hints[0]).toBe('vllm:tuned is the model with this id on the server vllm');
  });
});

describe('where it runs', () => {
  const variables = { TASK_ENDPOINTS: ' http://a/v1, http://b/v1 ,', VLLM_BASE_URL: 'http://c/v1' };

  test('flag before environment before file', () => {
    const flags = { endpoints: ['http://f/v1'] };
    const all = context({ environment: variables, flags });
    expect(resolveModel('qwen', all).endpoints).toEqual(['http://f/v1']);
    const unset = context({ environment: variables, flags: { endpoints: [] } });
    expect(resolveModel('qwen', unset).endpoints).toEqual(['http://a/v1', 'http://b/v1']);
    const { VLLM_BASE_URL } = variables;
    const second = context({ environment: { TASK_ENDPOINTS: ' ', VLLM_BASE_URL } });
    expect(resolveModel('qwen', second).endpoints).toEqual(['http://c/v1']);
  });

  test('variables of one server do not move another', () => {
    const environment = { ...variables, REFLECTION_MODEL_BASE_URL: 'http://r/v1' };
    const endpoint = (name: string, purpose: 'task' | 'reflection') =>
      resolveModel(name, context({ environment, purpose })).endpoints;
    expect(endpoint('openai:gpt-5.2', 'task')).toEqual(['https://api.openai.com/v1']);
    expect(endpoint('openai:gpt-5.2', 'reflection')).toEqual(['https://api.openai.com/v1']);
    expect(endpoint('qwen-large', 'reflection')).toEqual(['http://r/v1']);
    expect(endpoint('qwen', 'reflection')).toEqual(['http://r/v1']);
    expect(endpoint('qwen', 'task')).toEqual(['http://a/v1', 'http://b/v1']);
    const reflection = context({ environment: variables, purpose: 'reflection' });
    expect(resolveModel('qwen', reflection).endpoints).toEqual(['http://a/v1', 'http://b/v1']);
  });

  test.each([
    [{ TASK_ENDPOINTS: 'http://a/v1,localhost:8000' }, 'TASK_ENDPOINTS: "localhost:8000"'],
    [{ VLLM_BASE_URL: 'nonsense' }, 'VLLM_BASE_URL: "nonsense" is not a URL'],
    [{ VLLM_BASE_URL: 'http://me:hunter2@host/v1' }, 'VLLM_BASE_URL: the URL of host holds a user'],
  ])('%j is refused by name', (environment, message) => {
    const error = problemOf(() => resolveModel('qwen', context({ environment })));
    expect(error).toBeInstanceOf(UsageError);
    expect(error.message).toContain(message);
    expect(error.message).not.toContain('hunter2');
  });

  test('an endpoint for a model without a network is a misunderstanding', () => {
    const flags = { endpoints: ['http://a/v1'] };
    const error = problemOf(() => resolveModel('sim', context({ flags })));
    expect(error.message).toBe('model "sim" has no endpoint that a flag could set');
    expect(resolveModel('sim', context({ environment: variables })).endpoints).toEqual([]);
  });

  test('the time-out: flag, model, server, purpose', () => {
    const text = modelsFileText
      .replace('    model: Qwen/Qwen3.5-9B\n', '    model: Qwen/Qwen3.5-9B\n    timeoutMs: 5\n')
      .replace('  anthropic:\n', '  anthropic:\n    timeoutMs: 6\n');
    const timeout = (name: string, flags = {}) =>
      resolveModel(name, context({ modelsFileText: text, flags })).timeoutMs;
    expect(timeout('qwen')).toBe(5);
    expect(timeout('qwen', { timeoutMs: 1 })).toBe(1);
    expect(timeout('claude')).toBe(6);
    expect(timeout('llama')).toBe(1_200_000);
  });
});

describe('keys', () => {
  const environment = { OPENAI_API_KEY: ' sk-o\n', ANTHROPIC_API_KEY: 'sk-a', OTHER: 'sk-x' };
  const keyOf = (name: string) => resolveModel(name, context({ environment })).apiKey;

  test('each provider has its variable, a model without a network has none', () => {
    expect(keyOf('qwen')).toBe('sk-o');
    expect(keyOf('gpt')).toBe('sk-o');
    expect(keyOf('claude')).toBe('sk-a');
    expect(keyOf('sim')).toBeNull();
    expect(resolveModel('gpt', context({ environment: { OPENAI_API_KEY: '' } })).apiKey).toBeNull();
  });

  test('a server may name its own, and the provider learns the name', () => {
    const text = modelsFileText
      .replace('  ollama: ', '  ollama: # ')
      .replace(
        '    endpointVariables: [OLLAMA_BASE_URL]\n',
        '    endpointVariables: [OLLAMA_BASE_URL]\n    apiKeyVariable: OTHER\n',
      );
    const resolved = resolveModel('qwen-ollama', context({ modelsFileText: text, environment }));
    expect(resolved.apiKey).toBe('sk-x');
    expect(resolved.options).toEqual({ keyVariable: 'OTHER', extras: false });
  });
});

describe('both models of a job', () => {
  const resolve = (
    task: string,
    reflection: string | null,
    environment: Record<string, string> = {},
  ) =>
    resolveModels(
      { task, reflection, reflectionDefault: 'Qwen/Qwen3.5-122B-A10B-FP8' },
      { modelsFileText, path, environment, flags: { task: {}, reflection: {} } },
    ).reflection;

  test('the default, the flag, the environment', () => {
    expect(resolve('qwen', null)).toMatchObject({
      alias: 'qwen-large',
      model: 'Qwen/Qwen3.5-122B-A10B-FP8',
      endpoints: ['http://localhost:8200/v1'],
      timeoutMs: 1_800_000,
    });
    expect(resolve('qwen', 'llama')).toMatchObject({ alias: 'llama' });
    const environment = {
      REFLECTION_MODEL_ID: 'my-tuned',
      REFLECTION_MODEL_BASE_URL: 'http://r/v1',
    };
    expect(resolve('qwen', null, environment)).toMatchObject({
      alias: 'my-tuned',
      model: 'my-tuned',
      endpoints: ['http://r/v1'],
    });
    expect(resolve('qwen', 'llama', environment)).toMatchObject({ alias: 'llama' });
    expect(resolve('qwen', null, { REFLECTION_MODEL_ID: 'acme/x' })).toMatchObject({
      model: 'acme/x',
      endpoints: ['http://localhost:8200/v1'],
    });
    expect(resolve('qwen', null, { REFLECTION_MODEL_ID: 'openai:gpt-5.2' })).toMatchObject({
      endpoints: ['https://api.openai.com/v1'],
    });
    expect(resolve('qwen', null, { REFLECTION_MODEL_ID: 'gpt' })).toMatchObject({
      model: 'gpt-4.1-mini',
    });
  });

  test('a rehearsal on a simulated server asks that one for everything', () => {
    const flags = { task: { endpoints: ['http://127.0.0.1:9/v1'] }, reflection: {} };
    const environment = {
      REFLECTION_MODEL_ID: 'gpt-5',
      REFLECTION_MODEL_BASE_URL: 'http://far/v1',
    };
    const { task, reflection } = resolveModels(
      { task: 'mock', reflection: null, reflectionDefault: 'qwen-large' },
      { ...context({ environment }), flags },
    );
    expect(reflection.endpoints).toEqual(['http://127.0.0.1:9/v1']);
    expect([task.simulated, reflection.simulated, reflection.model]).toEqual([true, true, 'sim']);
  });

  test('a rehearsal asks no real model', () => {
    expect(resolve('sim', null, { REFLECTION_MODEL_ID: 'acme/x' })).toMatchObject({
      alias: 'sim',
      provider: 'sim',
      simulated: true,
    });
    expect(resolve('sim', 'llama')).toMatchObject({ alias: 'llama', simulated: false });
  });
});

describe('prices', () => {
  const priceOf = (name: string, change: Partial<ModelContext> = {}) =>
    resolveModel(name, context(change)).price;
  const gpt = {
    ...{ input: 0.4, cachedInput: 0.1, output: 1.6 },
    ...{ currency: 'USD', asOf: '2025-10-01' },
  };

  test("are the model's own, under its name and under its id", () => {
    expect(priceOf('gpt')).toEqual(gpt);
    expect(priceOf('openai:gpt-4.1-mini')).toEqual(gpt);
  });

  test('nobody knows are unknown', () => {
    expect(priceOf('openai:gpt-5.2')).toBe('unknown');
    expect(priceOf('anthropic:claude-x')).toBe('unknown');
  });

  test('a server of ones own is free, also where it runs on another machine', () => {
    expect(priceOf('acme/Big-7B')).toBe('free');
    expect(priceOf('sim')).toBe('free');
    const environment = { TASK_ENDPOINTS: 'http://gpu-1.lab.example:8000/v1' };
    expect(priceOf('qwen', { environment })).toBe('free');
  });

  test('a free server that is put in the place of a paid service is not free any more', () => {
    const environment = { VLLM_BASE_URL: 'https://openrouter.ai/api/v1' };
    expect(priceOf('qwen', { environment })).toBe('unknown');
    const flags = { endpoints: ['http://localhost:8000/v1', 'https://far.example/v1'] };
    expect(priceOf('qwen', { flags })).toBe('unknown');
  });

  test('a priced model that is rehearsed on a server of this machine keeps its price', () => {
    expect(priceOf('gpt', { flags: { endpoints: ['http://127.0.0.1:9/v1'] } })).toEqual(gpt);
  });
});

describe('the file', () => {
  test('names only providers that exist, and says of each what it says of itself', async () => {
    const { servers } = readModelsFile(modelsFileText, path);
    for (const [name, { provider, simulated, endpoints }] of Object.entries(servers)) {
      expect(Object.keys(providers)).toContain(provider);
      const plugin = await providers[provider as keyof typeof providers]();
      // The mock server is real HTTP with a simulated model behind it.
      expect(simulated ?? false).toBe(plugin.simulated || name === 'mock');
      expect(endpoints !== undefined).toBe(plugin.needsEndpoint);
    }
  });

  test('every model of it can be made, given keys', async () => {
    const environment = { OPENAI_API_KEY: 'sk-1', ANTHROPIC_API_KEY: 'sk-2' };
    for (const name of Object.keys(readModelsFile(modelsFileText, path).models)) {
      const resolved = resolveModel(name, context({ environment }));
      const plugin = await providers[resolved.provider as keyof typeof providers]();
      expect(plugin.create(resolved).id).not.toContain('sk-');
    }
  });

  test.each([
    [
      '    server: vllm\n    model: Qwen',
      '    server: vlm\n    model: Qwen',
      /:\d+:\d+ .*"vlm".*Did you mean "vllm"\?/,
    ],
    ['    timeoutMs: 1200000', '    timeoutMs: 0', /timeoutMs/],
    ['  llama:\n', '  lla/ma:\n', /the name "lla\/ma" must consist of/],
    ['[http://localhost:8000/v1]', '[localhost:8000]', /:\d+:\d+ .*"localhost:8000"/],
    ['    provider: sim', '    provder: sim', /provder.*Did you mean "provider"\?/],
    ['    model: sim', '    model: 1.10', /model/],
    ['input: 0.40', 'input: 0', /price\.input must be more than 0, got (?:number )?0/],
    ['input: 0.40', 'input: -1', /price\.input must be more than 0, got (?:number )?-1/],
    ['input: 0.40', 'input: .nan', /price/],
    ['input: 0.40, ', '', /"input" is missing/],
    ['cachedInput: 0.10', 'cached: 0.10', /unknown key "cached"/],
    ['currency: USD', 'currency: EUR', /currency/],
    ["asOf: '2025-10-01'", "asOf: '2025-02-30'", /asOf must be a day such as .*2025-02-30/],
    ["asOf: '2025-10-01'", "asOf: 'autumn'", /asOf must match/],
    ['    price: free', '    price: 0', /price must be "free"/],
    ['    price: free', '    price: { input: 1, output: 2 }', /price must be "free"/],
  ])('%j is refused with its place', (right, wrong, expected) => {
    const broken = modelsFileText.replace(right, wrong);
    expect(broken).not.toBe(modelsFileText);
    const error = problemOf(() => resolveModel('qwen', context({ modelsFileText: broken })));
    expect(error).toBeInstanceOf(ConfigError);
    expect(error.message).toMatch(expected);
    expect(error.message).toMatch(/^configs\/models\.yaml:\d+:\d+ /);
  });
});
