import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Loopback } from '../../src/mock-server/server.ts';
import { binaryPath, cleanEnvironment } from '../support/cli.ts';
import { recordedReplies, sealedFiles } from '../support/job/job-files.ts';
import { bodies, simServer } from '../support/job/loopback-job.ts';
import {
  type EndedProcess,
  type RunningProcess,
  spawnNode,
  waitUntil,
} from '../support/job/spawn-job.ts';
import { describeWithCorpus } from '../support/shared.ts';

const MODELS = ['Qwen/Qwen3.5-9B', 'Qwen/Qwen3.5-122B-A10B-FP8'];
const JOB = [
  ...['run', '--method', 'maspo', '--topology', 'sequential', '--team-size', '2'],
  ...['--allow-any-cell', '--quiet', '--budget', '40', '--option', 'minibatch=4'],
];

describeWithCorpus('a job from the shell, on a server', 'apibank/data', (pack) => {
  const folder = mkdtempSync(join(tmpdir(), 'protocol-shell-'));
  const protocol = (
    words: readonly string[],
    environment: { readonly [name: string]: string } = {},
  ): RunningProcess =>
    spawnNode(
      [binaryPath(), ...words],
      folder,
      cleanEnvironment({ APIBANK_ROOT: join(folder, 'data'), ...environment }),
    );
  const on = (server: Loopback): { readonly [name: string]: string } => ({
    TASK_ENDPOINTS: server.openAiUrl,
    REFLECTION_MODEL_BASE_URL: server.openAiUrl,
  });

  beforeAll(async () => {
    const imported = await protocol(['data', 'import', 'apibank', '--from', pack]).ended;
    expect(imported).toMatchObject({ code: 0 });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('killed three times, it ends with the same line and bytes and repeats no answered call', async () => {
    const undisturbed = await simServer({ models: MODELS });
    const whole = await protocol([...JOB, '--out', 'whole'], on(undisturbed)).ended;
    expect(whole).toMatchObject({ code: 0, error: '' });

    const server = await simServer({ models: MODELS, latencyMs: 2 });
    const killed = [...JOB, '--out', 'killed'];
    const path = join(folder, 'killed');
    const total = bodies(undisturbed).length;
    const answered: { readonly recorded: ReadonlySet<string>; readonly received: number }[] = [];
    for (const share of [0.02, 0.4, 0.9]) {
      const child = protocol(killed, on(server));
      await waitUntil(child, () => new Set(bodies(server)).size >= share * total);
      child.kill('SIGKILL');
      expect(await child.ended).toMatchObject({ signal: 'SIGKILL' });
      answered.push({ recorded: new Set(recordedReplies(path)), received: server.calls.length });
    }
    const last = await protocol(killed, on(server)).ended;
    expect(last).toMatchObject({ code: 0, error: '' });
    expect(resultOf(last)).toEqual(resultOf(whole));
    expect(sealedFiles(path)).toEqual(sealedFiles(join(folder, 'whole')));
    for (const { recorded, received } of answered) {
      expect(bodies(server).filter((body, at) => at >= received && recorded.has(body))).toEqual([]);
    }
    expect(new Set(bodies(server))).toEqual(new Set(bodies(undisturbed)));
  });

  it('without its server, it exits with 3 and says how to try without one', async () => {
    const nowhere = 'http://127.0.0.1:9/v1';
    const ended = await protocol([...JOB, '--out', 'nowhere'], {
      TASK_ENDPOINTS: nowhere,
      REFLECTION_MODEL_BASE_URL: nowhere,
    }).ended;
    expect(ended).toMatchObject({ code: 3, out: '' });
    expect(ended.error).toContain(nowhere);
    expect(ended.error).toContain('--model sim');
    const server = await simServer({ models: ['another/model'] });
    const wrong = await protocol([...JOB, '--out', 'nowhere'], on(server)).ended;
    expect(wrong).toMatchObject({ code: 3, out: '' });
    expect(wrong.error).toContain('Qwen/Qwen3.5-9B');
    expect(wrong.error).toContain('another/model');
    expect(server.counters().calls).toBe(0);
  });

  it('phase by phase, it ends as all at once, with the result in the last line only', async () => {
    const words = [...JOB, '--model', 'sim'];
    const whole = await protocol([...words, '--out', 'sim-whole']).ended;
    for (const phase of ['optimize', 'validate']) {
      const ended = await protocol([...words, '--out', 'sim-parts', '--phase', phase]).ended;
      expect(resultOf(ended)).toMatchObject({ status: 'incomplete', phase });
    }
    const last = await protocol([...words, '--out', 'sim-parts', '--phase', 'test']).ended;
    expect(resultOf(last)).toEqual(resultOf(whole));
    const parts = sealedFiles(join(folder, 'sim-parts'));
    expect(parts).toEqual(sealedFiles(join(folder, 'sim-whole')));
  });

  it('with a file in place of its folder, it exits with 3 and names it', async () => {
    writeFileSync(join(folder, 'taken'), 'mine');
    const ended = await protocol([...JOB, '--model', 'sim', '--out', 'taken']).ended;
    expect(ended).toMatchObject({ code: 3, out: '' });
    expect(ended.error).toContain(join(folder, 'taken'));
    expect(ended.error).toContain('--out');
  });
});

/** The line on stdout without the folder's name. */
function resultOf({ out, error }: EndedProcess): object {
  expect(out, error).toMatch(/^\{.*\}\n$/);
  return { ...(JSON.parse(out) as object), folder: '' };
}
