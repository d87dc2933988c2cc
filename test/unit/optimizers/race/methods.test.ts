import type { TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { describe, expect, test } from 'vitest';
import { type Candidate, candidateDigest } from '../../../../src/core/candidate.ts';
import type { Racing } from '../../../../src/core/optimizer.ts';
import { optimizers } from '../../../../src/registry.ts';
import {
  type SyntheticJob,
  type SyntheticOptions,
  syntheticJob,
} from '../../../support/synthetic-context.ts';
import { resourcefulReply } from '../../../support/synthetic-replies.ts';

const SEED = candidateDigest(syntheticJob().context.seedCandidate);

/** A seed that is right on nine of ten tasks; whatever differs from it is right on every second. */
const goodSeed: SyntheticOptions = {
  score: ({ candidate, task }) =>
    candidateDigest(candidate) === SEED ? Number(task % 10 !== 9) : task % 2,
};

/** Methods whose comparisons have something to pass. */
const ABORTING: readonly (readonly [string, SyntheticOptions])[] = [
  ['gepa', goodSeed],
  ['mamut_gepa', goodSeed],
  ['random', goodSeed],
  // Only the last validation of all has something to pass.
  ['mipro', { ...goodSeed, budget: 640 }],
  ['mapro', goodSeed],
  ['tavo', goodSeed],
  ['hivemind', goodSeed],
  // Only roles whose output is the answer are compared by the metric alone.
  ['maspo', { ...goodSeed, wiring: 'vote' }],
  // The shared turn of the topology parameters.
  ['tavo', { ...goodSeed, optimize: { prompts: false, topology: true } }],
];

const RACED: readonly (readonly [string, SyntheticOptions])[] = [
  ['random', {}],
  // A program has to enter the pool before another can fall behind it.
  ['gepa', { budget: 900, seed: 1 }],
  ['mipro', goodSeed],
  ['mapro', goodSeed],
  ['tavo', goodSeed],
  ['maspo', { wiring: 'vote' }],
  ['hivemind', { optimize: { prompts: false, topology: true } }],
];

async function optimized(id: string, options: SyntheticOptions) {
  const optimizer = await optimizers[id as keyof typeof optimizers]();
  const job = syntheticJob({ reply: resourcefulReply(0), ...options });
  const settings = Value.Create(optimizer.optionsSchema as TSchema) as never;
  const result = await optimizer.optimize(job.context, settings);
  const saved = { race: 0, abort: 0 };
  for (const event of job.events) {
    if (event.kind === 'rollouts-saved') saved[event.by] += event.rollouts;
  }
  return { job, result, saved };
}

function proposals({ events }: SyntheticJob): number {
  return events.filter(({ kind }) => kind === 'candidate-proposed').length;
}

function rowsOf({ asks }: SyntheticJob, candidate: Candidate): number {
  const own = candidateDigest(candidate);
  return asks
    .flat()
    .flatMap((ask) =>
      ask.kind === 'rollouts' && candidateDigest(ask.candidate) === own ? ask.tasks : [],
    ).length;
}

describe('the abort', () => {
  test.each(ABORTING)('saves rollouts in %s', async (id, options) => {
    const racing: Racing = { race: false, abortHopeless: true };
    const { saved } = await optimized(id, { ...options, racing });
    expect(saved.abort).toBeGreaterThan(0);
    expect(saved.race).toBe(0);
  });

  test.each(['identity', 'maspob'])('has no place in %s', async (id) => {
    const racing: Racing = { race: true, abortHopeless: true };
    const plain = await optimized(id, { budget: 160 });
    const { job, saved } = await optimized(id, { budget: 160, racing });
    expect(saved).toEqual({ race: 0, abort: 0 });
    expect(job.steps).toEqual(plain.job.steps);
  });

  test('lets random search look at more candidates, and never lead by one that was given up', async () => {
    // Every sixteenth candidate is right on all tasks.
    const score: SyntheticOptions['score'] = ({ candidate, task }) => {
      const key = candidateDigest(candidate);
      return key !== SEED && key.startsWith('0')
        ? 1
        : (goodSeed.score?.({ candidate, task, replicate: 0 }) ?? 0);
    };
    const plain = await optimized('random', { score });
    const racing: Racing = { race: false, abortHopeless: true };
    const { job, result } = await optimized('random', { score, racing });
    expect(proposals(job)).toBeGreaterThan(proposals(plain.job));
    const block = job.asks.flat().find((ask) => ask.kind === 'rollouts')?.tasks.length ?? 0;
    expect(block).toBeGreaterThan(5);
    expect(result.incumbent).not.toEqual(job.context.seedCandidate);
    expect(rowsOf(job, result.incumbent)).toBeGreaterThanOrEqual(block);
  });
});

describe('the race', () => {
  test.each(RACED)('saves rollouts in %s', async (id, options) => {
    const racing: Racing = { race: true, abortHopeless: false };
    const { saved } = await optimized(id, { ...options, racing });
    expect(saved.race).toBeGreaterThan(0);
    expect(saved.abort).toBe(0);
  });
});
