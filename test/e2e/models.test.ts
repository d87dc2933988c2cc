import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { resolveModel } from '../../src/config/models.ts';
import { randomStream } from '../../src/core/random.ts';
import { type Brain, status } from '../../src/mock-server/brain.ts';
import type { LoopbackCounters } from '../../src/mock-server/counters.ts';
import { startLoopback } from '../../src/mock-server/server.ts';
import { memoryCache } from '../../src/models/middleware/cache.ts';
import { modelChain } from '../../src/models/middleware/chain.ts';
import { createUsageLedger } from '../../src/models/middleware/meter.ts';
import { provider as openai } from '../../src/models/openai/index.ts';
import { specRequest } from '../conformance/provider-spec.ts';
import { repositoryRoot } from '../support/shared.ts';

const never = new AbortController().signal;

function openChain(endpoints: readonly string[], change: { maxRetries?: number } = {}) {
  const ledger = createUsageLedger();
  const provider = openai.create({ endpoints, apiKey: null, timeoutMs: 20_000, options: {} });
  const chained = modelChain(provider, {
    cache: memoryCache(),
    concurrency: 8,
    retry: {
      maxRetries: change.maxRetries ?? 6,
      random: randomStream('e2e'),
      baseDelayMs: 4,
      maxDelayMs: 16,
    },
    ledger,
  });
  return { provider: chained, ledger };
}

describe('a chain over a real server', () => {
  test('every body is answered, however often the server is unwell, and no body is sent without need', async () => {
    const brain: Brain = ({ index, repeat, messages }) => {
      if (repeat > 0) return `said: ${messages.at(-1)?.content ?? ''}`;
      if (index % 7 === 0) return status(429, { headers: { 'retry-after-ms': '3' } });
      if (index % 7 === 1) return { fault: 'cut' };
      if (index % 7 === 2) return { fault: 'cut', early: true };
      if (index % 7 === 3) return status(500);
      if (index % 7 === 4) return { fault: 'body', body: '' };
      return `said: ${messages.at(-1)?.content ?? ''}`;
    };
    const servers = [await startLoopback({ brain }), await startLoopback({ brain })];
    const { provider, ledger } = openChain(servers.map(({ openAiUrl }) => openAiUrl));
    const asked = Array.from({ length: 120 }, (_, index) => `question ${index % 60}`);
    const replies = await Promise.all(
      asked.map((text) => provider.generate(specRequest(text), never)),
    );
    expect(replies.map(({ text }) => text)).toEqual(asked.map((text) => `said: ${text}`));
    const counts = servers.map((server) => server.counters());
    const { task } = ledger.snapshot();
    const failures = Object.values(task.failures).reduce((sum, count) => sum + count, 0);
    // Half of the questions are repeated ones, and each failure is one more request.
    expect(task.replies).toBe(60);
    expect(task.requests).toBe(60 + failures);
    expect(task.retries).toBe(failures);
    expect(failures).toBeGreaterThan(20);
    expect(counts.reduce((sum, count) => sum + count.calls, 0)).toBe(task.requests);
    for (const count of counts) {
      expect(count.calls).toBeGreaterThan(0);
      expect(count.highestInFlight).toBeLessThanOrEqual(8);
    }
    await Promise.all(servers.map((server) => server.close()));
  });

  test.each([0, 1])('%i retries are one request more than that on the wire', async (maxRetries) => {
    const server = await startLoopback({ brain: () => status(503) });
    const { provider } = openChain([server.openAiUrl], { maxRetries });
    await expect(provider.generate(specRequest('x'), never)).rejects.toThrow('answered 503');
    expect(server.counters().calls).toBe(maxRetries + 1);
    await server.close();
  });

  test('connections are kept and used again', async () => {
    const server = await startLoopback({ brain: () => 'ok' });
    const { provider } = openChain([server.openAiUrl]);
    for (let sample = 0; sample < 30; sample += 1) {
      await provider.generate(specRequest('x', { sample }), never);
    }
    expect(server.counters()).toMatchObject({ calls: 30, connections: 1 });
    await server.close();
  });

  test('giving up tells the server', async () => {
    const server = await startLoopback({ brain: () => ({ fault: 'hang' }) });
    const { provider } = openChain([server.openAiUrl]);
    const controller = new AbortController();
    const calls = Array.from({ length: 20 }, (_, sample) =>
      provider.generate(specRequest('x', { sample }), controller.signal),
    );
    await expect.poll(() => server.counters().inFlight).toBe(8);
    controller.abort();
    const ends = await Promise.allSettled(calls);
    expect(ends.every(({ status: end }) => end === 'rejected')).toBe(true);
    await expect.poll(() => server.counters().inFlight).toBe(0);
    expect(server.counters()).toMatchObject({ calls: 8, abandoned: 8 });
    await server.close();
  });
});

describe('a server in a process of its own', () => {
  const folder = join(repositoryRoot, 'test/support/loopback');

  test('is found by the environment, answers, counts and ends', async () => {
    const child = execa('npx', ['tsx', join(folder, 'server-process.ts')], {
      cwd: repositoryRoot,
      env: { LOOPBACK_BRAIN: join(folder, 'echo-brain.ts'), LOOPBACK_MODELS: 'acme/echo' },
      stdin: 'pipe',
      buffer: false,
    });
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    const { openAiUrl, anthropicUrl } = JSON.parse(line) as Record<string, string>;
    const resolved = resolveModel('acme/echo', {
      modelsFileText:
        'defaults: { task: { server: s, timeoutMs: 9000 }, reflection: { server: s, timeoutMs: 9000 } }\n' +
        'servers: { s: { provider: openai, endpoints: [http://localhost:1/v1], endpointVariables: [HERE] } }\n' +
        'models: {}\n',
      path: 'models.yaml',
      environment: { HERE: openAiUrl },
      flags: {},
    });
    await openai.probe(resolved, resolved.model, never);
    const { provider, ledger } = openChain(resolved.endpoints);
    for (const text of ['a', 'b', 'c', 'd', 'e', 'f']) {
      const reply = await provider.generate(specRequest(text), never);
      expect(reply.text).toBe(`echo: ${text}`);
    }
    const answer = await fetch(`${anthropicUrl ?? ''}/control/counters`);
    const counters = (await answer.json()) as LoopbackCounters;
    expect(counters).toMatchObject({ calls: 7, modelLists: 1, inFlight: 0 });
    expect(Object.values(counters.byBody).sort()).toEqual([1, 1, 1, 1, 1, 2]);
    expect(ledger.snapshot().task).toMatchObject({ requests: 7, failures: { transient: 1 } });
    child.stdin.end();
    expect(await child).toMatchObject({ exitCode: 0 });
  });
});
