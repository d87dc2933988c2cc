/** How is a dataset opened here: with which files, and which embedding model? */
import { join } from 'node:path';
import { namedEntry } from '../../config/names.ts';
import type { Dataset, DatasetSettings } from '../../core/dataset.ts';
import { canonicalJson } from '../../core/json.ts';
import type { Embedder } from '../../core/model.ts';
import { openEmbedder } from '../../models/embedders/open-embedder.ts';
import { datasets } from '../../registry.ts';
import { type Installation, remembered } from './job-request.ts';

export interface OpenedDataset {
  readonly dataset: Dataset;
  /** The embedding model that it was opened with, if any. */
  readonly embedder: Embedder | null;
}

interface OpeningPlace {
  readonly installation: Installation;
  readonly signal: AbortSignal;
}

/** @throws UsageError for an unknown dataset or option; PrerequisiteError when its data or its embedding model is not here */
export function openDataset(
  id: string,
  options: DatasetSettings['options'],
  at: OpeningPlace,
): Promise<OpenedDataset> {
  const name = `dataset ${id} ${canonicalJson(options)}`;
  return remembered(at.installation, name, () => openOne(id, options, at));
}

async function openOne(
  id: string,
  options: DatasetSettings['options'],
  at: OpeningPlace,
): Promise<OpenedDataset> {
  const { installation, signal } = at;
  const plugin = await namedEntry(datasets, id, 'dataset')();
  const benchmarksRoot = join(installation.packageRoot, 'benchmarks');
  const { environment } = installation;
  const { embedder: fallback } = plugin;
  const embedder = await openEmbedder({ ...installation, benchmarksRoot, fallback }, signal);
  const dataset = await plugin.open({ benchmarksRoot, environment, options, embedder });
  return { dataset, embedder };
}
