import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_USAGE } from '../../../../src/core/model.ts';
import type { Racing } from '../../../../src/core/optimizer.ts';
import { emptyRollout, type Rollout } from '../../../../src/core/rollout.ts';
import { isObserved, pairRollouts, winOf } from '../../../../src/optimizers/kit/paired.ts';
import { type Bar, isHopeless } from '../../../../src/optimizers/kit/race/bar.ts';
import { runAgainst } from '../../../../src/optimizers/kit/race/run-against.ts';
import { syntheticJob } from '../../../support/synthetic-context.ts';

const OFF: Racing = { race: false, abortHopeless: false };
const ABORT: Racing = { race: false, abortHopeless: true };
const RACE: Racing = { race: true, abortHopeless: false };

/** A row's score, or null when it is lost to the infrastructure. */
type Row = number | null;

interface Match {
  readonly holder: readonly Row[];
  readonly own: readonly Row[];
}

/** The seed holds the bar; then the same seed runs again with other scores, which is all that a bar knows of a candidate. */
async function match(
  { holder, own }: Match,
  racing: Racing,
  barOf: (rows: readonly Rollout[]) => Bar,
) {
  let scores = holder;
  const size = holder.length;
  const job = syntheticJob({
    score: ({ task }) => scores[task] ?? 0,
    fails: (row) => (row < size ? holder[row] === null : own[row - size] === null),
    budget: 1_000,
  });
  const context = { ...job.context, racing };
  const tasks = context.train.slice(0, size);
  const [rows] = await context.step([
    { kind: 'rollouts', candidate: context.seedCandidate, tasks, whenShort: 'skip' },
  ]);
  scores = own;
  const charged = context.budget().charged;
  const bar = barOf(rows);
  const [contender] = await runAgainst(context, {
    candidates: [context.seedCandidate],
    tasks,
    bars: [bar],
    rivals: [rows],
  });
  if (contender === undefined) throw new Error('no contender');
  return { job, rows, contender, bar, tasks, charged: context.budget().charged - charged };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Decisions as methods make them, each with the bar that stands for it. */
const DECISIONS: readonly {
  readonly name: string;
  readonly bar: (holder: readonly Rollout[]) => Bar;
  readonly passes: (holder: readonly Rollout[], own: readonly Rollout[]) => boolean;
}[] = [
  {
    name: 'scores strictly more',
    bar: (holder) => ({ holder, strict: true }),
    passes: (holder, own) => {
      const pairs = pairRollouts(holder, own);
      return (
        sum(pairs.map(({ candidate }) => candidate.score)) >
        sum(pairs.map(({ parent }) => parent.score))
      );
    },
  },
  {
    name: 'scores at least as much',
    bar: (holder) => ({ holder, strict: false }),
    passes: (holder, own) => {
      const pairs = pairRollouts(holder, own);
      return sum(pairs.map(({ candidate, parent }) => candidate.score - parent.score)) >= 0;
    },
  },
  {
    name: 'gains at least a twentieth on average',
    bar: (holder) => ({ holder, strict: false, margin: 0.05 }),
    passes: (holder, own) => {
      const gains = pairRollouts(holder, own).map(
        ({ candidate, parent }) => candidate.score - parent.score,
      );
      return gains.length > 0 && sum(gains) / gains.length >= 0.05 - 1e-12;
    },
  },
  {
    name: 'wins more than it loses',
    bar: (holder) => ({ holder, strict: true, count: 'win' }),
    passes: (holder, own) => sum(pairRollouts(holder, own).map((pair) => winOf(pair) - 0.5)) > 0,
  },
  {
    name: 'has no lower mean',
    bar: (holder) => ({ mean: meanOf(holder) }),
    passes: (holder, own) => own.some(isObserved) && meanOf(own) >= meanOf(holder),
  },
];

function meanOf(rows: readonly Rollout[]): number {
  const scores = rows.filter(isObserved).map(({ score }) => score);
  return scores.length === 0 ? 0 : sum(scores) / scores.length;
}

const LOST = fc.constant(null);
const binaryRow = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(0, 1) },
  { weight: 1, arbitrary: LOST },
);
const gradedRow = fc.oneof(
  { weight: 8, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
  { weight: 2, arbitrary: fc.constantFrom(0, 0.1, 0.2, 0.3, 1) },
  { weight: 1, arbitrary: LOST },
);

function matches(row: fc.Arbitrary<Row>): fc.Arbitrary<Match> {
  const rows = fc.array(fc.tuple(row, row), { minLength: 1, maxLength: 23 });
  return rows.map((pairs) => ({
    holder: pairs.map(([holder]) => holder),
    own: pairs.map(([, own]) => own),
  }));
}

describe.each(DECISIONS)('a candidate that $name', ({ bar, passes }) => {
  test.each([
    ['right or wrong', matches(binaryRow)],
    ['graded', matches(gradedRow)],
  ])('passes with the abort exactly when it passes without it, %s', async (_, arbitrary) => {
    let aborted = 0;
    const property = fc.asyncProperty(arbitrary, async (given) => {
      const whole = await match(given, OFF, bar);
      const short = await match(given, ABORT, bar);
      const verdict = passes(whole.rows, whole.contender.rollouts);
      expect(short.contender.leftFor === null && passes(short.rows, short.contender.rollouts)).toBe(
        verdict,
      );
      // A method that looks at the rows only decides the same.
      if (short.contender.leftFor !== null)
        expect(passes(short.rows, short.contender.rollouts)).toBe(false);
      expect(short.charged).toBeLessThanOrEqual(whole.charged);
      if (short.contender.leftFor !== null) aborted += 1;
    });
    await fc.assert(property, { numRuns: 150 });
    expect(aborted).toBeGreaterThan(0);
  });
});

describe('how much is run', () => {
  const strict = (holder: readonly Rollout[]): Bar => ({ holder, strict: true });

  test('stops after the task that makes it hopeless, and tells what was saved', async () => {
    // Two of three to beat: after one failure two is the most.
    const { contender, job } = await match({ holder: [1, 0, 1], own: [0, 1, 1] }, ABORT, strict);
    expect(contender.rollouts.map(({ score }) => score)).toEqual([0]);
    expect(contender.leftFor).toBe('abort');
    expect(job.events).toEqual([{ kind: 'rollouts-saved', by: 'abort', rollouts: 2 }]);
  });

  test('looks after every fifth of more than five tasks', async () => {
    const holder = Array.from({ length: 12 }, () => 1);
    const { contender } = await match({ holder, own: holder }, ABORT, strict);
    expect(contender.rollouts).toHaveLength(5);
  });

  test('is one step of all tasks when both ways are off, and nothing is told', async () => {
    const { job, contender } = await match({ holder: [1, 1, 1], own: [0, 0, 0] }, OFF, strict);
    expect(job.steps).toHaveLength(2);
    expect(contender.rollouts).toHaveLength(3);
    expect(job.events).toEqual([]);
  });

  test('a race ends for who is beaten beyond chance, though it could still pass', async () => {
    const holder = Array.from({ length: 20 }, (_, task) => (task < 5 ? 1 : 0));
    const own = holder.map((score) => 1 - score);
    const raced = await match({ holder, own }, RACE, strict);
    expect(raced.contender.rollouts).toHaveLength(5);
    expect(raced.job.events).toEqual([{ kind: 'rollouts-saved', by: 'race', rollouts: 15 }]);
    const aborted = await match({ holder, own }, ABORT, strict);
    expect(aborted.contender.leftFor).toBeNull();
  });
});

test('hopeless is decided by what is still to come only', () => {
  const tasks = [{ id: 'a' }, { id: 'b' }];
  const wrong = { ...emptyRollout('a', NO_USAGE), outcome: 'semantic_failure', score: 0 } as const;
  expect(isHopeless([wrong], { mean: 0.51 }, tasks)).toBe(true);
  expect(isHopeless([wrong], { mean: 0.5 }, tasks)).toBe(false);
  expect(isHopeless([], { holder: [], strict: false }, tasks)).toBe(false);
  // Nothing to gain where the holder was not observed.
  expect(isHopeless([], { holder: [], strict: true }, tasks)).toBe(true);
});
