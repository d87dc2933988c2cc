/** Which candidate is most similar to the keywords, by an embedding model? */
import type { Embedder } from '../../../core/model.ts';
import type { Candidate } from './search.ts';

export interface SimilaritySearch {
  /** The most similar candidate, the first of equally similar ones; null when none is similar at all. */
  best(
    text: string,
    candidates: readonly Candidate[],
    signal: AbortSignal,
  ): Promise<Candidate | null>;
}

/** Embeds each text once, whoever asks for it. */
export function similaritySearch(embedder: Embedder): SimilaritySearch {
  const vectorsOf = rememberedVectors(embedder);
  return {
    best: async (text, candidates, signal) => {
      const texts = candidates.map((candidate) => candidate.searchText);
      const vectors = await vectorsOf(texts, signal);
      const [query] = await vectorsOf([text], signal);
      if (query === undefined) return null;
      let best: Candidate | null = null;
      let highest = 0;
      candidates.forEach((candidate, index) => {
        const similarity = dotProduct(query, vectors[index]);
        if (similarity > highest) {
          highest = similarity;
          best = candidate;
        }
      });
      return best;
    },
  };
}

/** What fails is asked for again by the next caller. */
function rememberedVectors(
  embedder: Embedder,
): (texts: readonly string[], signal: AbortSignal) => Promise<readonly Float32Array[]> {
  const known = new Map<string, Promise<Float32Array>>();
  const ask = (texts: readonly string[], signal: AbortSignal): void => {
    const asked = embedder.embed(texts, signal);
    texts.forEach((text, index) => {
      const vector = asked.then((vectors) => vectorAt(vectors, index, embedder));
      known.set(text, vector);
      vector.catch(() => known.delete(text));
    });
  };
  return async (texts, signal) => {
    const missing = [...new Set(texts.filter((text) => !known.has(text)))];
    if (missing.length > 0) ask(missing, signal);
    return await Promise.all(texts.map((text) => known.get(text) as Promise<Float32Array>));
  };
}

function vectorAt(
  vectors: readonly Float32Array[],
  index: number,
  embedder: Embedder,
): Float32Array {
  const found = vectors[index];
  if (found !== undefined) return found;
  throw new RangeError(`embedder ${embedder.id} returned too few vectors`);
}

/** The cosine of unit vectors, summed in index order. */
function dotProduct(left: Float32Array, right: Float32Array | undefined): number {
  let sum = 0;
  left.forEach((value, index) => {
    sum += value * (right?.[index] ?? 0);
  });
  return sum;
}
