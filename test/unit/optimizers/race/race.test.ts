import { describe, expect, test } from 'vitest';
import { type Candidate, withParameters, withRolePrompt } from '../../../../src/core/candidate.ts';
import { type RacePlan, race } from '../../../../src/optimizers/kit/race/race.ts';
import {
  ROLES,
  type SyntheticJob,
  type SyntheticOptions,
  syntheticJob,
} from '../../../support/synthetic-context.ts';

const ROLE = ROLES[0] ?? '';

/** A candidate whose score on every task is told by its number. */
function numbered(job: SyntheticJob, number: number): Candidate {
  return withRolePrompt(job.context.seedCandidate, ROLE, `number ${number}`);
}

function numberOf(candidate: Candidate): number {
  return Number(candidate.roles[ROLE]?.split(' ')[1]);
}

/** Scores of candidate n on task t. */
async function raced(
  scores: (number: number, task: number) => number,
  plan: Partial<RacePlan> & { readonly count: number; readonly size: number },
  options: SyntheticOptions = {},
) {
  const job = syntheticJob({
    score: ({ candidate, task }) => scores(numberOf(candidate), task),
    ...options,
  });
  const { count, size, ...rest } = plan;
  const result = await race(job.context, {
    candidates: Array.from({ length: count }, (_, number) => numbered(job, number)),
    tasks: job.context.train.slice(0, size),
    ...rest,
  });
  return { job, result, order: result.ranking.map(({ index }) => index) };
}

/** Rollouts asked for, per candidate number, in steps. */
function rowsOf(job: SyntheticJob): string[] {
  return job.asks.map((asks) =>
    asks
      .flatMap((ask) =>
        ask.kind === 'rollouts' ? [`${numberOf(ask.candidate)}x${ask.tasks.length}`] : [],
      )
      .join(' '),
  );
}

describe('successive halving', () => {
  test('halves after 5, 10 and 20 tasks and carries the rows of survivors on', async () => {
    const { job, result, order } = await raced((number) => number / 10, { count: 8, size: 30 });
    expect(rowsOf(job)).toEqual([
      '0x5 1x5 2x5 3x5 4x5 5x5 6x5 7x5',
      '4x5 5x5 6x5 7x5',
      '6x10 7x10',
      '7x10',
    ]);
    expect(order).toEqual([7, 6, 5, 4, 3, 2, 1, 0]);
    expect(result.end).toBe('tasks');
    expect(result.ranking.map(({ leftAfter }) => leftAfter)).toEqual([
      null,
      20,
      10,
      10,
      5,
      5,
      5,
      5,
    ]);
    // Eight on 30 tasks would have been 240.
    expect(job.context.budget().charged).toBe(90);
    expect(result.rolloutsSaved).toEqual({ race: 150, abort: 0 });
    expect(job.events).toEqual([{ kind: 'rollouts-saved', by: 'race', rollouts: 150 }]);
  });

  test('keeps as many as asked for, and ends as soon as they are decided', async () => {
    const { job, result } = await raced((number) => number / 10, {
      count: 5,
      size: 40,
      keep: 2,
      complete: false,
    });
    expect(rowsOf(job)).toEqual(['0x5 1x5 2x5 3x5 4x5', '2x5 3x5 4x5']);
    expect(result.survivors.map(({ index }) => index)).toEqual([4, 3]);
    expect(result.end).toBe('decided');
    expect(result.rolloutsSaved.race).toBe(5 * 40 - 25 - 15);
  });

  test('of equal scores the cheaper team stays, then the earlier candidate', async () => {
    const job = syntheticJob({ score: () => 1 });
    const { context } = job;
    const settings = context.space.settings.map((setting) =>
      withParameters(context.seedCandidate, setting),
    );
    const calls = settings.map((candidate) => context.graph(candidate).callsPerTask);
    expect(new Set(calls).size).toBeGreaterThan(1);
    const tasks = context.train.slice(0, 20);
    const { ranking } = await race(context, { candidates: settings, tasks, complete: false });
    const cheapest = calls.indexOf(Math.min(...calls));
    expect(ranking[0]?.index).toBe(cheapest);
  });

  test('a row lost in one candidate counts in none of those compared', async () => {
    // Candidate 1 loses its third row: a zero would put it behind, and so would dropping only its own row.
    const { result } = await raced(
      (number, task) => (task === 2 ? 1 : number === 1 ? 0.42 : 0.4),
      { count: 2, size: 10 },
      { fails: (row) => row === 5 + 2 },
    );
    expect(result.ranking.map(({ index }) => index)).toEqual([1, 0]);
    expect(result.ranking[1]?.mean).toBeCloseTo(0.4, 12);
  });

  test('ends with what is known when the budget covers no further block', async () => {
    const { job, result } = await raced(
      (number) => number / 10,
      { count: 4, size: 20 },
      { budget: 27 },
    );
    // Four on 5 tasks, then two on three more each.
    expect(rowsOf(job)).toEqual(['0x5 1x5 2x5 3x5', '2x3 3x3']);
    expect(result.end).toBe('budget');
    expect(result.survivors.map(({ rollouts }) => rollouts.length)).toEqual([8, 8]);
    expect(job.context.budget().charged).toBe(26);
  });

  test('charges at most its allowance', async () => {
    const { job } = await raced((number) => number, { count: 3, size: 20, allowance: 10 });
    expect(job.context.budget().charged).toBe(9);
  });

  test('does not run again what is known', async () => {
    const job = syntheticJob({ score: ({ candidate }) => numberOf(candidate) });
    const candidates = [numbered(job, 0), numbered(job, 1)];
    const tasks = job.context.train.slice(0, 10);
    const [rollouts] = await job.context.step([
      { kind: 'rollouts', candidate: candidates[0] as Candidate, tasks, whenShort: 'skip' },
    ]);
    const { survivors } = await race(job.context, { candidates, tasks, known: [rollouts, []] });
    expect(rowsOf(job)).toEqual(['0x10', '1x5', '1x5']);
    expect(survivors.map(({ index }) => index)).toEqual([1]);
  });

  test('nothing to run and nobody to race is no race', async () => {
    const none = await raced(() => 1, { count: 0, size: 10 });
    expect(none.result.ranking).toEqual([]);
    expect(none.job.steps).toEqual([]);
    const idle = await raced(() => 1, { count: 2, size: 0 });
    expect(idle.order).toEqual([0, 1]);
    expect(idle.job.steps).toEqual([]);
  });
});

describe('sign test', () => {
  const rule = { kind: 'sign-test', alpha: 0.05 } as const;

  test('throws out only who is beaten beyond chance', async () => {
    // Five losses in five tasks: p = 1/32. Four in five: p = 1/16.
    const clear = await raced((number) => number, { count: 2, size: 20, rule });
    expect(clear.result.ranking.map(({ leftAfter }) => leftAfter)).toEqual([null, 5]);
    const close = await raced((number, task) => (task === 0 ? 1 : number), {
      count: 2,
      size: 10,
      rule,
    });
    expect(close.result.ranking.map(({ leftAfter }) => leftAfter)).toEqual([null, null]);
  });

  test('with two to keep, two others have to be better', async () => {
    const { result } = await raced((number) => (number === 2 ? 1 : 0), {
      count: 3,
      size: 20,
      keep: 2,
      rule,
    });
    expect(result.survivors).toHaveLength(3);
  });
});
