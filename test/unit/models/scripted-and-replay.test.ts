import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PrerequisiteError, UsageError } from '../../../src/core/errors.ts';
import { record } from '../../../src/models/middleware/record.ts';
import { provider as replay } from '../../../src/models/replay/index.ts';
import { provider as scripted } from '../../../src/models/scripted/index.ts';
import { scriptedProvider } from '../../../src/models/scripted/provider.ts';
import { failureOf, specRequest } from '../../conformance/provider-spec.ts';

const never = new AbortController().signal;
const settings = { endpoints: [], apiKey: null, timeoutMs: 1000 };
const fromOptions = (options: Record<string, unknown>) => scripted.create({ ...settings, options });

describe('scripted', () => {
  test('replies in order, and says when the script is at its end', async () => {
    const provider = fromOptions({ replies: ['one', ''] });
    expect(await provider.generate(specRequest('a'), never)).toMatchObject({ text: 'one' });
    expect(await provider.generate(specRequest('b'), never)).toMatchObject({ text: '' });
    const error = await failureOf(provider.generate(specRequest('c'), never));
    expect(error).toMatchObject({ kind: 'bad-request', retry: false });
    expect(error.message).toBe('the script has 2 replies and this is call 3');
  });

  test('the first rule that fits answers', async () => {
    const rules = [
      { contains: 'few words', reply: 'by the system text' },
      { contains: 'b', reply: 'too late' },
    ];
    const provider = fromOptions({ rules });
    expect(await provider.generate(specRequest('b'), never)).toMatchObject({
      text: 'by the system text',
    });
    const other = fromOptions({ rules: [{ contains: 'zzz', reply: 'x' }], otherwise: 'else' });
    expect(await other.generate(specRequest('b'), never)).toMatchObject({ text: 'else' });
    const strict = fromOptions({ rules: [{ contains: 'zzz', reply: 'x' }] });
    const error = await failureOf(strict.generate(specRequest('b'), never));
    expect(error.message).toBe('no rule of the script fits this request');
  });

  test('two scripts are two identities', () => {
    expect(fromOptions({ replies: ['a'] }).id).not.toBe(fromOptions({ replies: ['b'] }).id);
    expect(fromOptions({ replies: ['a'] }).id).toBe(fromOptions({ replies: ['a'] }).id);
    expect(fromOptions({ replies: ['a'] }).simulated).toBe(true);
  });

  test('keeps the requests, and fills in what a reply leaves out', async () => {
    const provider = scriptedProvider(() => ({ text: 'two words', finishReason: 'length' }));
    const request = specRequest('three little words');
    expect(await provider.generate(request, never)).toEqual({
      text: 'two words',
      reasoning: null,
      finishReason: 'length',
      servedModel: 'spec/model',
      usage: { modelCalls: 1, inputTokens: 8, outputTokens: 2 },
    });
    expect(provider.requests).toEqual([request]);
  });

  test.each([
    [{}, 'either the option "replies" or the option "rules"'],
    [{ replies: [], rules: [] }, 'either the option'],
    [{ replies: 'one' }, '"replies" must be a list of texts'],
    [{ replies: [1] }, '"replies" must be a list of texts'],
    [{ rules: [{ contains: 'x' }] }, '"rules" must be a list of { contains, reply }'],
    [{ rules: [null] }, '"rules" must be'],
    [{ otherwise: 1 }, '"otherwise" must be a text'],
    [{ reply: 'x' }, 'no option "reply"'],
  ])('%j is refused', async (options, message) => {
    expect(() => fromOptions(options)).toThrow(UsageError);
    expect(() => fromOptions(options)).toThrow(message);
    await expect(scripted.probe({ ...settings, options }, 'm', never)).rejects.toThrow(message);
  });
});

describe('replay', () => {
  let folder = '';
  let file = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'replay-'));
    file = join(folder, 'recording.jsonl');
    let text = '\n';
    const recorder = record((line) => {
      text += line;
    })(scriptedProvider(['first', 'second', 'first again']));
    await recorder.generate(specRequest('a'), never);
    await recorder.generate(specRequest('a', { sample: 1 }), never);
    await recorder.generate(specRequest('b'), never);
    writeFileSync(file, text);
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const play = (path: string) => replay.create({ ...settings, options: { file: path } });

  test('the same request has the same reply, whoever is asked first', async () => {
    const provider = play(file);
    const texts = [];
    for (const request of [specRequest('b'), specRequest('a', { sample: 1 }), specRequest('a')]) {
      texts.push((await provider.generate(request, never)).text);
    }
    expect(texts).toEqual(['first again', 'second', 'first']);
    await replay.probe({ ...settings, options: { file } }, 'm', never);
  });

  test('a request that was never recorded fails and says how to record it', async () => {
    const error = await failureOf(play(file).generate(specRequest('c', { sample: 4 }), never));
    expect(error).toMatchObject({ kind: 'not-found', retry: false });
    expect(error.message).toMatch(/holds no reply to this request .*spec\/model.* sample 4/);
    expect(error.hints.join(' ')).toContain('record(');
  });

  test('the id follows the content of the file', () => {
    const other = join(folder, 'other.jsonl');
    writeFileSync(other, readFileSync(file, 'utf8').split('\n').slice(2).join('\n'));
    expect(play(other).id).not.toBe(play(file).id);
  });

  test.each([
    ['{"key":"k"}', ':1 is no recorded reply'],
    ['{"key":', ':1 is no recorded reply'],
    ['null', ':1 is no recorded reply'],
  ])('%s is no recording', (line, message) => {
    const broken = join(folder, 'broken.jsonl');
    writeFileSync(broken, line);
    expect(() => play(broken)).toThrow(PrerequisiteError);
    expect(() => play(broken)).toThrow(message);
  });

  test('no file', async () => {
    const missing = join(folder, 'missing.jsonl');
    expect(() => play(missing)).toThrow(`${missing} cannot be read`);
    expect(() => replay.create({ ...settings, options: {} })).toThrow(UsageError);
    await expect(
      replay.probe({ ...settings, options: { file: missing } }, 'm', never),
    ).rejects.toThrow(PrerequisiteError);
  });
});
