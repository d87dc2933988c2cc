/** Where does the data come from, how much is there, and which bytes? */
import type { DataCard } from '../../core/dataset.ts';
import { HUGGING_FACE_REVISION, UPSTREAM_COMMIT } from './data/download.ts';
import type { DataManifest } from './data/store.ts';
import { LEVELS, stratumOf } from './tasks/ids.ts';
import type { ApiBankTask } from './tasks/task.ts';

/** `pool` in manifest order. */
export function dataCard(manifest: DataManifest, pool: readonly ApiBankTask[]): DataCard {
  const counts: { [name: string]: number } = { ...manifest.counts };
  for (const level of LEVELS) {
    counts[`pool ${stratumOf(level)}`] = pool.filter((task) => task.level === level).length;
  }
  for (const task of pool) {
    const name = `pool ${task.stratum} ${task.gold.apiName}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return {
    title: 'API-Bank',
    version: manifest.dataHash.slice(0, 12),
    licence: 'Apache-2.0 (code and dialogues in DAMO-ConvAI); the Hugging Face data set says MIT',
    provenance: [
      `imported as ${manifest.source}`,
      `github.com/AlibabaResearch/DAMO-ConvAI, folder api-bank, commit ${UPSTREAM_COMMIT}`,
      `huggingface.co/datasets/liminghao1630/API-Bank, revision ${HUGGING_FACE_REVISION} (level 3)`,
      'Li et al., API-Bank: A Comprehensive Benchmark for Tool-Augmented LLMs, EMNLP 2023, arXiv:2304.08244',
    ],
    counts,
    hashes: { data: manifest.dataHash, ...manifest.files },
  };
}
