/** How much is in a cache of replies, and of which models? */
import { type CachedReply, cacheContent } from '../../protocol/reply-cache/inventory.ts';
import { defineCommand } from '../command.ts';
import { EXIT_DONE } from '../exit-code.ts';
import { renderTable } from '../render/table.ts';
import { cacheFolder, counted, folderPositional, jsonFlag, megabytes } from './flags.ts';

export const cacheStats = defineCommand({
  words: 'cache stats',
  summary: 'How much is in a cache of replies: by model and server, with what it once took.',
  positional: folderPositional,
  flags: { json: jsonFlag },
  examples: [{ line: 'cache stats .cache/replies', describe: 'Replies, tokens and bytes' }],
  run: ({ json }, context, folder = '') => {
    const { replies, damaged } = cacheContent(cacheFolder(folder, context));
    const groups = grouped(replies);
    if (json) {
      const bytes = sum(replies, ({ bytes: own }) => own);
      const totals = { replies: replies.length, bytes, damaged: damaged.length };
      context.writeOut(`${JSON.stringify({ schema: 'cache-stats-1', ...totals, groups })}\n`);
      return Promise.resolve(EXIT_DONE);
    }
    const total = megabytes(sum(replies, ({ bytes }) => bytes));
    context.writeOut(`${counted(replies.length)}, ${total}\n`);
    if (groups.length > 0) {
      context.writeOut(
        renderTable(
          ['model', 'asked by', 'replies', 'tokens in', 'tokens out', 'bytes', 'server'],
          groups.map(({ model, asker, replies: count, inputTokens, outputTokens, ...group }) => [
            ...[model, asker, count, inputTokens, outputTokens, group.bytes, group.provider],
          ]),
        ),
      );
    }
    if (damaged.length > 0) {
      context.writeError(`${damaged.length} damaged: protocol cache verify ${folder} names them\n`);
    }
    return Promise.resolve(EXIT_DONE);
  },
});

interface Group extends Pick<CachedReply, 'provider' | 'model' | 'asker'> {
  readonly replies: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly bytes: number;
}

function grouped(replies: readonly CachedReply[]): Group[] {
  const groups = new Map<string, CachedReply[]>();
  for (const reply of replies) {
    const key = JSON.stringify([reply.model, reply.asker, reply.provider]);
    groups.set(key, [...(groups.get(key) ?? []), reply]);
  }
  return [...groups]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([, members]) => {
      const [first] = members;
      if (first === undefined) return [];
      const { provider, model, asker } = first;
      return {
        ...{ provider, model, asker, replies: members.length },
        inputTokens: sum(members, ({ inputTokens }) => inputTokens),
        outputTokens: sum(members, ({ outputTokens }) => outputTokens),
        bytes: sum(members, ({ bytes }) => bytes),
      };
    });
}

function sum(replies: readonly CachedReply[], of: (reply: CachedReply) => number): number {
  return replies.reduce((total, reply) => total + of(reply), 0);
}
