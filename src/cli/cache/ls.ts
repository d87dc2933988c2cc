/** How is a look into a cache of replies asked for? */
import { cacheContent } from '../../protocol/reply-cache/inventory.ts';
import { defineCommand } from '../command.ts';
import { EXIT_DONE } from '../exit-code.ts';
import { renderTable } from '../render/table.ts';
import { cacheFolder, folderPositional } from './flags.ts';

export const cacheList = defineCommand({
  words: 'cache ls',
  summary: 'The replies in a cache, newest first: model, server, tokens, size.',
  positional: folderPositional,
  flags: {
    limit: {
      kind: 'integer',
      minimum: 1,
      describe: 'at most so many',
      default: 20,
    },
    json: { kind: 'switch', describe: 'one JSON line per reply' },
  },
  examples: [{ line: 'cache ls .cache/replies --limit 5', describe: 'The five newest' }],
  run: ({ limit, json }, context, folder = '') => {
    const { replies } = cacheContent(cacheFolder(folder, context));
    const shown = [...replies]
      .sort((left, right) => right.writtenAt - left.writtenAt || (left.key < right.key ? -1 : 1))
      .slice(0, limit);
    if (json) {
      for (const reply of shown) {
        const at = new Date(reply.writtenAt).toISOString();
        context.writeOut(`${JSON.stringify({ ...reply, writtenAt: at })}\n`);
      }
      return Promise.resolve(EXIT_DONE);
    }
    context.writeOut(
      renderTable(
        ['reply', 'written', 'model', 'asked by', 'tokens in', 'out', 'bytes', 'server'],
        shown.map((reply) => [
          reply.key.slice(0, 12),
          new Date(reply.writtenAt).toISOString().slice(0, 16).replace('T', ' '),
          reply.model,
          reply.asker,
          ...[reply.inputTokens, reply.outputTokens, reply.bytes],
          reply.provider,
        ]),
      ),
    );
    if (shown.length < replies.length) {
      context.writeError(`${replies.length - shown.length} more: --limit ${replies.length}\n`);
    }
    return Promise.resolve(EXIT_DONE);
  },
});
