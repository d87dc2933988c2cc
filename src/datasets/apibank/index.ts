/** The dataset plugin `apibank`: one recorded API call to predict per task, scored by carrying it out. */
import type { DataCard, DataCommandOptions, DatasetPlugin } from '../../core/dataset.ts';
import { dataCard } from './card.ts';
import { checkData } from './check.ts';
import { downloadSource, remoteFiles, removeDownload } from './data/download.ts';
import { storing } from './data/files.ts';
import { readSource, type SourceContent } from './data/source.ts';
import { dataRoot, installData, readInstalled } from './data/store.ts';
import { downloadToolsearcherModel } from './data/toolsearcher-model.ts';
import { APIBANK_VERSION, installedSource, openApiBank } from './dataset.ts';
import { asksForReplies, openReplies } from './replies/dataset.ts';
import { readTaskManifests } from './tasks/ids.ts';
import { allTasks } from './tasks/task.ts';

const RETRY_DELAY_MS = 500;

export const apibank = {
  id: 'apibank',
  version: APIBANK_VERSION,
  title: 'API-Bank: predict the next API call of a dialogue (levels 1, 2 and 3)',
  open: async (settings) =>
    asksForReplies(settings)
      ? await openReplies(await installedSource(settings), new AbortController().signal)
      : await openApiBank(settings),
  data: {
    import: async (from, options) => {
      const content = await readSource(from, options.signal);
      return await storing(dataRoot(options), () => install(content, content.kind, options));
    },
    download: async (options) => {
      if (options.options['what'] === 'toolsearcher-model') {
        return await downloadToolsearcherModel(options);
      }
      const { signal, onProgress, environment } = options;
      const root = dataRoot(options);
      const folder = `${root}.download`;
      return await storing(root, async () => {
        const content = await downloadSource(folder, remoteFiles(environment), {
          signal,
          onProgress,
          fetch: globalThis.fetch,
          retryDelayMs: RETRY_DELAY_MS,
        });
        const card = await install(content, 'download', options);
        await removeDownload(folder);
        return card;
      });
    },
    check: checkData,
  },
} satisfies DatasetPlugin;

async function install(
  content: SourceContent,
  source: string,
  options: DataCommandOptions,
): Promise<DataCard> {
  const { signal } = options;
  const root = dataRoot(options);
  const { pool } = await readTaskManifests(options.benchmarksRoot);
  const manifest = await installData(root, content.files, { source, signal });
  const { data } = await readInstalled(root, manifest, signal);
  const wanted = new Set(pool.map((task) => task.id));
  return dataCard(
    manifest,
    allTasks(data).filter((task) => wanted.has(task.id)),
  );
}
