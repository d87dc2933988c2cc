import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DatasetSettings } from '../../../../../src/core/dataset.ts';
import { installedSource, openApiBank } from '../../../../../src/datasets/apibank/dataset.ts';
import { apibank } from '../../../../../src/datasets/apibank/index.ts';
import {
  asksForReplies,
  openReplies,
} from '../../../../../src/datasets/apibank/replies/dataset.ts';
import type { ReplyTask } from '../../../../../src/datasets/apibank/replies/reply-task.ts';
import { replyVoteKey, scoreReply } from '../../../../../src/datasets/apibank/replies/score.ts';
import { apibankSynth } from '../../../../../src/datasets/apibank-synth/index.ts';
import { describeWithCorpus, repositoryRoot } from '../../../../support/shared.ts';

const { signal } = new AbortController();

function replyTask(reference: string, level: 1 | 3 = 1): ReplyTask {
  return {
    id: 'level-1::made.jsonl::1',
    stratum: `level-${level}`,
    level,
    describedApis: [],
    history: [],
    reference,
    call: 'level-1::made.jsonl::0',
  };
}

const REFERENCE = 'Your alarm is set for 7 in the morning.';

describe('a reply', () => {
  test('scores 1 and is correct in the recorded words, whatever the white space', () => {
    expect(scoreReply(replyTask(REFERENCE), REFERENCE)).toMatchObject({ score: 1, correct: true });
    const spaced = scoreReply(replyTask(REFERENCE), ` ${REFERENCE.replace(' is', '\n is')}`);
    expect(spaced).toMatchObject({ score: 1, correct: true, errorClass: null, error: null });
  });

  test('scores by degree in other words, with both values in the record', () => {
    const found = scoreReply(replyTask('the the cat'), 'the cat');
    expect(found).toMatchObject({ score: 1, correct: false, errorKind: 'differs' });
    expect(found.details['textbookRougeL']).toEqual({ precision: 1, recall: 2 / 3, f1: 0.8 });
    expect(scoreReply(replyTask('a b c d'), 'a b').score).toBe(0.6667);
  });

  test.each([
    ['', 'empty_reply', 'empty'],
    [' \n', 'empty_reply', 'empty'],
    ['...', 'no_overlap', 'other'],
    ['Nothing.', 'no_overlap', 'other'],
  ])('%j scores 0', (answer, errorKind, errorClass) => {
    const found = scoreReply(replyTask(REFERENCE), answer);
    expect(found).toMatchObject({ score: 0, correct: false, errorKind, errorClass });
  });

  test('loses speaker names on level 3 only, as in the evaluation of the benchmark', () => {
    const answer = `AI: ${REFERENCE}`;
    expect(scoreReply(replyTask(REFERENCE, 3), answer)).toMatchObject({ score: 1, correct: true });
    expect(scoreReply(replyTask(REFERENCE, 1), answer).score).toBeLessThan(1);
  });

  test('is told what is off in none of the recorded words', () => {
    const long = `${REFERENCE} ${'Is there more that can be done today? '.repeat(5)}`;
    expect(scoreReply(replyTask(REFERENCE), long).feedback).toContain('says much that');
    expect(scoreReply(replyTask(REFERENCE), 'Your alarm').feedback).toContain('leaves out much');
    const record = scoreReply(replyTask(REFERENCE), '{"status": "success"}').feedback;
    expect(record).toContain('copies a record');
    const call = scoreReply(replyTask(REFERENCE), "[AddAlarm(time='7')]").feedback;
    expect(call).toContain('holds an API call');
    for (const word of ['alarm', 'morning']) expect(`${record}${call}`).not.toContain(word);
  });

  test('votes with equal words, and not at all when blank', () => {
    expect(replyVoteKey('  Done.\nAll of it ')).toBe(replyVoteKey('done. all of IT'));
    expect(replyVoteKey('done')).not.toBe(replyVoteKey('done.'));
    expect(replyVoteKey(' \n')).toBeNull();
  });

  test('is asked for by the option task alone', () => {
    expect(asksForReplies({ options: {} })).toBe(false);
    expect(asksForReplies({ options: { task: 'calls', parserPolicy: 'strict' } })).toBe(false);
    expect(asksForReplies({ options: { task: 'replies' } })).toBe(true);
    expect(asksForReplies({ options: { task: 'replies', seed: 1 } }, ['seed'])).toBe(true);
    expect(() => asksForReplies({ options: { task: 'foo' } })).toThrow(
      'task must be one of calls, replies; got "foo"',
    );
    expect(() => asksForReplies({ options: { task: 'replies', parserPolicy: 'last' } })).toThrow(
      'parserPolicy means nothing to task replies',
    );
  });
});

describe('replies of the generated dialogues', () => {
  const settings: DatasetSettings = {
    benchmarksRoot: join(repositoryRoot, 'benchmarks'),
    environment: {},
    options: { task: 'replies' },
    embedder: null,
  };

  test('are opened by the same option, and follow the same calls', async () => {
    const replies = await apibankSynth.open(settings);
    const calls = await apibankSynth.open({ ...settings, options: {} });
    expect([replies.id, replies.name, replies.promptSet]).toEqual([
      'apibank-synth',
      'apibank-synth-replies',
      'apibank-replies',
    ]);
    const held = new Set(calls.evaluation.map(({ id }) => id));
    const tasks = (await replies.load(
      replies.pool.map(({ id }) => id),
      signal,
    )) as readonly ReplyTask[];
    const expected = tasks.filter(({ call }) => held.has(call)).map(({ id }) => id);
    expect(expected.length).toBeGreaterThan(20);
    expect(replies.evaluation.map(({ id }) => id).sort()).toEqual(expected.sort());
    for (const task of tasks.slice(0, 20)) {
      expect(await replies.score(task, task.reference)).toMatchObject({ score: 1, correct: true });
    }
  });

  test('name their pool behind the task, and refuse what only calls have', async () => {
    const options = { task: 'replies', datasetSeed: 7 };
    const other = await apibankSynth.open({ ...settings, options });
    expect(other.name).toBe('apibank-synth-replies@7');
    expect(other.reopen).toMatchObject(options);
    const strange = apibankSynth.open({
      ...settings,
      options: { ...options, parserPolicy: 'last' },
    });
    await expect(strange).rejects.toThrow('parserPolicy means nothing to task replies');
  });
});

describeWithCorpus('replies of the released data', 'apibank/data', (pack) => {
  let folder: string;
  let settings: DatasetSettings;
  let dataset: Awaited<ReturnType<typeof openReplies>>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'apibank-replies-'));
    settings = {
      benchmarksRoot: join(repositoryRoot, 'benchmarks'),
      environment: { APIBANK_ROOT: join(folder, 'data') },
      options: {},
      embedder: null,
    };
    await apibank.data.import(pack, { ...settings, signal, onProgress: () => undefined });
    dataset = await openReplies(await installedSource(settings), signal);
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  const perLevel = (tasks: readonly { readonly stratum: string }[]): number[] =>
    [1, 2, 3].map((level) => tasks.filter(({ stratum }) => stratum === `level-${level}`).length);

  test('follow every call but those with another call, or the user, behind them', () => {
    // 389 calls of level 1 less 10 before a call and 4 before the user; 119 of level 2 less 16 before a call; 50 samples.
    expect(perLevel(dataset.pool)).toEqual([389 - 10 - 4, 119 - 16, 50]);
  });

  test('are held out where they follow an evaluation call', () => {
    expect(perLevel(dataset.evaluation)).toEqual([28, 30, 3]);
  });

  test('have the odd number after their call, which stands last in their history', async () => {
    const calls = await openApiBank(settings);
    const replies = await dataset.load(
      dataset.pool.map(({ id }) => id),
      signal,
    );
    const before = await calls.load(
      replies.map(({ call }) => call),
      signal,
    );
    replies.forEach((reply, index) => {
      const call = before[index];
      expect(reply.history).toEqual([...(call?.history ?? []), call?.gold]);
      expect(reply.reference.trim(), reply.id).not.toBe('');
      const [file, number] = [/^(.*::)([^:]+)$/u.exec(reply.id), reply.call.split('::').at(-1)];
      const expected = reply.level === 3 ? 'response' : String(Number(number) + 1);
      expect([file?.[2], reply.call.startsWith(file?.[1] ?? '?')]).toEqual([expected, true]);
    });
  });

  test('are no calls: other ids, another identity, another name for folders', async () => {
    const calls = await openApiBank(settings);
    const known = new Set(calls.pool.map(({ id }) => id));
    expect(dataset.pool.filter(({ id }) => known.has(id))).toEqual([]);
    expect(dataset.identity).toMatchObject({
      task: 'replies',
      dataHash: calls.identity['dataHash'],
    });
    expect(calls.identity).not.toHaveProperty('task');
    expect([dataset.id, dataset.name, dataset.measure]).toEqual([
      'apibank',
      'apibank-replies',
      'ROUGE-L',
    ]);
  });

  test('are not opened as calls', async () => {
    await expect(openApiBank({ ...settings, options: { task: 'replies' } })).rejects.toThrow(
      'is not scored as a call',
    );
  });
});
