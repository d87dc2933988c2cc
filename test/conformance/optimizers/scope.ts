/** Does a method run only what it may, change only what it may, and say before where it came from? */
import { expect } from 'vitest';
import { candidateDigest } from '../../../src/core/candidate.ts';
import { BOTH, type Check, expectValid, PROMPTS, type Run, TOPOLOGY } from './trial.ts';

export function describeScope(run: Run, check: Check): void {
  check('asks only for train and validation tasks, once each per ask', async () => {
    const { job } = await run({ optimize: BOTH });
    const known = new Set([...job.context.train, ...job.context.validation].map(({ id }) => id));
    for (const ask of job.asks.flat()) {
      if (ask.kind !== 'rollouts') continue;
      expect(ask.tasks.length).toBeGreaterThan(0);
      expect(new Set(ask.tasks.map(({ id }) => id)).size).toBe(ask.tasks.length);
      for (const { id } of ask.tasks) expect(known.has(id)).toBe(true);
      expectValid(job, ask.candidate);
    }
  });

  check('leaves alone what may not change', async () => {
    for (let seed = 0; seed < 3; seed += 1) {
      const words = await run({ seed, optimize: PROMPTS });
      expect(words.result.incumbent.parameters).toEqual(words.job.context.seedCandidate.parameters);
      const setting = await run({ seed, optimize: TOPOLOGY });
      expect(setting.result.incumbent.roles).toEqual(setting.job.context.seedCandidate.roles);
    }
  });

  check('says where every candidate that it ran came from, before it ran', async () => {
    const { job } = await run({ optimize: BOTH });
    const seed = candidateDigest(job.context.seedCandidate);
    const known = new Set([seed]);
    for (const event of job.events) {
      if (!('candidate' in event)) continue;
      expect(event.reason).not.toMatch(/NaN|undefined/);
      for (const parent of event.parents) expect(known).toContain(parent);
      known.add(candidateDigest(event.candidate));
    }
    for (const ask of job.asks.flat()) {
      if (ask.kind === 'rollouts') expect(known).toContain(candidateDigest(ask.candidate));
    }
  });
}
