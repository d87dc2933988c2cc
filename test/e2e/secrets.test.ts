/** Does a key ever get anywhere but to its server? Planted, echoed by the server, and looked for in every byte that is left. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Brain, type LoopbackCall, status } from '../../src/mock-server/brain.ts';
import { protocol, type Spawned } from '../support/cli.ts';
import { temporaryFolder } from '../support/job/job-files.ts';
import { simServer } from '../support/job/loopback-job.ts';
import { simBrain } from '../support/job/sim-brain.ts';

const KEY = 'sk-planted-7f3a9c55d1';
const MODELS = ['acme/one'];

function everyFile(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

/** Names of files that hold the key, plain, packed or as Base64. */
function leaks(folder: string): string[] {
  const forms = [KEY, Buffer.from(KEY).toString('base64')];
  return everyFile(folder).filter((path) => {
    const bytes = readFileSync(path);
    const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1');
    return forms.some((form) => text.includes(form));
  });
}

const shown = ({ headers }: LoopbackCall): string => String(headers['authorization']);

async function job(
  brain: Brain,
  environment: { readonly [name: string]: string },
): Promise<{
  readonly ended: Spawned;
  readonly folder: string;
  readonly calls: readonly LoopbackCall[];
}> {
  const calls: LoopbackCall[] = [];
  const server = await simServer({
    models: MODELS,
    brain: (call) => {
      calls.push(call);
      return brain(call);
    },
  });
  const folder = temporaryFolder();
  const words = [
    ...['run', '--method', 'identity', '--dataset', 'apibank-synth'],
    ...['--topology', 'single', '--model', 'acme/one', '--allow-any-cell', '--log-level', 'debug'],
    ...['--task-endpoints', server.openAiUrl, '--cache', join(folder, 'cache')],
  ];
  const ended = await protocol([...words, '--out', join(folder, 'job')], {
    cwd: folder,
    env: environment,
  });
  return { ended, folder, calls };
}

function expectNoLeak(ended: Spawned, folder: string): void {
  expect(`${ended.stdout}${ended.stderr}`).not.toContain(KEY);
  expect(leaks(folder)).toEqual([]);
}

describe('a planted key', () => {
  it('reaches its server, which repeats it in errors, and is in no file, line or message', async () => {
    const answer = simBrain();
    const place = temporaryFolder();
    writeFileSync(join(place, 'key'), `${KEY}\n`);
    const { ended, folder, calls } = await job(
      (call) =>
        call.index % 60 === 7 && call.repeat === 0
          ? status(500, {
              message: `no room for ${shown(call)}`,
              code: KEY,
              headers: { 'x-request-id': KEY },
            })
          : answer(call),
      { OPENAI_API_KEY_FILE: join(place, 'key') },
    );
    expect(ended.exitCode).toBe(0);
    expect(new Set(calls.map(shown))).toEqual(new Set([`Bearer ${KEY}`]));
    expect(everyFile(join(folder, 'job')).length).toBeGreaterThan(10);
    expectNoLeak(ended, folder);
  });

  it('is cut out of what ends a job, too', async () => {
    const { ended, folder } = await job(
      (call) => status(401, { message: `Incorrect API key provided: ${shown(call)}` }),
      { OPENAI_API_KEY_COMMAND: `printf %s ${KEY.slice(0, 9)}; echo ${KEY.slice(9)}` },
    );
    expect(ended.exitCode).toBe(3);
    expect(ended.stderr).toContain('OPENAI_API_KEY');
    expectNoLeak(ended, folder);
  });
});
