import fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type { FlagValues } from '../../../src/cli/flags.ts';
import { readFlags } from '../../../src/cli/read-flags.ts';

const table = {
  method: {
    kind: 'choice',
    axis: 'method',
    choices: ['maspo', 'gepa', 'random'],
    describe: '',
    required: true,
  },
  topology: { kind: 'choice', choices: ['single', 'sequential'], describe: '' },
  level: {
    kind: 'choice',
    choices: ['all', '1', '2'],
    synonyms: { 'level-2': '2' },
    describe: '',
    default: 'all',
  },
  seed: { kind: 'integer', minimum: 0, maximum: 2 ** 31 - 2, describe: '', default: 0 },
  budget: { kind: 'integer', minimum: 0, describe: '' },
  ratio: { kind: 'decimal', minimum: 0.01, describe: '', default: 1 },
  out: { kind: 'text', placeholder: 'DIR', describe: '' },
  teamSize: { kind: 'integer', minimum: 1, describe: '' },
  optimize: { kind: 'choices', choices: ['prompts', 'topology'], describe: '' },
  option: { kind: 'pairs', describe: '' },
  only: { kind: 'texts', placeholder: 'ID', describe: '' },
  urls: { kind: 'texts', placeholder: 'URL', separator: ',', describe: '' },
  quiet: { kind: 'switch', describe: '' },
  batch: { kind: 'accepted', describe: '' },
} as const;

function problems(...words: string[]): readonly string[] {
  return readFlags(['--method', 'maspo', ...words], table).problems;
}

function values(...words: string[]): FlagValues<typeof table> {
  const read = readFlags(['--method', 'maspo', ...words], table);
  expect(read.problems).toEqual([]);
  return read.values;
}

describe('values', () => {
  test('types follow the table', () => {
    expectTypeOf<FlagValues<typeof table>['method']>().toEqualTypeOf<'maspo' | 'gepa' | 'random'>();
    expectTypeOf<FlagValues<typeof table>['topology']>().toEqualTypeOf<
      'single' | 'sequential' | null
    >();
    expectTypeOf<FlagValues<typeof table>['seed']>().toEqualTypeOf<number>();
    expectTypeOf<FlagValues<typeof table>['budget']>().toEqualTypeOf<number | null>();
    expectTypeOf<FlagValues<typeof table>['quiet']>().toEqualTypeOf<boolean>();
    expectTypeOf<FlagValues<typeof table>['only']>().toEqualTypeOf<readonly string[]>();
  });

  test('what is not said is the default, or nothing', () => {
    expect(values()).toEqual({
      method: 'maspo',
      topology: null,
      level: 'all',
      seed: 0,
      budget: null,
      ratio: 1,
      out: null,
      teamSize: null,
      optimize: null,
      option: {},
      only: [],
      urls: [],
      quiet: false,
      batch: null,
    });
  });

  test('zero is a value (F1)', () => {
    expect(values('--seed', '9').seed).toBe(9);
    expect(values('--seed', '0').seed).toBe(0);
    expect(values('--budget', '0').budget).toBe(0);
  });

  test('both spellings of a flag with its value', () => {
    expect(values('--team-size=4').teamSize).toBe(4);
    expect(values('--team-size', '4').teamSize).toBe(4);
  });

  test('a value may hold =, a leading minus after =, quotes and non-ASCII', () => {
    expect(values('--out=-runs').out).toBe('-runs');
    expect(values('--out', 'a=b').out).toBe('a=b');
    expect(values('--out', 'Läufe/é').out).toBe('Läufe/é');
    expect(values('--option', 'text="x"', '--option=a=b=c', '--option', 'empty=').option).toEqual({
      text: '"x"',
      a: 'b=c',
      empty: '',
    });
  });

  test('a text that looks like a number stays text', () => {
    expect(values('--out', '007').out).toBe('007');
    expect(values('--only', '1', '02', '--seed', '1').only).toEqual(['1', '02']);
  });

  test('lists', () => {
    expect(values('--only', 'a', 'b', '--only', 'c').only).toEqual(['a', 'b', 'c']);
    expect(values('--urls', 'http://a,http://b').urls).toEqual(['http://a', 'http://b']);
    expect(values('--optimize', 'topology,prompts').optimize).toEqual(['prompts', 'topology']);
  });

  test('a flag of other tools is taken with and without a value', () => {
    expect(values('--batch', '8').batch).toBeNull();
    expect(values('--batch').batch).toBeNull();
    expect(values('--batch', '8', '--seed', '3').seed).toBe(3);
  });

  test('synonyms of a choice', () => {
    expect(values('--level', 'level-2').level).toBe('2');
  });
});

describe('problems (F2)', () => {
  test.each([
    [['--seed', 'abc'], '--seed must be an integer, got "abc"'],
    [['--seed', 'NaN'], '--seed must be an integer, got "NaN"'],
    [['--seed', '1.5'], '--seed must be an integer, got "1.5"'],
    [['--seed', '0x10'], '--seed must be an integer, got "0x10"'],
    [['--seed', '1e3'], '--seed must be an integer, got "1e3"'],
    [['--seed', '-1'], '--seed must be at least 0, got "-1"'],
    [['--seed', '2147483647'], '--seed must be at most 2147483646, got "2147483647"'],
    [['--seed='], '--seed needs a value: an integer'],
    [['--seed', ' '], '--seed needs a value: an integer'],
    [['--seed'], '--seed needs a value: an integer'],
    [['--out', '--seed', '0'], '--out needs a value: DIR'],
    [['--out', ''], '--out needs a value: DIR'],
    [['--only'], '--only needs a value: ID'],
    [['--seed', '0', '--seed', '1'], '--seed is given 2 times (0, 1); give it once'],
    [['--seed', '1', '--seed', '1'], '--seed is given 2 times (1, 1); give it once'],
    [['--out', 'a', '--out', 'b'], '--out is given 2 times (a, b); give it once'],
    [['--methd', 'maspo'], 'unknown flag "--methd". Did you mean "--method"?'],
    [['--teamSize', '4'], 'unknown flag "--teamSize". Did you mean "--team-size"?'],
    [['--seed.x', '1'], 'unknown flag "--seed.x". Did you mean "--seed"?'],
    [['--no-quiet'], 'unknown flag "--no-quiet"; leave --quiet out instead'],
    [['--zzzzzzzz'], 'unknown flag "--zzzzzzzz"'],
    [['--quiet=maybe'], '--quiet takes no value'],
    [['--quiet', '--quiet'], '--quiet is given twice'],
    [['--ratio', 'nan'], '--ratio must be a number, got "nan"'],
    [['--ratio', '0'], '--ratio must be at least 0.01, got "0"'],
    [
      ['--topology', 'sequentail'],
      '--topology must be one of single, sequential, got "sequentail". Did you mean "sequential"?',
    ],
    [
      ['--optimize', 'prompt'],
      '--optimize must list prompts or topology, got "prompt". Did you mean "prompts"?',
    ],
    [['--optimize', 'prompts,prompts'], '--optimize lists prompts twice'],
    [['--option', 'beam'], '--option must be key=value, got "beam"'],
    [['--option', '=1'], '--option must be key=value, got "=1"'],
    [['--option', 'a=1', '--option', 'a=2'], '--option sets "a" twice'],
    [['--only', 'a', 'a'], '--only lists "a" twice'],
    [['--urls', 'http://a,,http://b'], '--urls holds an empty value'],
  ])('%j', (words, problem) => {
    expect(problems(...words)).toContain(problem);
  });

  test('-runs is no value of --out and no group of short flags', () => {
    expect(problems('--out', '-runs')).toEqual([
      'unknown flag "--runs"',
      '--out needs a value: DIR',
    ]);
  });

  test('an unknown name of a plugin', () => {
    expect(readFlags(['--method', 'mapso'], table).problems).toEqual([
      'unknown method "mapso". Did you mean "maspo"?',
    ]);
    expect(readFlags(['--method', 'bayes'], table).problems).toEqual([
      'unknown method "bayes". Known: maspo, gepa, random',
    ]);
    expect(readFlags(['--method', 'constructor'], table).problems).toEqual([
      'unknown method "constructor". Known: maspo, gepa, random',
    ]);
    expect(readFlags([], table).problems).toEqual(['--method is missing: maspo, gepa, random']);
  });

  test('two methods are not a list', () => {
    expect(readFlags(['--method', 'maspo', '--method', 'gepa'], table).problems).toEqual([
      '--method is given 2 times (maspo, gepa); give it once',
    ]);
  });

  test('all at once', () => {
    expect(problems('--sed', '1', '--seed', 'x', '--team-size', '0', '--out')).toHaveLength(4);
  });

  test('names of Object.prototype are unknown flags like any other', () => {
    expect(problems('--constructor', 'x')).toEqual(['unknown flag "--constructor"']);
    expect(problems('--__proto__', 'x')).toHaveLength(1);
    expect(problems('--toString')).toHaveLength(1);
  });
});

test('no words at all can crash it, and an accepted seed is what was typed', () => {
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom('--seed', '--out', '--quiet', '--only', '--', '-', '--option', '--seed=3'),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), (words) => {
      const read = readFlags(words, table);
      expect(Array.isArray(read.problems)).toBe(true);
    }),
  );
  fc.assert(
    fc.property(fc.nat(2 ** 31 - 2), (seed) => {
      expect(values('--seed', String(seed)).seed).toBe(seed);
    }),
  );
});
