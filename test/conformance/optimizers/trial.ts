/** What is a trial of a method, what came out of it, and is that a candidate that may run? */
import { expect } from 'vitest';
import type { Candidate } from '../../../src/core/candidate.ts';
import type { OptimizerResult } from '../../../src/core/optimizer.ts';
import type {
  StepRecord,
  SyntheticJob,
  SyntheticOptions,
} from '../../support/synthetic-context.ts';

export interface Trial {
  readonly job: SyntheticJob;
  readonly result: OptimizerResult;
}

export type Run = (options?: SyntheticOptions) => Promise<Trial>;
export type Check = (name: string, body: () => Promise<void> | void) => void;

/** A budget in which every method takes several steps, small enough to run often. */
export const BUDGET = 160;

export const PROMPTS = { prompts: true, topology: false };
export const BOTH = { prompts: true, topology: true };
export const TOPOLOGY = { prompts: false, topology: true };
export const SCOPES = [PROMPTS, BOTH, TOPOLOGY];

export function expectValid({ context }: SyntheticJob, candidate: Candidate): void {
  expect(context.space.reach(candidate.parameters)).toEqual(candidate.parameters);
  expect(Object.keys(candidate.roles).sort()).toEqual(
    Object.keys(context.seedCandidate.roles).sort(),
  );
  for (const prompt of Object.values(candidate.roles)) expect(prompt.trim()).not.toBe('');
}

export function outcomeOf({ job, result }: Trial): unknown {
  return { result, hashes: hashes(job), events: job.events, budget: job.context.budget() };
}

export function hashes(job: SyntheticJob): string[] {
  return job.steps.map(({ hash }) => hash);
}

/** The first steps of a job as they would come back from disk. */
export function keptSteps(job: SyntheticJob, count: number): StepRecord[] {
  return JSON.parse(JSON.stringify(job.steps.slice(0, count))) as StepRecord[];
}

/**
 * Steps at which a job is killed: the first, the last, and others evenly between.
 *
 * @param most At most so many.
 */
function killPoints(job: SyntheticJob, most: number): number[] {
  const last = job.steps.length - 1;
  const places = Math.min(last + 1, most);
  const gap = places > 1 ? last / (places - 1) : 0;
  return Array.from({ length: places }, (_, place) => Math.round(place * gap));
}

/** Killed wherever: nothing swallows the kill, and what goes on from the log ends as the whole job did. */
export async function expectKillsHarmless(
  run: Run,
  options: SyntheticOptions,
  whole: Trial,
  most: number,
): Promise<void> {
  const expected = outcomeOf(whole);
  const points = killPoints(whole.job, most);
  const middle = points[Math.floor(points.length / 2)];
  for (const killAt of points) {
    if (killAt === 0 || killAt === middle)
      await expect(run({ ...options, killAt })).rejects.toThrow('killed');
    const replay = keptSteps(whole.job, killAt);
    expect(outcomeOf(await run({ ...options, replay }))).toEqual(expected);
  }
}
