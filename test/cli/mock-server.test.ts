/** Can someone rehearse on the mock server from a shell? */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { binaryPath, cleanEnvironment, protocol } from '../support/cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'mock-server-'));

interface Started {
  readonly child: ChildProcess;
  readonly openAiUrl: string;
  readonly anthropicUrl: string;
  /** The JSON line that comes last, once the server was told to stop. */
  readonly last: () => Promise<{ readonly [name: string]: unknown }>;
}

async function start(...words: string[]): Promise<Started> {
  const child = spawn(
    process.execPath,
    [binaryPath(), 'mock-server', '--port', '0', '--json', ...words],
    { cwd: folder, env: cleanEnvironment(), stdio: ['ignore', 'pipe', 'ignore'] },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () =>
    JSON.parse(((await lines.next()) as { value: string }).value) as { [name: string]: unknown };
  const urls = (await next()) as { openAiUrl: string; anthropicUrl: string };
  return {
    child,
    ...urls,
    last: async () => {
      child.kill('SIGINT');
      return await next();
    },
  };
}

/** Six kinds of failure that a second attempt survives. */
const PASSING = `description: passing faults
seed: 1
latency: { medianMs: 1, spread: 0, tokensPerSecond: 0 }
faults:
${['rate-limit', 'server-error', 'refuse', 'cut', 'html', 'error-body']
  .map((kind) => `  - { kind: ${kind}, chance: 0.012, attempts: 1 }`)
  .join('\n')}
`;

interface Usage {
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Of all phases and channels together. */
function usageIn(job: string): Usage {
  const usageOf = (name: string) =>
    (JSON.parse(readFileSync(join(job, `${name}.json`), 'utf8')) as { usage: unknown }).usage;
  const channels = Object.values(usageOf('optimization') as { [channel: string]: Usage });
  const phases = ['selection', 'test'].map((name) => usageOf(name) as Usage);
  return [...channels, ...phases].reduce((sum, usage) => ({
    modelCalls: sum.modelCalls + usage.modelCalls,
    inputTokens: sum.inputTokens + usage.inputTokens,
    outputTokens: sum.outputTokens + usage.outputTokens,
  }));
}

describe('protocol mock-server', () => {
  test('serves a whole job through every passing fault, and both sides count the same', async () => {
    const file = join(folder, 'passing.yaml');
    writeFileSync(file, PASSING);
    const { openAiUrl, last } = await start('--profile', file);
    const out = join(folder, 'job');
    const job = ['--method', 'random', '--topology', 'single', '--dataset', 'apibank-synth'];
    const server = ['--model', 'mock', '--task-endpoints', openAiUrl];
    const words = ['run', ...job, ...server, '--budget', '24', '--out', out, '--quiet'];
    const { exitCode, stdout, stderr } = await protocol(words, { cwd: folder });
    expect(stderr).not.toMatch(/error:/);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      simulated: true,
      test: { comparison: { scored: 100 } },
    });
    const seen = await last();
    expect(Object.keys(seen['faults'] as object).length).toBeGreaterThanOrEqual(4);
    expect(usageIn(out)).toEqual({
      modelCalls: seen['replies'],
      inputTokens: seen['inputTokens'],
      outputTokens: seen['outputTokens'],
    });
  });

  test('speaks both wire formats, and says what is wrong with a body that is none', async () => {
    const { openAiUrl, anthropicUrl } = await start('--latency-ms', '0');
    const post = async (url: string, body: string) => {
      const response = await fetch(url, { method: 'POST', body });
      return [response.status, await response.json()] as const;
    };
    const body = JSON.stringify({ model: 'sim', messages: [{ role: 'user', content: 'hi' }] });
    const [openAi, anthropic, broken] = [
      await post(`${openAiUrl}/chat/completions`, body),
      await post(`${anthropicUrl}/v1/messages`, body),
      await post(`${openAiUrl}/chat/completions`, '{"model'),
    ];
    expect(openAi).toMatchObject([200, { choices: [{ finish_reason: 'stop' }] }]);
    expect(anthropic).toMatchObject([200, { content: [{ type: 'text' }] }]);
    expect(broken).toMatchObject([400, { error: { type: 'bad_request' } }]);
  });
});

describe('what cannot be served', () => {
  test('an unknown profile: did you mean, and all names', async () => {
    const { exitCode, stderr } = await protocol(['mock-server', '--profile', 'wrost']);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/there is no profile "wrost".*Did you mean "worst"\?/);
    expect(stderr).toMatch(/profiles: busy, calm, storms, thinking, worst/);
  });

  test('a profile that is wrong: file, line and column', async () => {
    const file = join(folder, 'own.yaml');
    writeFileSync(file, 'description: own\nseed: -1\n');
    const { exitCode, stderr } = await protocol(['mock-server', '--profile', file]);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/own\.yaml:2:7/);
  });

  test('a port that is taken: exit 3, and another way', async () => {
    const { openAiUrl } = await start();
    const { exitCode, stderr } = await protocol(['mock-server', '--port', new URL(openAiUrl).port]);
    expect(exitCode).toBe(3);
    expect(stderr).toMatch(/something listens there already/);
    expect(stderr).toMatch(/--port 0/);
  });
});
