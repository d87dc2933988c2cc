import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NO_CAPS } from '../../src/core/attempt.ts';
import { BudgetExhaustedError } from '../../src/core/errors.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { readSealed } from '../../src/store/files.ts';
import { readLedger } from '../../src/store/ledger-file.ts';
import { sealedFiles, temporaryFolder } from '../support/job/job-files.ts';
import { bodies, simServer } from '../support/job/loopback-job.ts';
import { type RunHere, runHere } from '../support/job/run-here.ts';
import type { TinyJobRequest } from '../support/job/tiny-job.ts';

const common = { seed: 2, budget: 40 } as const;

async function stopOf(job: TinyJobRequest, how: RunHere = {}): Promise<BudgetExhaustedError> {
  const error: unknown = await runHere(job, how).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(BudgetExhaustedError);
  return error as BudgetExhaustedError;
}

function tokensOf(folder: string): number {
  return readLedger(folder).rows.reduce(
    (sum, row) => sum + (row.inputTokens ?? 0) + (row.outputTokens ?? 0),
    0,
  );
}

describe('a cap', () => {
  it('stops the job wherever it is; a higher one goes on to the bytes of a job without any', async () => {
    const whole = temporaryFolder();
    const calm = await simServer();
    await runHere({ ...common, folder: whole, endpoint: calm.openAiUrl });
    const total = tokensOf(whole);
    const dearest = Math.max(
      ...readLedger(whole).rows.map((row) => (row.inputTokens ?? 0) + (row.outputTokens ?? 0)),
    );

    const server = await simServer();
    const folder = temporaryFolder();
    const job = { ...common, folder, endpoint: server.openAiUrl, concurrency: 4 };
    for (const share of [0.1, 0.35, 0.6, 0.95]) {
      const tokens = Math.floor(share * total);
      const error = await stopOf({ ...job, caps: { ...NO_CAPS, tokens } });
      expect(error.message).toContain('--max-tokens is reached');
      expect(error.hints.join('\n')).toMatch(/best so far|decided and frozen/);
      const spent = tokensOf(folder);
      expect(spent).toBeLessThanOrEqual(tokens + 4 * dearest);
      expect(spent).toBeGreaterThan(tokens - 5 * dearest);
      expect(existsSync(join(folder, 'lock.json'))).toBe(false);
      const usable = existsSync(join(folder, 'frozen.json')) ? 'frozen' : 'best-so-far';
      expect(readSealed(join(folder, `${usable}.json`))).toMatchObject({ schema: 'frozen-1' });
      // The same cap again has nothing to spend.
      const before = server.calls.length;
      await stopOf({ ...job, caps: { ...NO_CAPS, tokens } });
      expect(server.calls).toHaveLength(before);
    }
    await runHere({ ...job, caps: { ...NO_CAPS, tokens: 2 * total } });
    expect(sealedFiles(folder)).toEqual(sealedFiles(whole));
    expect(existsSync(join(folder, 'best-so-far.json'))).toBe(false);
    const sent = bodies(server);
    expect(new Set(sent).size).toBe(sent.length);
  });

  it('in money charges by the list, and in time by the clock', async () => {
    const price = { input: 1, output: 10, currency: 'USD', asOf: '2026-01-01' } as const;
    const folder = temporaryFolder();
    const job = { ...common, folder, price };
    const error = await stopOf({ ...job, caps: { ...NO_CAPS, usd: 0.05 } });
    expect(error.message).toContain('of $0.05 is spent');
    const { rows } = readLedger(folder);
    const dollars = rows.reduce((sum, row) => sum + (row.price === 'unknown' ? NaN : row.price), 0);
    const computed = rows.reduce(
      (sum, row) => sum + ((row.inputTokens ?? 0) + 10 * (row.outputTokens ?? 0)) / 1_000_000,
      0,
    );
    expect(dollars).toBeCloseTo(computed, 9);
    expect(dollars).toBeLessThanOrEqual(0.06);
    expect(dollars).toBeGreaterThan(0.03);
    const late = await stopOf({ ...job, caps: { ...NO_CAPS, milliseconds: 1 } });
    expect(late.message).toContain('--max-time');
    const spends: unknown[] = [];
    await runHere(job, {
      listen: (event) => {
        if (event.kind === 'phase-progressed') spends.push(event.progress.spend);
      },
    });
    const last = spends.at(-1) as { readonly tokens: number; readonly usd: number };
    expect(last.tokens).toBe(tokensOf(folder));
    const config = readFileSync(join(folder, 'job.json'), 'utf8');
    expect(JSON.stringify((JSON.parse(config) as JsonObject)['identity'])).not.toContain('caps');
  });
});
