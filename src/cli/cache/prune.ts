/** How is a cache of replies kept small? */
import { UsageError } from '../../core/errors.ts';
import { pruneCache } from '../../protocol/reply-cache/inventory.ts';
import { defineCommand } from '../command.ts';
import { EXIT_DONE } from '../exit-code.ts';
import { cacheFolder, counted, folderPositional, megabytes } from './flags.ts';

export const cachePrune = defineCommand({
  words: 'cache prune',
  summary: 'Take old replies out of a cache, or the oldest until it is small enough.',
  positional: folderPositional,
  flags: {
    olderThan: {
      kind: 'duration',
      describe: 'those that were written longer ago than this, for example 30d or 12h',
    },
    maxMegabytes: {
      kind: 'decimal',
      minimum: 0,
      describe: 'the oldest, until no more than this is left',
    },
  },
  examples: [
    { line: 'cache prune .cache/replies --older-than 30d', describe: 'What is a month old' },
    { line: 'cache prune .cache/replies --max-megabytes 500', describe: 'All but half a gigabyte' },
  ],
  run: ({ olderThan, maxMegabytes }, context, folder = '') => {
    if (olderThan === null && maxMegabytes === null) {
      throw new UsageError('cache prune takes nothing away without a rule', {
        hints: ['say --older-than 30d or --max-megabytes 500'],
      });
    }
    const pruned = pruneCache(cacheFolder(folder, context), {
      olderThan: olderThan === null ? null : context.now() - olderThan,
      mostBytes: maxMegabytes === null ? null : maxMegabytes * 1e6,
    });
    context.writeOut(
      `${counted(pruned.removed)} removed (${megabytes(pruned.removedBytes)}), ${counted(pruned.kept)} left (${megabytes(pruned.keptBytes)})\n`,
    );
    return Promise.resolve(EXIT_DONE);
  },
});
