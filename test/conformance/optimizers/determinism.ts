/** Does a method do the same again: from the same seed, in any order of arrival, killed, and under other names? */
import { expect } from 'vitest';
import { ROLES } from '../../support/synthetic-context.ts';
import {
  BOTH,
  type Check,
  expectKillsHarmless,
  hashes,
  outcomeOf,
  type Run,
  type Trial,
} from './trial.ts';

export function describeDeterminism(run: Run, check: Check): void {
  check('the same seed gives the same result, asks and events; another seed does not', async () => {
    const first = await run({ seed: 4 });
    expect(outcomeOf(await run({ seed: 4 }))).toEqual(outcomeOf(first));
    const other = await run({ seed: 5 });
    if (first.job.steps.length > 0) expect(hashes(other.job)).not.toEqual(hashes(first.job));
  });

  check('the order of arrival does not matter', async () => {
    const first = outcomeOf(await run());
    for (const latency of [1, 2, 3]) expect(outcomeOf(await run({ latency }))).toEqual(first);
  });

  check('a job killed at any step ends as if it had not been', async () => {
    const whole = await run({ optimize: BOTH });
    await expectKillsHarmless(run, { optimize: BOTH }, whole, 10);
  });

  check('names of roles and tasks do not matter', async () => {
    const roles = ['zeta', 'alpha', 'mid', '__proto__x'];
    const taskName = (split: string, index: number): string => `${9_999 - index}/${split}`;
    for (const seed of [0, 1]) {
      const same = { seed, optimize: BOTH };
      const plain = withoutNames(await run(same), ROLES);
      expect(withoutNames(await run({ ...same, taskName }), ROLES)).toEqual(plain);
      expect(withoutNames(await run({ ...same, roles }), roles)).toEqual(plain);
      expect(withoutNames(await run({ ...same, roles, taskName }), roles)).toEqual(plain);
    }
  });

  check('needs no clock and no hidden chance', async () => {
    const first = outcomeOf(await run());
    const { Date: clock } = globalThis;
    const chance = Math.random;
    const forbidden = (): never => {
      throw new Error('a method asked for the time or for chance');
    };
    try {
      globalThis.Date = forbidden as unknown as DateConstructor;
      Math.random = forbidden;
      expect(outcomeOf(await run())).toEqual(first);
    } finally {
      globalThis.Date = clock;
      Math.random = chance;
    }
  });
}

/** What came out and how it was paid, with prompts in the place of roles. */
function withoutNames({ job, result }: Trial, roles: readonly string[]): unknown {
  const { incumbent, stop } = result;
  return {
    prompts: roles.map((role) => incumbent.roles[role]),
    demonstrations: roles.map((role) => incumbent.demonstrations[role]?.length ?? 0),
    parameters: incumbent.parameters,
    stop,
    charged: job.steps.map((step) => step.charged),
    asked: job.asks.map((asks) => asks.length),
    decisions: job.events.map(({ kind }) => kind),
  };
}
