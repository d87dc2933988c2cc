/** What does scoring a file look like from the shell, and what is left alone when the file is bad? */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { protocol, type Spawned } from '../support/cli.ts';
import { describeWithCorpus } from '../support/shared.ts';

const ONE = 'level-1::AddAgenda-AddAlarm-GetUserToken-level-2-1.jsonl::0';
const LOGIN = "[GetUserToken(username='a', password='b')]";

describeWithCorpus('score from the shell', 'apibank/data', (pack) => {
  const cwd = mkdtempSync(join(tmpdir(), 'score-'));
  const env = { APIBANK_ROOT: join(cwd, 'data') };
  const spawned = async (words: readonly string[]): Promise<Spawned> =>
    await protocol(words, { cwd, env });
  const scored = async (lines: readonly string[], ...flags: string[]): Promise<Spawned> => {
    writeFileSync(join(cwd, 'answers.jsonl'), `${lines.join('\n')}\n`);
    const words = ['score', '--predictions', 'answers.jsonl', '--out', 'scored.jsonl', ...flags];
    return await spawned(words);
  };
  const answer = (id: string, text: string): string => JSON.stringify({ task_id: id, text });

  beforeAll(async () => {
    const imported = await spawned(['data', 'import', 'apibank', '--from', pack]);
    expect(imported.exitCode).toBe(0);
  });
  afterAll(() => rmSync(cwd, { recursive: true, force: true }));

  test('every row has its class and all scorers; the line says by what, of how many, on which data', async () => {
    const { exitCode, stdout, stderr } = await scored([answer(ONE, LOGIN)]);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      dataset: 'apibank',
      out: 'scored.jsonl',
      scorer: { id: 'execution', version: 1 },
      denominator: 'answers',
      identity: { dataHash: expect.stringMatching(/^[0-9a-f]{64}$/u) as string },
      pool: { scored: 1, tasks: 445 },
      summary: { all: { answers: 1, tasks: 1, correct: 0, undecided: 0, accuracy: 0 } },
    });
    expect(stderr).toContain('1 scored of 445 pool tasks');
    const [row = ''] = readFileSync(join(cwd, 'scored.jsonl'), 'utf8').split('\n');
    expect(JSON.parse(row)).toMatchObject({
      task_id: ONE,
      correct: false,
      error_class: 'execution_exception',
      scores: {
        execution: false,
        'execution-strict': false,
        'execution-upstream': false,
        slots: false,
        upstream: false,
      },
    });
  });

  test('a bad file is refused line by line, and the scored rows of before stay', async () => {
    await scored([answer(ONE, LOGIN)]);
    const before = readFileSync(join(cwd, 'scored.jsonl'), 'utf8');
    const refused = async (lines: readonly string[], ...flags: string[]): Promise<string> => {
      const { exitCode, stdout, stderr } = await scored(lines, ...flags);
      expect([exitCode, stdout]).toEqual([2, '']);
      expect(readFileSync(join(cwd, 'scored.jsonl'), 'utf8')).toBe(before);
      return stderr;
    };
    expect(await refused([answer(ONE, LOGIN), '{"task_id": "x",'])).toContain(
      'answers.jsonl:2:17: not JSON',
    );
    expect(await refused([answer(ONE, LOGIN), answer('level-1::no', '')])).toContain(
      'answers.jsonl:2: unknown task "level-1::no"',
    );
    const twice = [answer(ONE, LOGIN), answer(ONE, '')];
    const repeated = await refused(twice);
    expect(repeated).toContain(
      `answers.jsonl:2: a second answer to ${ONE}, the first is on line 1`,
    );
    expect(repeated).toContain('--repeated-answers');
    expect(await refused([answer(ONE, LOGIN)], '--expect', 'pool')).toContain(
      'answers.jsonl: 444 of the 445 pool tasks have no answer: ',
    );
    expect((await scored(twice, '--repeated-answers')).exitCode).toBe(0);
    rmSync(join(cwd, 'scored.jsonl'));
    await scored(['{']);
    expect(existsSync(join(cwd, 'scored.jsonl'))).toBe(false);
  });

  test('data check counts the tasks outside the pool, and names them on request', async () => {
    const counts = await spawned(['data', 'check', 'apibank']);
    expect(counts.exitCode).toBe(0);
    expect(counts.stdout).toContain('outside the pool: 308 tasks (one line for each with --tasks)');
    expect(counts.stdout).toContain('   17  level-2: beyond the first 100 of its level');
    const each = await spawned(['data', 'check', 'apibank', '--tasks']);
    expect(each.stdout).toContain(
      'level-2::DeleteMeeting-level-3-1.jsonl::4  its reference call does not score correct (DeleteMeeting: KeyError',
    );
    const json = await spawned(['data', 'check', 'apibank', '--json']);
    expect((JSON.parse(json.stdout) as { outsidePool: object[] }).outsidePool).toHaveLength(308);
  });
});
