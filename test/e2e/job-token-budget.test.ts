import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import type { BudgetSnapshot } from '../../src/core/optimizer.ts';
import type { Rollout } from '../../src/core/rollout.ts';
import { readJobDocument } from '../../src/store/job-folder.ts';
import { askingOptimizer } from '../support/job/asking-optimizer.ts';
import { sealedFile, sealedFiles, temporaryFolder } from '../support/job/job-files.ts';
import { runHere } from '../support/job/run-here.ts';

interface Record {
  readonly charged: number;
  readonly tokens: { readonly maximum: number; readonly charged: number };
}

function budgetOf(folder: string): Record {
  return sealedFile(folder, 'optimization')['budget'] as unknown as Record;
}

describe('a search budget in tokens', () => {
  it.each(['random', 'maspo'] as const)(
    'ends %s before it is passed, with the same bytes at any concurrency and after a cap',
    async (method) => {
      const job = { method, seed: 2, budget: 60, budgetTokens: 60_000 };
      const alone = temporaryFolder();
      await runHere({ ...job, folder: alone, concurrency: 1 });
      const { charged, tokens } = budgetOf(alone);
      expect(tokens.maximum).toBe(60_000);
      expect(tokens.charged).toBeLessThanOrEqual(60_000);
      expect(tokens.charged).toBeGreaterThan(30_000);
      expect(charged).toBeLessThan(60);

      const folder = temporaryFolder();
      const other = { ...job, folder, concurrency: 64 };
      const caps = { usd: null, tokens: 45_000, milliseconds: null };
      await expect(runHere({ ...other, caps })).rejects.toThrow('--max-tokens');
      await runHere(other);
      expect(sealedFiles(folder)).toEqual(sealedFiles(alone));
    },
  );

  it('of none returns the seed, and one that bounds nothing changes only its record', async () => {
    const none = temporaryFolder();
    await runHere({ folder: none, method: 'random', budget: 12, budgetTokens: 0 });
    expect(budgetOf(none)).toMatchObject({ charged: 0, tokens: { maximum: 0, charged: 0 } });
    expect(sealedFile(none, 'selection')['selected']).toBe('seed');

    const [wide, plain] = [temporaryFolder(), temporaryFolder()];
    await runHere({ folder: wide, method: 'random', budget: 12, budgetTokens: 10_000_000 });
    await runHere({ folder: plain, method: 'random', budget: 12 });
    const searched = (folder: string) => {
      const { budget, job, ...rest } = sealedFile(folder, 'optimization');
      return { ...rest, charged: (budget as JsonObject)['charged'], isNamed: job !== null };
    };
    const { sha256: one, ...left } = searched(wide) as JsonObject;
    const { sha256: two, ...right } = searched(plain) as JsonObject;
    expect(left).toEqual(right);
    expect(one).not.toBe(two);
    const identity = (folder: string) => readJobDocument(folder, 'job')?.['identity'] as JsonObject;
    expect(identity(wide)['budgetTokens']).toBe(10_000_000);
    expect(identity(plain)).not.toHaveProperty('budgetTokens');
  });

  it('answers rows past it as not run, and says in the context what is left', async () => {
    const seen: BudgetSnapshot[] = [];
    const answers: (readonly Rollout[])[] = [];
    const optimizer = askingOptimizer(async (context) => {
      const { seedCandidate: candidate, train } = context;
      const ask = { kind: 'rollouts', candidate, tasks: train, whenShort: 'trim' } as const;
      seen.push(context.budget());
      answers.push(...(await context.step([{ ...ask, tasks: train.slice(0, 2) }])));
      seen.push(context.budget());
      answers.push(...(await context.step([ask])));
      seen.push(context.budget());
      answers.push(...(await context.step([ask])));
      return { incumbent: candidate, stop: 'asked' };
    });
    await runHere({ folder: temporaryFolder(), budget: 40, budgetTokens: 20_000 }, { optimizer });
    const [before, between, after] = seen;
    expect(before?.tokens).toEqual({ maximum: 20_000, charged: 0, remaining: 20_000 });
    expect(before?.remaining).toBeLessThan(40);
    expect(between?.tokens?.charged).toBeGreaterThan(0);
    expect(between?.charged).toBe(2);
    expect(after?.remaining).toBe(0);
    const outcomes = answers.map((rows) => rows.map(({ score }) => score !== null));
    const cut = outcomes[1]?.indexOf(false) ?? -1;
    expect(cut).toBeGreaterThan(0);
    // What fitted is the beginning of the ask.
    expect(outcomes[1]?.slice(cut).every((observed) => !observed)).toBe(true);
    expect(outcomes[2]?.some(Boolean)).toBe(false);
    const past = answers.flat().filter(({ score }) => score === null);
    expect(new Set(past.map(({ outcome }) => outcome))).toEqual(new Set(['not_run']));
  });
});
