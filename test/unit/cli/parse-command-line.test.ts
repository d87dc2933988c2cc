import { describe, expect, test } from 'vitest';
import { type Command, type CommandContext, defineCommand } from '../../../src/cli/command.ts';
import { parseCommandLine } from '../../../src/cli/parse-command-line.ts';
import { UsageError } from '../../../src/core/errors.ts';

const received: unknown[] = [];
const example = { line: 'x', describe: 'An example' };
const commands: readonly Command[] = [
  defineCommand({
    words: 'run',
    summary: 'Run a job.',
    flags: { seed: { kind: 'integer', minimum: 0, describe: 'a number', default: 0 } },
    examples: [example],
    seeAlso: 'protocol list things',
    run: async (values) => {
      received.push(values);
      return await Promise.resolve(7);
    },
  }),
  defineCommand({
    words: 'data import',
    summary: 'Import.',
    positional: { name: 'DATASET', describe: 'the benchmark' },
    flags: {},
    examples: [example],
    run: async (_values, _context, positional) => {
      received.push(positional);
      return await Promise.resolve(0);
    },
  }),
  defineCommand({
    words: 'data check',
    summary: 'Check.',
    flags: {},
    examples: [example],
    run: async () => await Promise.resolve(0),
  }),
];

function problem(...words: string[]): string {
  try {
    parseCommandLine(words, commands, '1.2.3');
  } catch (error) {
    if (error instanceof UsageError) return [error.message, ...error.hints].join(' | ');
    throw error;
  }
  return 'accepted';
}

function text(...words: string[]): string {
  const asked = parseCommandLine(words, commands, '1.2.3');
  return asked.kind === 'text' ? asked.text : 'work';
}

async function start(...words: string[]): Promise<number> {
  const asked = parseCommandLine(words, commands, '1.2.3');
  if (asked.kind === 'text') throw new Error('a text');
  // These commands touch nothing outside.
  return await asked.start({} as CommandContext);
}

describe('what is asked for', () => {
  test('the work of a command, with its values and its exit code', async () => {
    expect(await start('run', '--seed', '3')).toBe(7);
    expect(await start('data', 'import', 'apibank')).toBe(0);
    expect(await start('data', 'import', '--', '-odd')).toBe(0);
    expect(received).toEqual([{ seed: 3 }, 'apibank', '-odd']);
  });

  test('version and help', () => {
    expect(text('--version')).toBe('1.2.3\n');
    expect(text('-V')).toBe('1.2.3\n');
    for (const words of [['--help'], ['-h'], ['help']]) {
      expect(text(...words)).toContain('data import DATASET');
    }
    expect(text('data', '--help')).not.toContain('run ');
    expect(text('run', '--help')).toContain('--seed N');
    expect(text('run', '--seed', 'x', '-h')).toContain('(default 0)');
  });

  test('--help behind -- is no question', () => {
    expect(problem('run', '--', '--help')).toContain('unexpected "--help"');
  });
});

describe('problems', () => {
  test.each([
    [[], 'a command is missing: run, data | see: protocol --help'],
    [['rnu'], 'unknown command "rnu". Did you mean "run"? | see: protocol --help'],
    [['xyz'], 'unknown command "xyz". Known: run, data | see: protocol --help'],
    [['data'], '"data" needs one of: import, check | see: protocol --help'],
    [['data', 'chek'], 'unknown command "data chek". Did you mean "check"? | see: protocol --help'],
    [
      ['--seed', '0', 'run'],
      'the command comes first, then its flags: protocol COMMAND --seed … | see: protocol --help',
    ],
    [
      ['run', 'extra'],
      'unexpected "extra": no value belongs here | see: protocol list things · protocol run --help',
    ],
    [['data', 'import'], 'DATASET is missing: the benchmark | see: protocol data import --help'],
    [
      ['data', 'import', ''],
      'DATASET is missing: the benchmark | see: protocol data import --help',
    ],
    [
      ['data', 'import', 'a', 'b'],
      'unexpected "b": no value belongs here | see: protocol data import --help',
    ],
  ])('%j', (words, expected) => {
    expect(problem(...words)).toBe(expected);
  });
});

test('help before a command is its --help', () => {
  expect(text('help', 'data', 'import')).toBe(text('data', 'import', '--help'));
  expect(text('help', 'data')).toBe(text('data', '--help'));
  expect(text('help')).toBe(text('--help'));
  expect(problem('help', 'rnu')).toContain('Did you mean "run"?');
});
