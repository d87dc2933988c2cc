/** Is the benchmark's data here, and if not, may it be imported first? */
import { join } from 'node:path';
import { namedEntry } from '../../config/names.ts';
import { PrerequisiteError } from '../../core/errors.ts';
import { datasets } from '../../registry.ts';
import type { CommandContext } from '../command.ts';

export const dataFlag = {
  kind: 'text',
  placeholder: 'DIR',
  describe:
    "a copy of the benchmark's data, imported first when no data is here yet; the same as protocol data import",
} as const;

/** Imports from `from` unless the data is here already. Nothing happens without `from`. */
export async function ensureData(
  dataset: string,
  from: string | null,
  context: CommandContext,
): Promise<void> {
  if (from === null) return;
  const plugin = await namedEntry(datasets, dataset, 'dataset')();
  const settings = {
    benchmarksRoot: join(context.packageRoot, 'benchmarks'),
    environment: context.environment,
    options: {},
    embedder: null,
  };
  try {
    await plugin.open(settings);
  } catch (error) {
    if (!(error instanceof PrerequisiteError)) throw error;
    context.writeError(`importing ${dataset} from ${from}\n`);
    const { stop: signal } = context;
    await plugin.data.import(from, { ...settings, signal, onProgress: () => undefined });
  }
}
