import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDecimal, parseDuration, parseInteger } from '../../../src/config/numbers.ts';

const seed = { name: '--seed', minimum: 0, maximum: 2 ** 31 - 2 };

describe('parseInteger', () => {
  test.each([
    ['0', 0],
    ['-0', 0],
    ['600', 600],
    ['007', 7],
  ])('%s is %d', (text, value) => {
    expect(parseInteger(text, seed)).toEqual({ ok: true, value });
  });

  test.each([
    ['abc', '--seed must be an integer, got "abc"'],
    ['', '--seed must be an integer, got ""'],
    [' ', '--seed must be an integer, got " "'],
    ['1.5', '--seed must be an integer, got "1.5"'],
    ['1e3', '--seed must be an integer, got "1e3"'],
    ['0x10', '--seed must be an integer, got "0x10"'],
    ['+1', '--seed must be an integer, got "+1"'],
    ['NaN', '--seed must be an integer, got "NaN"'],
    ['Infinity', '--seed must be an integer, got "Infinity"'],
    ['1_000', '--seed must be an integer, got "1_000"'],
    ['１２', '--seed must be an integer, got "１２"'],
    ['-1', '--seed must be at least 0, got "-1"'],
    ['2147483647', '--seed must be at most 2147483646, got "2147483647"'],
    [
      '12345678901234567890',
      '--seed has more digits than a number can hold exactly, got "12345678901234567890"',
    ],
  ])('%s is refused', (text, problem) => {
    expect(parseInteger(text, seed)).toEqual({ ok: false, problem });
  });

  test('every safe integer round-trips', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(parseInteger(String(value), { name: 'x' })).toEqual({ ok: true, value });
      }),
    );
  });

  test('a value that is accepted is written with digits only', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parsed = parseInteger(text, { name: 'x' });
        expect(parsed.ok).toBe(/^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)));
      }),
    );
  });
});

describe('parseDecimal', () => {
  test.each([
    ['1', 1],
    ['0', 0],
    ['1.25', 1.25],
    ['.5', 0.5],
    ['2e-2', 0.02],
  ])('%s is %d', (text, value) => {
    expect(parseDecimal(text, { name: '--max-call-ratio', minimum: 0 })).toEqual({
      ok: true,
      value,
    });
  });

  test.each(['NaN', 'Infinity', '', ' 1', '1,5', '0x1', '1e', '--1', '1e999'])(
    '%j is refused',
    (text) => {
      expect(parseDecimal(text, { name: 'ratio' }).ok).toBe(false);
    },
  );
});

describe('parseDuration', () => {
  const time = { name: '--max-time' };

  test.each([
    ['90m', 5_400_000],
    ['1h30m', 5_400_000],
    ['1.5h', 5_400_000],
    ['45s', 45_000],
    ['2d', 172_800_000],
    ['1d2h3m4s', 93_784_000],
    ['0.5s', 500],
  ])('%s is %d ms', (text, value) => {
    expect(parseDuration(text, time)).toEqual({ ok: true, value });
  });

  test.each([
    '',
    ' ',
    '90',
    '5x',
    '-5m',
    '1e3s',
    'm',
    '30m1h',
    '1h 30m',
    '1h30',
    'NaN',
    '٩m',
    '90M',
  ])('%j is refused', (text) => {
    expect(parseDuration(text, time)).toEqual({
      ok: false,
      problem: `--max-time must be a time with its unit, such as 90m, 1h30m or 45s, got ${JSON.stringify(text)}`,
    });
  });

  test.each([
    ['0h0m', '--max-time must be more than no time at all, got "0h0m"'],
    ['99999999999999999d', '--max-time is too long, got "99999999999999999d"'],
  ])('%s is refused', (text, problem) => {
    expect(parseDuration(text, time)).toEqual({ ok: false, problem });
  });
});
