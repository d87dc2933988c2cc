import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/json.ts';
import type { Embedder } from '../../../src/core/model.ts';
import { decodeValue } from '../../../src/datasets/apibank/python/convert.ts';
import { pyStr } from '../../../src/datasets/apibank/python/repr.ts';
import { scoringTables } from '../../../src/datasets/apibank/scoring/prepare.ts';
import { createScorer } from '../../../src/datasets/apibank/scoring/scorer.ts';
import type { Candidate } from '../../../src/datasets/apibank/scoring/search.ts';
import { levelSetOf } from '../../../src/datasets/apibank/tasks/task.ts';
import { openOnnxEmbedder } from '../../../src/models/embedders/onnx/embedder.ts';
import { describeWithModel } from '../../support/embedding/model-fixture.ts';
import { corpusPath, readJsonLines } from '../../support/shared.ts';
import {
  type Released,
  readReleased,
  taskOf,
} from '../../unit/datasets/apibank/scoring/released.ts';

/** The numbers of reference.py agree to this; they were computed in padded batches, and by another runtime. */
const TOLERANCE = 1e-4;

const { signal } = new AbortController();

/** Rows of numbers below two lines of heading; the first names the model's bytes. */
function readTable(name: string): { readonly model: string; readonly rows: number[][] } {
  const [head = '', , ...lines] = readFileSync(join(import.meta.dirname, name), 'utf8').split('\n');
  return {
    model: head.replace('# model ', ''),
    rows: lines.filter((line) => line !== '').map((line) => line.split('\t').map(Number)),
  };
}

/** Keeps what the scorer asked for. */
function remembering(embedder: Embedder, vectors: Map<string, Float32Array>): Embedder {
  return {
    ...embedder,
    embed: async (texts, signalOfAsker) => {
      const found = await embedder.embed(texts, signalOfAsker);
      for (const [index, vector] of found.entries()) vectors.set(texts[index] ?? '', vector);
      return found;
    },
  };
}

function cosine(left: Float32Array | undefined, right: Float32Array | undefined): number {
  return [...(left ?? [])].reduce((sum, value, index) => sum + value * (right?.[index] ?? 0), 0);
}

interface VerdictRow {
  readonly task_id: string;
  readonly text: string;
  readonly correct: boolean | null;
}

describeWithModel('the embedding model of the benchmark', (folder) => {
  let embedder: Embedder;
  beforeAll(async () => {
    embedder = await openOnnxEmbedder(folder, [folder]);
  });

  it('has the bytes and the length that the reference values were computed with', () => {
    expect(
      embedder.id.startsWith(`onnx:${readTable('similarities.tsv').model.slice(0, 16)}+`),
    ).toBe(true);
    expect(embedder.dimension).toBe(384);
  });

  it('finds the similarities that Python finds', async () => {
    const texts = readFileSync(join(import.meta.dirname, 'sentences.txt'), 'utf8')
      .split('\n')
      .slice(0, -1);
    const vectors = await embedder.embed(texts, signal);
    const { rows } = readTable('similarities.tsv');
    expect(rows).toHaveLength((texts.length * (texts.length - 1)) / 2);
    expect(rows.length).toBeGreaterThanOrEqual(200);
    const differences = rows.map(([left = 0, right = 0, wanted = 0]) =>
      Math.abs(cosine(vectors[left], vectors[right]) - wanted),
    );
    expect(Math.max(...differences)).toBeLessThan(TOLERANCE);
  });

  const corpus = corpusPath('apibank/verdicts.jsonl.gz');
  const pack = corpusPath('apibank/data');
  const there = corpus !== null && pack !== null;
  if (!there)
    process.stderr.write('skipped the decided searches: no corpus apibank beside the repository\n');

  it.skipIf(!there)(
    'decides every search that the recordings leave open, as Python does',
    async () => {
      const released: Released = await readReleased(pack ?? '');
      const tables = scoringTables(released.data);
      const vectors = new Map<string, Float32Array>();
      const scorer = createScorer(
        released.data,
        { parserPolicy: 'last', toolsearcherScorer: 'official' },
        remembering(embedder, vectors),
      );
      const verdictRows = readJsonLines<VerdictRow>(corpus ?? '');
      const { rows } = readTable('decisions.tsv');
      const open = verdictRows.flatMap((row, position) => (row.correct === null ? [position] : []));
      expect(rows.map(([position]) => position)).toEqual(open);

      const differences: number[] = [];
      for (const [position = 0, winner = 0, correct = 0, similarity = 0] of rows) {
        const row = verdictRows[position] as VerdictRow;
        const task = taskOf(released, row.task_id);
        const verdict = await scorer.decide(task, row.text, signal);
        const candidates = tables.search[levelSetOf(task.level)].official;
        const found = outputOf(verdict.result);
        expect([position, verdict.correct, winnerOf(found, candidates)]).toEqual([
          position,
          correct === 1,
          winner,
        ]);
        const query = vectors.get(searchedText(verdict.parsed));
        const candidate = vectors.get(candidates[winner]?.searchText ?? '');
        differences.push(Math.abs(cosine(query, candidate) - similarity));
      }
      expect(Math.max(...differences)).toBeLessThan(TOLERANCE);
    },
    180_000,
  );
});

/** Python's text of the keywords; none are the empty text. */
function searchedText(parsed: JsonObject | null): string {
  const keywords = (parsed?.['kwargs'] as JsonObject | undefined)?.['keywords'];
  return keywords === undefined ? '' : pyStr(decodeValue(keywords));
}

function outputOf(result: Json): Json {
  return (result as { readonly output: Json }).output;
}

function winnerOf(output: Json, candidates: readonly Candidate[]): number {
  return candidates.findIndex((candidate) => isDeepStrictEqual(candidate.output, output));
}
