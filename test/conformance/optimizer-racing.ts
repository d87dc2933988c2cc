/** What must hold for every method when its comparisons may end early? A part of the suite for all methods. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { type Candidate, candidateDigest } from '../../src/core/candidate.ts';
import { canonicalJson } from '../../src/core/json.ts';
import type { OptimizerResult, Racing } from '../../src/core/optimizer.ts';
import { randomStream } from '../../src/core/random.ts';
import {
  type SyntheticJob,
  type SyntheticOptions,
  syntheticJob,
} from '../support/synthetic-context.ts';
import { resourcefulReply } from '../support/synthetic-replies.ts';

interface Trial {
  readonly job: SyntheticJob;
  readonly result: OptimizerResult;
}

type Run = (options: SyntheticOptions) => Promise<Trial>;
type Check = (name: string, body: () => Promise<void>) => void;

const SCOPES = [
  { prompts: true, topology: false },
  { prompts: true, topology: true },
  { prompts: false, topology: true },
];

const BOTH: Racing = { race: true, abortHopeless: true };

const RACING: readonly Racing[] = [
  { race: true, abortHopeless: false },
  { race: false, abortHopeless: true },
  BOTH,
];

const SEED = candidateDigest(syntheticJob().context.seedCandidate);

/** Rollouts for which most methods come to an end of their own. */
const AMPLE = 3_000;

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
        expectReachable(job, result.incumbent);
      },
    );
    await fc.assert(property, { numRuns: 20 });
  });

  check('racing: killed or delayed, it ends the same', async () => {
    const optimize = { prompts: true, topology: true };
    const options = { optimize, racing: BOTH, reply: resourcefulReply(0) };
    const whole = await run(options);
    for (const latency of [1, 2]) {
      expect(outcomeOf(await run({ ...options, latency }))).toEqual(outcomeOf(whole));
    }
    for (let killAt = 0; killAt < whole.job.steps.length; killAt += 3) {
      // As it would come back from disk.
      const replay = JSON.parse(
        JSON.stringify(whole.job.steps.slice(0, killAt)),
      ) as SyntheticJob['steps'];
      await expect(run({ ...options, killAt })).rejects.toThrow('killed');
      expect(outcomeOf(await run({ ...options, replay }))).toEqual(outcomeOf(whole));
    }
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
  return ({ candidate, task }) => {
    const key = candidateDigest(candidate);
    const worth = key === SEED ? 0.8 : randomStream('worth', seed, key).next();
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

function outcomeOf({ job, result }: Trial): unknown {
  const hashes = job.steps.map(({ hash }) => hash);
  return { result, hashes, events: job.events, budget: job.context.budget() };
}

function expectReachable({ context }: SyntheticJob, candidate: Candidate): void {
  const reachable = context.space.settings.map((setting) => canonicalJson(setting));
  expect(reachable).toContain(canonicalJson(candidate.parameters));
  expect(Object.keys(candidate.roles).sort()).toEqual(
    Object.keys(context.seedCandidate.roles).sort(),
  );
  for (const prompt of Object.values(candidate.roles)) expect(prompt.trim()).not.toBe('');
}
