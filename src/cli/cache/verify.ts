/** Is every reply of a cache whole, and under the name of its request? */
import { cacheContent, removeDamaged } from '../../protocol/reply-cache/inventory.ts';
import { defineCommand } from '../command.ts';
import { EXIT_DONE, EXIT_FAILED } from '../exit-code.ts';
import { cacheFolder, counted, folderPositional } from './flags.ts';

export const cacheVerify = defineCommand({
  words: 'cache verify',
  summary: 'Check that every reply of a cache is whole and answers the request of its name.',
  positional: folderPositional,
  flags: {
    remove: {
      kind: 'switch',
      describe: 'take damaged ones away; a job would ask anew for them anyway',
    },
  },
  examples: [{ line: 'cache verify .cache/replies', describe: 'Exit 1 when one is damaged' }],
  run: ({ remove }, context, folder = '') => {
    const { replies, damaged } = cacheContent(cacheFolder(folder, context));
    for (const { problem } of damaged) context.writeError(`${problem}\n`);
    if (remove) removeDamaged(damaged);
    const found = damaged.length === 0 ? 'none' : String(damaged.length);
    const gone = remove && damaged.length > 0 ? ' and removed' : '';
    context.writeOut(`${counted(replies.length)} whole, ${found} damaged${gone}\n`);
    return Promise.resolve(damaged.length === 0 || remove ? EXIT_DONE : EXIT_FAILED);
  },
});
