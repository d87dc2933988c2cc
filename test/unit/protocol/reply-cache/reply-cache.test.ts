/** Is a shared reply given out for its own request only, and can a cache be looked at, checked and made smaller? */
import { cpSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CommandContext } from '../../../../src/cli/command.ts';
import { commands } from '../../../../src/cli/commands.ts';
import { parseCommandLine } from '../../../../src/cli/parse-command-line.ts';
import type { FinishReason, ModelReply, ModelRequest } from '../../../../src/core/model.ts';
import { replyKey } from '../../../../src/models/middleware/request-key.ts';
import { cacheContent, pruneCache } from '../../../../src/protocol/reply-cache/inventory.ts';
import {
  openSharedReplies,
  type SharedReplies,
} from '../../../../src/protocol/reply-cache/shared-replies.ts';
import { temporaryFolder } from '../../../support/job/job-files.ts';

const request: ModelRequest = {
  model: 'a/model',
  channel: 'task',
  messages: [
    { role: 'system', content: 'You plan.' },
    { role: 'user', content: 'A task.' },
  ],
  decoding: { temperature: 0.7, topP: 1, maxTokens: 100, repetitionPenalty: 1, thinking: false },
  seed: 5,
  sample: 0,
};

const reply = (text: string, finishReason: FinishReason = 'stop'): ModelReply => ({
  ...{ text, reasoning: null, finishReason, servedModel: 'a/model' },
  usage: { modelCalls: 1, inputTokens: 12, outputTokens: 3 },
});

function keep(cache: SharedReplies, asked: ModelRequest, answer: ModelReply, provider = 'p'): void {
  cache.set(replyKey(provider, asked), answer, { provider, request: asked });
}

function found(cache: SharedReplies, asked: ModelRequest, provider = 'p'): string | undefined {
  return cache.get(replyKey(provider, asked), { provider, request: asked })?.text;
}

describe('a shared reply', () => {
  it('is not given out when anything else is asked, of anybody else, or once more', () => {
    const cache = openSharedReplies(temporaryFolder());
    keep(cache, request, reply('yes'));
    expect(found(cache, request)).toBe('yes');
    expect(found(cache, { ...request, role: 'planner' })).toBe('yes');
    const { messages, decoding } = request;
    const others: Partial<ModelRequest>[] = [
      { model: 'a/model-2' },
      { channel: 'reflect' },
      { messages: messages.slice(1) },
      { messages: [...messages].reverse() },
      { decoding: { ...decoding, temperature: 0.71 } },
      { decoding: { ...decoding, maxTokens: 101 } },
      { decoding: { ...decoding, thinking: true } },
      { seed: 0 },
      { sample: 1 },
      { tools: [{ name: 'x', description: '', parameters: {} }] },
    ];
    for (const other of others) expect(found(cache, { ...request, ...other })).toBeUndefined();
    expect(found(cache, request, 'p at another server')).toBeUndefined();
    expect(cache.counts()).toEqual({ hits: 2, kept: 1, damaged: 0, unkept: 0 });
  });

  it('comes back as it was, whatever it says', () => {
    const cache = openSharedReplies(temporaryFolder());
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(9), (text, seed) => {
        const asked = { ...request, seed, messages: [{ role: 'user' as const, content: text }] };
        keep(cache, asked, reply(text));
        expect(found(cache, asked)).toBe(text);
      }),
      { numRuns: 40, examples: [['\u0000{{x}} $& __proto__ \u001b[31m </script>', 0]] },
    );
  });

  it.each(['length', 'refusal', 'content-filter', 'other'] as const)(
    'is not kept when it ended by %s',
    (finishReason) => {
      const cache = openSharedReplies(temporaryFolder());
      keep(cache, request, reply('half', finishReason));
      expect(found(cache, request)).toBeUndefined();
    },
  );

  it('that cannot be kept stops nothing', () => {
    const folder = temporaryFolder();
    const cache = openSharedReplies(folder);
    const key = replyKey('p', request);
    writeFileSync(join(folder, key.slice(0, 2)), 'a file where a folder should be');
    keep(cache, request, reply('yes'));
    expect(cache.counts()).toMatchObject({ kept: 0, unkept: 1 });
  });

  it('needs a folder', () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    expect(() => openSharedReplies(file)).toThrow(/cannot create the folder/);
  });
});

/** Four replies, an hour apart; the last one is the newest. */
function filled(): string {
  const folder = temporaryFolder();
  const cache = openSharedReplies(folder);
  for (let index = 0; index < 4; index += 1) {
    const asked = { ...request, seed: index };
    keep(cache, asked, reply('yes'), index === 3 ? 'q' : 'p');
    const key = replyKey(index === 3 ? 'q' : 'p', asked);
    utimesSync(join(folder, key.slice(0, 2), `${key}.json.gz`), 0, index * 3600);
  }
  writeFileSync(join(folder, 'notes.txt'), 'not ours');
  return folder;
}

interface Told {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

async function told(...words: string[]): Promise<Told> {
  let [out, error] = ['', ''];
  const asked = parseCommandLine(words, commands, '0');
  if (asked.kind === 'text') return { code: 0, out: asked.text, error };
  const code = await asked.start({
    workingDirectory: '/',
    now: () => 4 * 3_600_000,
    writeOut: (text: string) => {
      out += text;
    },
    writeError: (text: string) => {
      error += text;
    },
  } as unknown as CommandContext);
  return { code, out, error };
}

describe('cache stats and ls', () => {
  it('count by model and server, and list the newest first', async () => {
    const folder = filled();
    const { out } = await told('cache', 'stats', folder);
    expect(out).toMatch(/^4 replies, 0\.00 MB\n/);
    expect(out).toMatch(/a\/model {2}team +3 +36 +9 +\d+ {2}p\n/);
    expect(out).toMatch(/a\/model {2}team +1 +12 +3 +\d+ {2}q\n/);
    const listed = await told('cache', 'ls', folder, '--limit', '2');
    expect(listed.out.split('\n')[1]).toMatch(/1970-01-01 03:00 {2}a\/model .*q$/);
    expect(listed.error).toBe('2 more: --limit 4\n');
    const { out: json } = await told('cache', 'stats', folder, '--json');
    expect(JSON.parse(json)).toMatchObject({ replies: 4, damaged: 0, groups: [{}, {}] });
  });

  it('say when there is no cache, and show an empty one', async () => {
    const missing = join(temporaryFolder(), 'none');
    await expect(told('cache', 'stats', missing)).rejects.toThrow(
      `there is no cache at ${missing}`,
    );
    expect((await told('cache', 'stats', temporaryFolder())).out).toBe('0 replies, 0.00 MB\n');
  });
});

describe('cache verify', () => {
  it('finds what was cut, changed, or renamed, and takes it away when told so', async () => {
    const folder = filled();
    expect(await told('cache', 'verify', folder)).toEqual({
      ...{ code: 0, out: '4 replies whole, none damaged\n', error: '' },
    });
    const [first, second] = cacheContent(folder).replies.map(({ key }) => key);
    const path = (key = ''): string => join(folder, key.slice(0, 2), `${key}.json.gz`);
    writeFileSync(path(first), readFileSync(path(first)).subarray(0, 50));
    mkdirSync(join(folder, 'ff'), { recursive: true });
    cpSync(path(second), path('f'.repeat(64)));
    const { code, out, error } = await told('cache', 'verify', folder);
    expect([code, out]).toEqual([1, '3 replies whole, 2 damaged\n']);
    expect(error).toContain(`${path(first)} is not valid JSON`);
    expect(error).toContain(`${path('f'.repeat(64))} answers another request than its name says`);
    const mended = await told('cache', 'verify', folder, '--remove');
    expect([mended.code, mended.out]).toEqual([0, '3 replies whole, 2 damaged and removed\n']);
    expect((await told('cache', 'verify', folder)).out).toBe('3 replies whole, none damaged\n');
  });
});

describe('cache prune', () => {
  it('takes the old ones, or the oldest of too many, and nothing that is not its own', async () => {
    const folder = filled();
    expect((await told('cache', 'prune', folder, '--older-than', '150m')).out).toMatch(
      /^2 replies removed .*, 2 replies left/,
    );
    const { replies } = cacheContent(folder);
    expect(replies.map(({ writtenAt }) => writtenAt / 3_600_000).sort()).toEqual([2, 3]);
    const newest = Math.max(...replies.map(({ bytes }) => bytes));
    expect(pruneCache(folder, { olderThan: null, mostBytes: newest })).toMatchObject({
      removed: 1,
      kept: 1,
    });
    expect(cacheContent(folder).replies.map(({ provider }) => provider)).toEqual(['q']);
    expect(readdirSync(folder)).toContain('notes.txt');
  });

  it('needs a rule', async () => {
    await expect(told('cache', 'prune', filled())).rejects.toThrow('without a rule');
  });
});
