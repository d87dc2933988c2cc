/** Does the first minute work where nothing is prepared, and does a killed demo go on? */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { binaryPath, cleanEnvironment } from '../support/cli.ts';

const JOB = 'runs/maspo/apibank-synth/decentralized/sim/0';

describe('protocol demo', () => {
  const place = mkdtempSync(join(tmpdir(), 'demo-'));
  const cwd = join(place, 'Ein Ordner für später 試み');
  const home = join(place, 'home');
  const start = () =>
    execa(process.execPath, [binaryPath(), 'demo'], {
      cwd,
      // No key, no data, no home to speak of, and a proxy that nobody answers on: there must be no network to miss.
      env: { ...cleanEnvironment(), HOME: home, HTTPS_PROXY: 'http://127.0.0.1:9' },
      extendEnv: false,
      reject: false,
    });

  beforeAll(() => {
    mkdirSync(cwd);
    mkdirSync(home);
  });
  afterAll(() => {
    rmSync(place, { recursive: true, force: true });
  });

  test('killed in the middle, the same command ends it, and says what can be trusted and what is next', async () => {
    const killed = start();
    const journal = join(cwd, JOB, 'journal.ndjson');
    for (let tries = 0; tries < 600 && !existsSync(journal); tries += 1) await wait(50);
    await wait(500);
    killed.kill('SIGKILL');
    await killed;
    expect(existsSync(join(cwd, JOB, 'result.json'))).toBe(false);

    const { exitCode, stdout, stderr } = await start();
    expect([exitCode, stdout]).toEqual([0, '']);
    expect(stderr).toContain('SIMULATED MODEL');
    expect(stderr).toMatch(
      /^[+-]\d+\.\d points, 95 % interval .* exact McNemar p = .* {8}simulated$/m,
    );
    expect(stderr).toMatch(/^seed +\d+\.\d %/m);
    expect(stderr).toMatch(/^frozen +\d+\.\d %/m);
    expect(stderr).toContain(`${JOB}/frozen.json`);
    const report = /^report +(\S+)$/m.exec(stderr)?.[1] ?? '';
    expect(readFileSync(join(cwd, report), 'utf8')).toContain('simulated');
    expect(stderr.match(/^(?:next)? +protocol (?:show|run|data) .*$/gm)).toHaveLength(3);

    const again = await start();
    expect(again.exitCode).toBe(0);
    expect(again.stderr).toContain('this job is done');
  });
});
