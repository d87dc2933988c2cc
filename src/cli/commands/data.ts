/** How does a benchmark's data get here, and is it whole? */
import { join } from 'node:path';
import { namedEntry } from '../../config/names.ts';
import type { DataCard, DataCommandOptions, DatasetPlugin } from '../../core/dataset.ts';
import { InterruptedError } from '../../core/errors.ts';
import { openEmbedder } from '../../models/embedders/open-embedder.ts';
import { type DatasetId, datasets } from '../../registry.ts';
import { type Command, type CommandContext, defineCommand } from '../command.ts';
import { EXIT_DONE, EXIT_FAILED } from '../exit-code.ts';
import { cardText, outsidePoolText } from '../render/card.ts';
import { dataProgress } from '../render/data-progress.ts';
import { poolFlags, poolOptions } from './run-options.ts';

const positional = {
  name: 'DATASET',
  describe: `the benchmark (${Object.keys(datasets).join(', ')})`,
} as const;
const seeAlso = 'protocol list datasets';

/** What can be downloaded beside the data: the dataset that knows how, and what to do then. */
const extras: { readonly [what: string]: { readonly dataset: DatasetId; readonly next: string } } =
  {
    'toolsearcher-model': {
      dataset: 'apibank',
      next: 'use it: export APIBANK_TOOLSEARCHER_MODEL=sentence-transformers/paraphrase-MiniLM-L3-v2',
    },
  };

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
  positional: {
    ...positional,
    describe: `${positional.describe}, or ${Object.keys(extras).join(', ')}`,
  },
  flags: {},
  examples: [
    { line: 'data download apibank', describe: "API-Bank's data, about 4 MB" },
    {
      line: 'data download toolsearcher-model',
      describe: 'The embedding model for searches that no recording decides, about 70 MB',
    },
  ],
  seeAlso,
  run: async (_values, context, id) => {
    const extra = Object.hasOwn(extras, id) ? extras[id] : undefined;
    if (extra === undefined) {
      return await importing(
        id,
        context,
        async (plugin, options) => await plugin.data.download(options),
      );
    }
    const plugin = await datasets[extra.dataset]();
    const card = await showing(context, (options) =>
      plugin.data.download({ ...options, options: { what: id } }),
    );
    context.writeOut(cardText(card));
    context.writeError(`${extra.next}\n`);
    return EXIT_DONE;
  },
});

export const dataCheck = defineCommand({
  words: 'data check',
  summary: 'Check that the data is whole, and that every reference answer scores as correct.',
  positional,
  flags: {
    ...poolFlags,
    tasks: {
      kind: 'switch',
      describe: 'also one line for every task outside the pool: why it is not in it',
    },
    json: {
      kind: 'switch',
      describe: 'the checks, the tasks outside the pool and the data card as one JSON line',
    },
  },
  examples: [
    { line: 'data check apibank', describe: 'One line per check; exit code 1 when one fails' },
    { line: 'data check apibank --tasks', describe: 'Why is a task not in the pool?' },
    { line: 'data check apibank --json', describe: 'For scripts' },
  ],
  seeAlso,
  run: async ({ json, tasks, ...pool }, context, id) => {
    const plugin = await namedEntry(datasets, id, 'dataset')();
    const check = await showing(context, async (options) => {
      const { embedder: fallback } = plugin;
      const embedder = await openEmbedder({ ...context, ...options, fallback }, context.stop);
      return await plugin.data.check({ ...options, options: poolOptions(pool), embedder });
    });
    const { card, checks, outsidePool = [] } = check;
    if (json) context.writeOut(`${JSON.stringify({ card, checks, outsidePool })}\n`);
    else {
      for (const { name, passed, detail } of checks) {
        context.writeOut(`${passed ? 'ok    ' : 'FAILED'}  ${name}: ${detail}\n`);
      }
      context.writeOut(outsidePoolText(outsidePool, tasks));
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
  const card = await showing(context, async (options) => await work(plugin, options));
  context.writeOut(cardText(card));
  context.writeError(`check it at any time: protocol data check ${id}\n`);
  return EXIT_DONE;
}

/** Shows the progress of the work while it lasts. */
async function showing<Value>(
  context: CommandContext,
  work: (options: DataCommandOptions) => Promise<Value>,
): Promise<Value> {
  const progress = dataProgress(context);
  const value = await untilStopped(context, async () => {
    return await work(commandOptions(context, progress.onProgress));
  });
  progress.close();
  return value;
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
