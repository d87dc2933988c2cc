import { describe, expect, it, test } from 'vitest';
import { capsOf, spendFlags, withRaisedCap } from '../../../src/cli/commands/spend-options.ts';
import { readFlags } from '../../../src/cli/read-flags.ts';
import { progressLine } from '../../../src/cli/render/progress-line.ts';
import { money } from '../../../src/cli/render/quantities.ts';
import { ledgerText } from '../../../src/cli/reports/ledger-text.ts';
import { NO_CAPS, type SpendSnapshot } from '../../../src/core/attempt.ts';
import { UsageError } from '../../../src/core/errors.ts';
import type { Price } from '../../../src/core/price.ts';
import { refuseUnknownPrices } from '../../../src/protocol/preparation/spend-caps.ts';
import type { LedgerGroup, LedgerSummary } from '../../../src/protocol/spend/ledger-summary.ts';

function problemsOf(...words: string[]): readonly string[] {
  return readFlags(words, spendFlags).problems;
}

describe('caps on the command line', () => {
  it('are none unless one is given', () => {
    expect(capsOf(readFlags([], spendFlags).values)).toEqual({});
    const { values } = readFlags(['--max-cost', '2.5', '--max-time=1h30m'], spendFlags);
    expect(capsOf(values)).toEqual({ caps: { usd: 2.5, tokens: null, milliseconds: 5_400_000 } });
  });

  test.each([
    [['--max-cost', 'NaN'], '--max-cost must be a number, got "NaN"'],
    [['--max-cost', '-1'], '--max-cost must be at least 0.000001, got "-1"'],
    [['--max-cost', '0'], '--max-cost must be at least 0.000001, got "0"'],
    [['--max-cost='], '--max-cost needs a value: a number'],
    [['--max-cost', '1', '--max-cost', '2'], '--max-cost is given 2 times (1, 2); give it once'],
    [['--max-tokens', '0'], '--max-tokens must be at least 1, got "0"'],
    [['--max-tokens', '1.5'], '--max-tokens must be an integer, got "1.5"'],
    [['--max-time='], '--max-time needs a value: a time such as 90m'],
    [
      ['--max-time', '5x'],
      '--max-time must be a time with its unit, such as 90m, 1h30m or 45s, got "5x"',
    ],
    [['--max-time', '0m'], '--max-time must be more than no time at all, got "0m"'],
  ])('%j is refused', (words, problem) => {
    expect(problemsOf(...words)).toEqual([problem]);
  });

  test.each([
    ['run --max-cost 2.5 --seed 1', '--max-cost is reached: …', 'run --max-cost 5 --seed 1'],
    [
      'run --max-tokens=100 --max-cost 1',
      '--max-tokens is reached',
      'run --max-tokens=200 --max-cost 1',
    ],
    ['run --max-time 1h30m', 'the time allowed (--max-time) is over', 'run --max-time 2h60m'],
    ['run --seed 1', 'something else', 'run --seed 1'],
  ])('%s goes on with twice the cap that was reached', (typed, message, raised) => {
    expect(withRaisedCap(typed, message)).toBe(raised);
  });
});

describe('a cap in money', () => {
  const model = (alias: string, id: string, price?: Price) => ({
    ...{ alias, provider: 'openai', model: id, endpoints: [], apiKey: null, timeoutMs: 1 },
    ...{ options: {}, simulated: false },
    ...(price === undefined ? {} : { price }),
  });
  const task = model('openai:gpt-9', 'gpt-9', 'unknown');
  const caps = { ...NO_CAPS, usd: 5 };

  it('is refused where a price is not known, naming the model and the lines to add', () => {
    const reflection = model('writer', 'acme/writer');
    let error: unknown;
    try {
      refuseUnknownPrices(caps, { task, reflection }, true);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(UsageError);
    const { problems, hints } = error as UsageError;
    expect(problems).toEqual([
      '--max-cost 5: the price of openai:gpt-9 (gpt-9) is not known, so nobody can tell when it is spent',
      '--max-cost 5: the price of writer (acme/writer) is not known, so nobody can tell when it is spent',
    ]);
    expect(hints[0]).toContain('a name with server: openai, model: gpt-9, and price: { input: …');
    expect(hints[1]).toContain('add to writer under models in configs/models.yaml: price: {');
  });

  it('is taken where all that are asked are known, and other caps always', () => {
    const reflection = model('writer', 'acme/writer', 'free');
    expect(() => {
      refuseUnknownPrices(caps, { task: reflection, reflection: task }, false);
      refuseUnknownPrices({ ...NO_CAPS, tokens: 5 }, { task, reflection }, true);
      refuseUnknownPrices(undefined, { task, reflection }, true);
    }).not.toThrow();
  });
});

describe('what was spent', () => {
  const line = (spend: SpendSnapshot) =>
    progressLine(
      {
        ...{ phase: 'optimize' as const, done: 1, planned: 2, best: null, baseline: null },
        usage: { modelCalls: 1, inputTokens: 7, outputTokens: 1 },
        ...{ infrastructureRate: 0, spend },
      },
      { tokensPerSecond: null, remainingMs: null },
      null,
    );

  test.each<[Partial<SpendSnapshot>, string]>([
    [{ usd: 0.5 }, 'optimize   1/2  41k tokens  $0.50'],
    // Free, or not known: neither is a price.
    [{ usd: 0 }, 'optimize   1/2  41k tokens'],
    [{ usd: null }, 'optimize   1/2  41k tokens'],
    [{ caps: { ...NO_CAPS, usd: 2 } }, 'optimize   1/2  41k tokens  $0.00 of $2.00'],
    [{ usd: null, caps: { ...NO_CAPS, usd: 2 } }, 'optimize   1/2  41k tokens  ? of $2.00'],
    [
      { caps: { usd: null, tokens: 90_000, milliseconds: 5_400_000 } },
      'optimize   1/2  41k of 90k tokens  20 min of 90 min',
    ],
  ])('%j stands in the progress line', (spend, text) => {
    expect(line({ tokens: 41_230, usd: 0, milliseconds: 1_200_000, caps: NO_CAPS, ...spend })).toBe(
      text,
    );
  });

  test.each([
    [0, '$0.00'],
    [0.01, '$0.01'],
    [12.345, '$12.35'],
    [0.000_42, '$0.00042'],
  ])('%d is %s', (usd, text) => {
    expect(money(usd)).toBe(text);
  });

  it('is unknown in the ledger where it is, never $0', () => {
    const group = (name: string, more: Partial<LedgerGroup> = {}): LedgerGroup => ({
      ...{ name, attempts: 10, retries: 1, failed: 1, inputTokens: 1000, outputTokens: 90 },
      ...{ cachedInputTokens: null, reasoningTokens: null, uncounted: 0 },
      ...{ usd: 0, unpriced: 10, meanMilliseconds: 1500 },
      ...more,
    });
    const total = group('total', { unpriced: 4, usd: 0.25, cachedInputTokens: 0 });
    const text = ledgerText({
      ...{ simulated: false, total, byPurpose: [group('task')], byRole: [], byModel: [] },
      ...{ byEndpoint: [], failures: { timeout: 1 }, unfinished: 0 },
      reused: { replies: 2, inputTokens: 100, outputTokens: 1 },
    } satisfies LedgerSummary);
    expect(text).toMatch(/^task .* 1\.50 +unknown$/m);
    expect(text).toMatch(/^total .* 1\.50 +\$0\.25, and unknown of 4$/m);
    expect(text).toMatch(/of it cached/);
    expect(text).not.toMatch(/of it reasoning/);
    expect(text).toContain('without an answer: 1 timeout');
    expect(text).toContain('2 replies (101 tokens) were used again');
  });
});
