/** What must hold for every method when its comparisons may end early? A part of the suite for all methods. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { type Candidate, candidateDigest } from '../../../src/core/candidate.ts';
import type { Racing } from '../../../src/core/optimizer.ts';
import { randomStream } from '../../../src/core/random.ts';
import {
  type SyntheticJob,
  type SyntheticOptions,
  syntheticJob,
} from '../../support/synthetic-context.ts';
import { resourcefulReply } from '../../support/synthetic-replies.ts';
import {
  BOTH,
  type Check,
  expectKillsHarmless,
  expectValid,
  outcomeOf,
  type Run,
  SCOPES,
} from './trial.ts';

const EITHER: Racing = { race: true, abortHopeless: true };

const RACING: readonly Racing[] = [
  { race: true, abortHopeless: false },
  { race: false, abortHopeless: true },
  EITHER,
];

const SEED = candidateDigest(syntheticJob().context.seedCandidate);

/** Rollouts for which most methods come to an end of their own. */
const AMPLE = 2_400;

export function describeRacing(run: Run, check: Check): void {
  check('racing: charges at most its budget', async () => {
    const property = fc.asyncProperty(
      fc.nat(200),
      fc.nat(999),
      fc.constantFrom(...SCOPES),
      fc.constantFrom(...RACING),
      async (budget, seed, optimize, racing) => {
        const fails = (row: number): boolean => randomStream('lost', seed, row).next() < 0.05;
        const { job, result } = await run({
          ...{ budget, seed, optimize, racing, fails },
          reply: resourcefulReply(seed),
        });
        expect(job.context.budget().charged).toBeLessThanOrEqual(budget);
        expectValid(job, result.incumbent);
      },
    );
    await fc.assert(property, { numRuns: 12 });
  });

  check('racing: killed or delayed, it ends the same', async () => {
    const options = { optimize: BOTH, racing: EITHER, reply: resourcefulReply(0) };
    const whole = await run(options);
    expect(outcomeOf(await run({ ...options, latency: 1 }))).toEqual(outcomeOf(whole));
    await expectKillsHarmless(run, options, whole, 7);
  });

  check('racing: the abort leaves every decision as it is, and saves what it says', async () => {
    for (const [seed, wiring] of ['chain', 'vote'].entries()) {
      const options = {
        ...{ seed, wiring, budget: AMPLE },
        reply: resourcefulReply(seed),
        score: scoreOf(seed),
      } as SyntheticOptions;
      const plain = await run(options);
      const aborting = await run({ ...options, racing: { race: false, abortHopeless: true } });
      const told = verdicts(plain.job);
      // Who spends all of it goes on with what was saved.
      expect(verdicts(aborting.job).slice(0, told.length)).toEqual(told);
      if (plain.result.stop === 'budget') continue;
      expect(verdicts(aborting.job)).toEqual(told);
      expect(aborting.result).toEqual(plain.result);
      const { charged } = aborting.job.context.budget();
      expect(charged + abortedIn(aborting.job)).toBe(plain.job.context.budget().charged);
    }
  });
}

/** The seed is right on four of five tasks, others on any share: so that many are hopeless and some are better. */
function scoreOf(seed: number): NonNullable<SyntheticOptions['score']> {
  const known = new WeakMap<Candidate, { readonly key: string; readonly worth: number }>();
  const look = (candidate: Candidate): { readonly key: string; readonly worth: number } => {
    const key = candidateDigest(candidate);
    const worth = key === SEED ? 0.8 : randomStream('worth', seed, key).next();
    known.set(candidate, { key, worth });
    return { key, worth };
  };
  return ({ candidate, task }) => {
    const { key, worth } = known.get(candidate) ?? look(candidate);
    return Number(randomStream('row', seed, key, task).next() < worth);
  };
}

function abortedIn({ events }: SyntheticJob): number {
  return events.reduce(
    (sum, event) =>
      event.kind === 'rollouts-saved' && event.by === 'abort' ? sum + event.rollouts : sum,
    0,
  );
}

/** What was proposed, accepted and rejected, in order. */
function verdicts({ events }: SyntheticJob): string[] {
  return events.flatMap((event) =>
    'candidate' in event ? [`${event.kind} ${candidateDigest(event.candidate)}`] : [],
  );
}
