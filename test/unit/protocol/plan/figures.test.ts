/** Do tokens, prices and times of a plan follow from what was counted? */
import { describe, expect, test } from 'vitest';
import { NO_CAPS } from '../../../../src/core/attempt.ts';
import type { Price } from '../../../../src/core/price.ts';
import { capNotices } from '../../../../src/protocol/plan/cap-notices.ts';
import type { DryRun } from '../../../../src/protocol/plan/dry/dry-run.ts';
import { NO_CALLS, noTallies, type Tally } from '../../../../src/protocol/plan/dry/tally.ts';
import { paceOf, stepsMilliseconds } from '../../../../src/protocol/plan/pace.ts';
import { type EstimateOptions, estimateJob } from '../../../../src/protocol/plan/plan-job.ts';
import type { JobPlan } from '../../../../src/protocol/plan/plan-jobs.ts';
import { DRY_ROLLOUTS } from '../../../../src/protocol/plan/scenarios.ts';
import { tokenBasis } from '../../../../src/protocol/plan/token-basis.ts';
import { planTotals } from '../../../../src/protocol/plan/totals.ts';
import { PHASES } from '../../../../src/protocol/plan/use.ts';

const NO_THINKING = { agent: false, method: false };
const GIVEN = { replyTokens: 50, methodReplyTokens: 300 };
const dollars: Price = { input: 1, output: 10, currency: 'USD', asOf: '2026-01-31' };

function work(task: Partial<Tally>, reflect: Partial<Tally> = {}) {
  const tallies = {
    ...noTallies(),
    task: { ...NO_CALLS, ...task },
    reflect: { ...NO_CALLS, ...reflect },
  };
  const { task: agents, reflect: method } = tallies;
  return { tallies, steps: [{ depth: 2, agentCalls: agents.calls, methodCalls: method.calls }] };
}

/** 100 calls of agents and 10 of the method in the search; 20 calls for each measured team. */
const RUN: DryRun = {
  search: work({ calls: 100, characters: 390_000, replies: 40 }, { calls: 10, characters: 39_000 }),
  seed: work({ calls: 20, characters: 78_000, replies: 10 }),
  incumbent: work({ calls: 20, characters: 78_000, replies: 10 }),
  ...{ charged: 25, proposed: 4, accepted: 1, stop: 'budget', embeds: false },
};

function estimate(options: Partial<EstimateOptions> = {}, run: DryRun = RUN) {
  return estimateJob([{ kind: 'likely', run }], {
    ...{ budget: 25, phases: PHASES, testRatio: 2, seedIsMeasured: false, toolTurns: 1 },
    basis: tokenBasis(GIVEN, null, NO_THINKING),
    pace: null,
    concurrency: 10,
    prices: { task: dollars, reflection: dollars },
    ...options,
  });
}

describe('calls', () => {
  test('of the search, of two measured teams, and of twice as many held-out tasks', () => {
    const { calls } = estimate();
    expect(calls.optimize.task).toEqual({ low: 100, likely: 100, high: 100 });
    expect(calls.optimize.reflect.likely).toBe(10);
    expect(calls.validate.task).toEqual({ low: 20, likely: 40, high: 40 });
    expect(calls.test.task).toEqual({ low: 40, likely: 80, high: 80 });
    expect(calls.total).toEqual({ low: 170, likely: 230, high: 230 });
  });

  test('a search that hands back the seed measures one team', () => {
    const { calls } = estimate({}, { ...RUN, incumbent: null });
    expect([calls.validate.task.high, calls.test.task.high]).toEqual([20, 40]);
  });

  test('a baseline that another job measures is not asked for again', () => {
    const { calls } = estimate({ seedIsMeasured: true });
    expect(calls.validate.task).toEqual({ low: 0, likely: 20, high: 20 });
    expect(calls.test.task).toEqual({ low: 0, likely: 40, high: 40 });
  });

  test('phases that are not run ask for nothing', () => {
    expect(estimate({ phases: ['optimize'] }).calls.total.high).toBe(110);
  });

  test('agents that carry out calls ask up to so many times', () => {
    const offered = { ...RUN, search: work({ calls: 100, offered: 25 }) };
    const { task } = estimate({ toolTurns: 4, phases: ['optimize'] }, offered).calls.optimize;
    expect([task.likely, task.low]).toEqual([125, 93]);
    expect(task.high).toBeGreaterThanOrEqual(175);
  });

  test('a budget beyond the dry run goes on like it, unless the method came to an end', () => {
    const budget = 3 * DRY_ROLLOUTS;
    const long = { ...RUN, charged: DRY_ROLLOUTS };
    expect(estimate({ budget }, long).calls.optimize.task.likely).toBe(300);
    expect(estimate({ budget }, RUN).calls.optimize.task.likely).toBe(100);
  });
});

describe('tokens and price', () => {
  test('prompts by their characters and the replies in them, replies as given', () => {
    const { tokens } = estimate({ phases: ['optimize'] });
    // 390,000 characters at 3.9 each, and 40 replies of 50 tokens shown again.
    expect(tokens.task.input.likely).toBe(102_000);
    expect(tokens.task.output).toEqual({ low: 5_000, likely: 5_000, high: 5_000 });
    expect(tokens.reflection.input.likely).toBe(10_000);
    expect(tokens.reflection.output.likely).toBe(3_000);
  });

  test('a price is tokens by price', () => {
    const { costUsd } = estimate({ phases: ['optimize'] });
    // 112,000 tokens in at 1 dollar a million, 8,000 out at 10.
    expect(costUsd?.likely).toBeCloseTo(0.192, 10);
  });

  test.each([
    ['task', { task: 'unknown', reflection: dollars }],
    ['reflection', { task: 'free', reflection: 'unknown' }],
  ] as const)('an unknown price of the %s model is unknown, never 0', (purpose, prices) => {
    const { costUsd, unknownPrices } = estimate({ prices });
    expect([costUsd, unknownPrices]).toEqual([null, [purpose]]);
  });

  test('the price of a model that nobody asks does not matter', () => {
    const silent = { ...RUN, search: work({ calls: 100 }) };
    const { costUsd, unknownPrices } = estimate(
      { prices: { task: 'free', reflection: 'unknown' } },
      silent,
    );
    expect([costUsd, unknownPrices]).toEqual([{ low: 0, likely: 0, high: 0 }, []]);
  });

  test('a sum leaves out what is unknown, and says so', () => {
    const known = estimate();
    const unknown = estimate({ prices: { task: 'unknown', reflection: dollars } });
    const jobs = [known, unknown].map((job) => ({
      ...job,
      models: { task: 'some/model', reflection: 'other/model' },
    })) as unknown as readonly JobPlan[];
    const totals = planTotals(jobs);
    expect(totals.costUsd).toEqual(known.costUsd);
    expect(totals.unknownPrices).toEqual(['some/model']);
    expect(totals.calls.likely).toBe(460);
    expect(planTotals(jobs.slice(1)).costUsd).toBeNull();
  });

  test('reasoning is paid for and read by nobody', () => {
    const open = { replyTokens: null, methodReplyTokens: null };
    const plain = tokenBasis(open, null, NO_THINKING);
    const thinking = tokenBasis(open, null, { agent: true, method: false });
    const [without, withThought] = [plain, thinking].map((basis) =>
      estimate({ basis, phases: ['optimize'] }),
    );
    expect(withThought?.tokens.task.input).toEqual(without?.tokens.task.input);
    expect(withThought?.tokens.task.output.low).toBeGreaterThan(
      without?.tokens.task.output.low ?? 0,
    );
  });

  test('numbers given, else measured, else assumed; and which it was is said', () => {
    const measured = {
      ...{ tasks: 3, calls: 12, promptTokensPerCharacter: 0.25 },
      visibleTokens: { low: 30, likely: 40, high: 50 },
      reasoningTokens: { low: 0, likely: 0, high: 0 },
    };
    const open = { replyTokens: null, methodReplyTokens: null };
    expect(tokenBasis(GIVEN, measured, NO_THINKING).agent.visible.high).toBe(50);
    expect(tokenBasis(GIVEN, measured, NO_THINKING).said.join()).toContain('as given');
    expect(tokenBasis(open, measured, NO_THINKING).agent.visible).toEqual(measured.visibleTokens);
    expect(tokenBasis(open, measured, NO_THINKING).said.join()).toContain('3 probe tasks');
    expect(tokenBasis(open, null, NO_THINKING).said.join()).toContain('assumed');
  });
});

test('a cap that is likely to be reached, or may be, is told; one that is not, is not', () => {
  const known = estimate();
  const { low, likely, high } = known.costUsd ?? { low: 0, likely: 0, high: 0 };
  const told = (usd: number) => capNotices({ ...NO_CAPS, usd }, known).join();
  expect(told((low + likely) / 2)).toContain('would stop before its end');
  expect(told((likely + high) / 2)).toContain('may be reached');
  expect(told(high)).toBe('');
  expect(capNotices({ ...NO_CAPS, tokens: 1_000, milliseconds: 1 }, known)).toEqual([
    expect.stringContaining('--max-tokens 1,000 tokens is below the likely'),
  ]);
  expect(capNotices(undefined, known)).toEqual([]);
});

describe('time', () => {
  const even = (value: number) => ({ low: value, likely: value, high: value });

  test('a step waits for its longest rollout, or for all of its work side by side', () => {
    const at = {
      ...{ agentMs: even(100), methodMs: even(1_000) },
      bound: 'likely' as const,
    };
    const steps = [
      { depth: 4, agentCalls: 8, methodCalls: 0 },
      { depth: 2, agentCalls: 160, methodCalls: 0 },
      { depth: 0, agentCalls: 0, methodCalls: 1 },
    ];
    expect(stepsMilliseconds(steps, { ...at, concurrency: 8 })).toBe(400 + 2_000 + 1_000);
    expect(stepsMilliseconds(steps, { ...at, concurrency: 1 })).toBe(800 + 16_000 + 1_000);
  });

  test('from latency and speed, or not at all', () => {
    const pace = paceOf({ latencyMs: 500, tokensPerSecond: 50 }, null);
    expect(pace?.milliseconds(100).likely).toBe(2_500);
    expect(paceOf({ latencyMs: 0, tokensPerSecond: null }, null)?.milliseconds(100).high).toBe(0);
    expect(paceOf({ latencyMs: null, tokensPerSecond: null }, null)).toBeNull();
    expect(estimate().milliseconds).toBeNull();
    // 11 rounds of ten calls in the search, 4 and 8 for the measurements; a reply of the method is of 300 tokens.
    expect(estimate({ pace }).milliseconds?.likely).toBe(15_000 + 6_500 + 6_000 + 12_000);
  });

  test('as in a probe, where longer replies take longer and shorter ones no less', () => {
    const measured = { calls: 12, milliseconds: even(800), tokens: 40 };
    const pace = paceOf({ latencyMs: null, tokensPerSecond: null }, measured);
    expect([20, 40, 80].map((tokens) => pace?.milliseconds(tokens).likely)).toEqual([
      800, 800, 1_600,
    ]);
  });
});
