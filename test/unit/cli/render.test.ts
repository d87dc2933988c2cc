import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exitCodeOf } from '../../../src/cli/exit-code.ts';
import { renderError } from '../../../src/cli/render/errors.ts';
import {
  createProgress,
  type LogLevel,
  type ProgressMode,
  progressMode,
} from '../../../src/cli/render/progress.ts';
import { duration, percent, quantity } from '../../../src/cli/render/quantities.ts';
import { renderTable } from '../../../src/cli/render/table.ts';
import { shellLine } from '../../../src/cli/shell-words.ts';
import {
  BudgetExhaustedError,
  ConfigError,
  ContractError,
  InfrastructureError,
  InterruptedError,
  ModelError,
  PrerequisiteError,
  StoreConflictError,
  StoreError,
  UsageError,
} from '../../../src/core/errors.ts';
import type { JobEvent } from '../../../src/core/events.ts';

const plain = { colour: false };

describe('errors', () => {
  test('usage: one line per problem, hints below', () => {
    const error = new UsageError(['unknown method "a"', '--seed must be an integer, got "x"'], {
      hints: ['see: protocol list methods'],
    });
    expect(renderError(error, plain)).toBe(
      'error: unknown method "a"\nerror: --seed must be an integer, got "x"\nsee: protocol list methods\n',
    );
  });

  test('a missing prerequisite names the commands, indented', () => {
    const error = new PrerequisiteError("API-Bank's data is not here yet.", {
      hints: ['protocol data download apibank', 'protocol data import apibank --from DIR'],
    });
    expect(renderError(error, plain)).toBe(
      "error: API-Bank's data is not here yet.\n  protocol data download apibank\n  protocol data import apibank --from DIR\n",
    );
  });

  test('a configuration: places and excerpts as they are, and what was done', () => {
    const problem = {
      file: 'a.yaml',
      line: 7,
      column: 13,
      message: 'seeds[2] must be an integer, got "two"',
      excerpt: '    7 | x\n      | ^',
    };
    expect(renderError(new ConfigError([problem]), plain)).toBe(
      'a.yaml:7:13 seeds[2] must be an integer, got "two"\n    7 | x\n      | ^\n1 problem, nothing was started\n',
    );
  });

  test('a stop is no error; a defect keeps its stack and its cause', () => {
    expect(renderError(new InterruptedError('stopped. Nothing is lost.'), plain)).toBe(
      'stopped. Nothing is lost.\n',
    );
    const defect = new Error('bad', { cause: new TypeError('worse') });
    const text = renderError(defect, plain);
    expect(text).toMatch(/^error: Error: bad\n {4}at .*\n/);
    expect(text).toContain('caused by TypeError: worse');
    expect(renderError('thrown text', plain)).toBe('error: thrown text\n');
  });

  test('colour only when asked for', () => {
    expect(renderError(new UsageError('x'), { colour: true })).toContain('\u001b[31m');
    expect(renderError(new UsageError('x'), plain)).not.toContain('\u001b');
  });

  test.each([
    [new UsageError('x'), 2],
    [new ConfigError([]), 2],
    [new StoreConflictError('x'), 2],
    [new PrerequisiteError('x'), 3],
    [new ModelError('x', { kind: 'connection', retry: true }), 3],
    [new InfrastructureError('x'), 3],
    [new StoreError('x'), 3],
    [new BudgetExhaustedError('x'), 4],
    [new ContractError('x'), 1],
    [new InterruptedError('x'), 130],
    [new TypeError('x'), 1],
  ])('%s exits with %d', (error, code) => {
    expect(exitCodeOf(error)).toBe(code);
  });
});

const usage = { modelCalls: 0, inputTokens: 0, outputTokens: 0 };

function progressed(done: number, planned: number, tokens = 0): JobEvent {
  return {
    kind: 'phase-progressed',
    progress: {
      phase: 'optimize',
      done,
      planned,
      best: done === 0 ? null : 0.62,
      baseline: done === 0 ? null : 0.56,
      usage: { ...usage, inputTokens: tokens },
      infrastructureRate: done > 200 ? 0.003 : 0,
    },
  };
}

function watch(
  mode: ProgressMode,
  events: readonly JobEvent[],
  more: { logLevel?: LogLevel } = {},
) {
  const terminal = { interactive: mode === 'live', colour: false, columns: 100 };
  let text = '';
  let time = 1_000_000;
  const progress = createProgress({
    mode,
    logLevel: more.logLevel ?? 'info',
    terminal,
    now: () => time,
    write: (chunk) => {
      text += chunk;
    },
  });
  for (const event of events) {
    progress.listen(event);
    time += 1000;
  }
  progress.close();
  return text;
}

const story: readonly JobEvent[] = [
  { kind: 'job-started', title: 'apibank · maspo', notices: ['2 endpoints'] },
  { kind: 'phase-started', phase: 'optimize', planned: 600 },
  progressed(240, 600, 400_000),
  progressed(251, 600, 441_000),
  { kind: 'notice', message: 'one endpoint is slow' },
  { kind: 'phase-finished', phase: 'optimize', summary: '600 rollouts' },
];

describe('progress', () => {
  test('a line of a log: done of planned, best and its gain, tokens, speed, failures, time left', () => {
    expect(watch('plain', story)).toBe(
      [
        'apibank · maspo',
        '2 endpoints',
        'optimize   240/600  best 0.62 (+0.06)  400k tokens  infra 0.3 %',
        'optimize   251/600  best 0.62 (+0.06)  441k tokens  41k tok/s  infra 0.3 %  ETA 32 s',
        'one endpoint is slow',
        'optimize   600 rollouts',
        '',
      ].join('\n'),
    );
  });

  test('a log gets a line every ten rollouts, not one each', () => {
    const steps = Array.from({ length: 101 }, (_, done) => progressed(done, 100));
    expect(watch('plain', steps).trimEnd().split('\n')).toHaveLength(10);
    const many = Array.from({ length: 6001 }, (_, done) => progressed(done, 6000));
    expect(watch('plain', many).trimEnd().split('\n')).toHaveLength(60);
  });

  test('a terminal gets one line that is redrawn and leaves nothing behind', () => {
    const text = watch('live', story);
    expect(text).toContain('\r\u001b[2Koptimize   ██████████░░░░░░░░░░░░░░  251/600  best 0.62');
    expect(text).toContain('\r\u001b[2Kone endpoint is slow\n');
    expect(watch('live', story.slice(0, 4)).endsWith('\r\u001b[2K')).toBe(true);
  });

  test('the redrawn line never wraps', () => {
    fc.assert(
      fc.property(fc.nat(5000), fc.integer({ min: 10, max: 120 }), (done, columns) => {
        let text = '';
        const progress = createProgress({
          mode: 'live',
          logLevel: 'info',
          terminal: { interactive: true, colour: false, columns },
          now: () => 0,
          write: (chunk) => {
            text += chunk;
          },
        });
        progress.listen(progressed(done, 5000, 123_456));
        expect(text.replace('\r\u001b[2K', '').length).toBeLessThan(columns);
      }),
    );
  });

  test('quiet says nothing; json says every event', () => {
    expect(watch('quiet', story)).toBe('');
    const lines = watch('json', story).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(story);
  });

  test('warn keeps notices only, debug adds what the method decided', () => {
    const decided: JobEvent = {
      kind: 'method-noted',
      event: { kind: 'progress', message: 'depth 2 of 5' },
    };
    expect(watch('plain', [...story, decided], { logLevel: 'warn' })).toBe(
      'one endpoint is slow\n',
    );
    expect(watch('plain', [decided], { logLevel: 'debug' })).toBe('depth 2 of 5\n');
    expect(watch('plain', [decided])).toBe('');
  });

  test('the mode follows flags first, then the stream', () => {
    const choice = { quiet: false, json: false, logLevel: 'info' } as const;
    const tty = { interactive: true, colour: true, columns: 80 };
    expect(progressMode(choice, tty)).toBe('live');
    expect(progressMode(choice, { ...tty, interactive: false })).toBe('plain');
    expect(progressMode({ ...choice, quiet: true }, tty)).toBe('quiet');
    expect(progressMode({ ...choice, logLevel: 'silent' }, tty)).toBe('quiet');
    expect(progressMode({ ...choice, quiet: true, json: true }, tty)).toBe('json');
  });
});

test('quantities', () => {
  expect([0, 999, 1000, 41_230, 999_499, 999_500, 1_250_000].map(quantity)).toEqual([
    '0',
    '999',
    '1k',
    '41k',
    '999k',
    '1.0M',
    '1.3M',
  ]);
  expect([0, 0.003, 1].map(percent)).toEqual(['0.0 %', '0.3 %', '100.0 %']);
  expect([0, 18_400, 99_400, 100_000, 1_440_000, 11_160_000].map(duration)).toEqual([
    '0 s',
    '18 s',
    '99 s',
    '2 min',
    '24 min',
    '3.1 h',
  ]);
});

test('tables are as wide as their content, numbers on the right, nothing behind the last column', () => {
  expect(
    renderTable(
      ['id', 'n', 'title'],
      [
        ['a', 5, 'one'],
        ['longer', 12, ''],
      ],
    ),
  ).toBe('id       n  title\na        5  one\nlonger  12\n');
});

test('a command line can be pasted again', () => {
  expect(shellLine(['protocol', 'run', '--out', "it's here", '--option', 'a=b c'])).toBe(
    "protocol run --out 'it'\\''s here' --option 'a=b c'",
  );
});
