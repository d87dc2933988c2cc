import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PrerequisiteError, UsageError } from '../../../src/core/errors.ts';
import { keyToSend, redacted } from '../../../src/models/transport/api-key.ts';
import { isPrivateHost, normalEndpoint } from '../../../src/models/transport/endpoint.ts';
import { createReplicas } from '../../../src/models/transport/replicas.ts';
import { retryAfterMs } from '../../../src/models/transport/retry-after.ts';
import { servedModelProblem } from '../../../src/models/transport/served-models.ts';

describe('retryAfterMs', () => {
  const now = Date.UTC(2026, 9, 21, 7, 27, 30);
  test.each([
    ['3600', 3_600_000],
    ['120', 120_000],
    ['2147484', 2_147_484_000],
    ['0', 0],
    ['1.5', 1500],
    [' 7 ', 7000],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 30_000],
    ['Wednesday, 21-Oct-26 07:28:00 GMT', 30_000],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
    ['', null],
    ['abc', null],
    ['-1', null],
    ['1e3', null],
    ['NaN', null],
    ['Infinity', null],
    ['9'.repeat(400), null],
    ['Mon, 99 Foo 2026 25:61:61 GMT', null],
  ])('retry-after %j', (text, expected) => {
    expect(retryAfterMs(new Headers({ 'retry-after': text }), now)).toBe(expected);
  });

  test('milliseconds go first when they can be understood', () => {
    const both = (text: string) =>
      retryAfterMs(new Headers({ 'retry-after-ms': text, 'retry-after': '9' }), now);
    expect(both('1500')).toBe(1500);
    expect(both('0')).toBe(0);
    expect(both('soon')).toBe(9000);
    expect(retryAfterMs(new Headers(), now)).toBeNull();
  });

  test('whatever a server says, the wait is a number that is not negative, or nothing', () => {
    const header = fc.stringMatching(/^[\x20-\x7e]*$/);
    fc.assert(
      fc.property(header, (text) => {
        const wait = retryAfterMs({ get: () => text }, now);
        expect(wait === null || (Number.isFinite(wait) && wait >= 0)).toBe(true);
      }),
    );
  });
});

describe('endpoints', () => {
  test.each([
    'http://localhost:8000/v1',
    'http://127.0.0.1:1/v1',
    'http://127.9.9.9/v1',
    'http://[::1]:8000',
    'http://10.1.2.3',
    'http://172.31.0.1',
    'http://192.168.0.7',
    'http://100.64.0.1',
    'http://[fd00::1]',
    'http://gpu-node-3:8000',
    'http://gpu.local',
    'http://vllm.cluster.internal:8000',
  ])('%s is ours', (url) => {
    expect(isPrivateHost(url)).toBe(true);
  });

  test.each([
    'https://api.openai.com/v1',
    'https://api.anthropic.com',
    'http://8.8.8.8',
    'http://172.32.0.1',
    'http://127.0.0.1.example.org',
    'https://localhost.example.com',
    'http://[2001:db8::1]',
    'https://local',
  ])('%s', (url) => {
    expect(isPrivateHost(url)).toBe(url === 'https://local');
  });

  test('one spelling per address', () => {
    expect(normalEndpoint('HTTP://LocalHost:8000/v1//')).toBe('http://localhost:8000/v1');
    expect(normalEndpoint('https://api.openai.com:443/v1')).toBe('https://api.openai.com/v1');
  });

  test.each(['localhost:8000', 'ftp://x/v1', '', 'http://'])('%j is refused', (url) => {
    expect(() => normalEndpoint(url)).toThrow(UsageError);
  });

  test('a password in an address is refused and not repeated', () => {
    expect(() => normalEndpoint('http://me:hunter2@host/v1')).toThrow(/user name or password/);
    expect(() => normalEndpoint('http://me:hunter2@host/v1')).not.toThrow(/hunter2/);
  });
});

describe('keyToSend', () => {
  const policy = { apiKey: null, endpoints: [], variable: 'OPENAI_API_KEY', required: true };
  const local = { ...policy, endpoints: ['http://localhost:8000/v1', 'http://10.0.0.2/v1'] };
  const hosted = {
    ...policy,
    endpoints: ['http://localhost:8000/v1', 'https://api.openai.com/v1'],
  };

  test('a local server gets the placeholder when there is no key', () => {
    expect(keyToSend(local)).toBe('EMPTY');
    expect(keyToSend({ ...local, apiKey: '' })).toBe('EMPTY');
    expect(keyToSend({ ...local, apiKey: ' secret\n' })).toBe('secret');
  });

  test('the placeholder never leaves the local network', () => {
    expect(() => keyToSend(hosted)).toThrow(PrerequisiteError);
    expect(() => keyToSend(hosted)).toThrow('no API key for api.openai.com: set OPENAI_API_KEY');
    expect(() => keyToSend({ ...hosted, apiKey: 'EMPTY' })).toThrow('"EMPTY" is not an API key');
    expect(keyToSend({ ...hosted, required: false })).toBeNull();
    expect(keyToSend({ ...hosted, apiKey: 'sk-1' })).toBe('sk-1');
  });

  test('a key that no header can hold is not repeated', () => {
    expect(() => keyToSend({ ...hosted, apiKey: 'sk-1\nsk-2' })).toThrow(/OPENAI_API_KEY holds/);
    expect(() => keyToSend({ ...hosted, apiKey: 'sk-1\nsk-2' })).not.toThrow(/sk-/);
  });

  test('redacted', () => {
    expect(redacted('bad key sk-12345, sk-12345', 'sk-12345')).toBe('bad key [API key], [API key]');
    expect(redacted('the body is EMPTY', 'EMPTY')).toBe('the body is EMPTY');
    expect(redacted('text', null)).toBe('text');
  });
});

describe('createReplicas', () => {
  test('idle servers take turns', async () => {
    const replicas = createReplicas(['a', 'b', 'c']);
    const order: string[] = [];
    for (let call = 0; call < 6; call += 1) {
      await replicas.run(async (server) => order.push(server));
    }
    expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  });

  test('a slow server is passed over until it is done, also when it fails', async () => {
    const replicas = createReplicas(['slow', 'quick']);
    let finish = (): void => undefined;
    const held = replicas.run(
      (server) =>
        new Promise<never>((_resolve, reject) => {
          finish = () => reject(new Error(server));
        }),
    );
    const ask = () => replicas.run(async (server) => server);
    expect([await ask(), await ask(), await ask()]).toEqual(['quick', 'quick', 'quick']);
    finish();
    await expect(held).rejects.toThrow('slow');
    expect(await ask()).toBe('slow');
  });

  test('there is always one', () => {
    expect(() => createReplicas([])).toThrow(RangeError);
  });
});

describe('servedModelProblem', () => {
  const list = (...ids: string[]) => ({ data: ids.map((id) => ({ id })) });
  test.each([
    [list('Qwen/Qwen3.5-9B'), 'Qwen/Qwen3.5-9B'],
    [list('qwen3:latest'), 'qwen3'],
    [list('claude-sonnet-4-5-20250929'), 'claude-sonnet-4-5'],
  ])('%j serves %s', (served, wanted) => {
    expect(servedModelProblem(served, wanted)).toBeNull();
  });

  test.each([
    [list('Qwen/Qwen3.5-9B'), 'qwen3.5-9b', 'Did you mean "Qwen/Qwen3.5-9B"?'],
    [list('a/x', 'b/y'), 'c/z', 'does not serve c/z; it serves a/x, b/y'],
    [list('gpt-5-mini'), 'gpt-5', 'it serves gpt-5-mini'],
    [list(), 'c/z', 'serves no model'],
    [{ error: 'x' }, 'c/z', 'does its URL end in /v1?'],
    [null, 'c/z', 'does its URL end in /v1?'],
    ['<html>', 'c/z', 'does its URL end in /v1?'],
    [list(...Array.from({ length: 12 }, (_, index) => `m${index}`)), 'q', 'm9 and 2 more'],
  ])('%j does not serve %s', (served, wanted, expected) => {
    expect(servedModelProblem(served, wanted)).toContain(expected);
  });
});
