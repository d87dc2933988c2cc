/** How does a benchmark's data get here, and is it whole? */
import { join } from 'node:path';
import { namedEntry } from '../../config/names.ts';
import type { DataCard, DataCommandOptions, DatasetPlugin } from '../../core/dataset.ts';
import { InterruptedError } from '../../core/errors.ts';
import { datasets } from '../../registry.ts';
import { type Command, type CommandContext, defineCommand } from '../command.ts';
import { EXIT_DONE, EXIT_FAILED } from '../exit-code.ts';
import { cardText } from '../render/card.ts';
import { dataProgress } from '../render/data-progress.ts';

const positional = {
  name: 'DATASET',
  describe: `the benchmark (${Object.keys(datasets).join(', ')})`,
} as const;
const seeAlso = 'protocol list datasets';

export const dataImport = defineCommand({
  words: 'data import',
  summary: "Import a benchmark's data from a folder on this machine.",
  positional,
  flags: {
    from: {
      kind: 'text',
      placeholder: 'DIR',
      describe: 'a folder with the data, for example a clone of its repository',
      required: true,
    },
  },
  examples: [
    {
      line: 'data import apibank --from ../DAMO-ConvAI/api-bank',
      describe: 'From a clone of the public repository',
    },
  ],
  seeAlso,
  run: async ({ from }, context, id) =>
    await importing(
      id,
      context,
      async (plugin, options) => await plugin.data.import(from, options),
    ),
});

export const dataDownload = defineCommand({
  words: 'data download',
  summary: "Download a benchmark's data from its public sources; every hash is checked.",
  positional,
  flags: {},
  examples: [{ line: 'data download apibank', describe: "API-Bank's data, about 4 MB" }],
  seeAlso,
  run: async (_values, context, id) =>
    await importing(id, context, async (plugin, options) => await plugin.data.download(options)),
});

export const dataCheck = defineCommand({
  words: 'data check',
  summary: 'Check that the data is whole, and that every reference answer scores as correct.',
  positional,
  flags: { json: { kind: 'switch', describe: 'the checks and the data card as one JSON line' } },
  examples: [
    { line: 'data check apibank', describe: 'One line per check; exit code 1 when one fails' },
    { line: 'data check apibank --json', describe: 'For scripts' },
  ],
  seeAlso,
  run: async ({ json }, context, id) => {
    const plugin = await namedEntry(datasets, id, 'dataset')();
    const progress = dataProgress(context);
    const { card, checks } = await untilStopped(context, async () => {
      return await plugin.data.check(commandOptions(context, progress.onProgress));
    });
    progress.close();
    if (json) context.writeOut(`${JSON.stringify({ card, checks })}\n`);
    else {
      for (const check of checks) {
        context.writeOut(`${check.passed ? 'ok    ' : 'FAILED'}  ${check.name}: ${check.detail}\n`);
      }
      context.writeOut(cardText(card));
    }
    return checks.every((check) => check.passed) ? EXIT_DONE : EXIT_FAILED;
  },
});

export const dataCommands: readonly Command[] = [dataImport, dataDownload, dataCheck];

async function importing(
  id: string,
  context: CommandContext,
  work: (plugin: DatasetPlugin, options: DataCommandOptions) => Promise<DataCard>,
): Promise<number> {
  const plugin = await namedEntry(datasets, id, 'dataset')();
  const progress = dataProgress(context);
  const card = await untilStopped(context, async () => {
    return await work(plugin, commandOptions(context, progress.onProgress));
  });
  progress.close();
  context.writeOut(cardText(card));
  context.writeError(`check it at any time: protocol data check ${id}\n`);
  return EXIT_DONE;
}

async function untilStopped<Value>(
  context: CommandContext,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!context.stop.aborted) throw error;
    throw new InterruptedError('stopped; what was there before is unchanged', { cause: error });
  }
}

function commandOptions(
  context: CommandContext,
  onProgress: DataCommandOptions['onProgress'],
): DataCommandOptions {
  return {
    benchmarksRoot: join(context.packageRoot, 'benchmarks'),
    environment: context.environment,
    options: {},
    embedder: null,
    signal: context.stop,
    onProgress,
  };
}
