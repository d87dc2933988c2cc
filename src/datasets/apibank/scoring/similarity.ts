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

/** Embeds each list of candidates once. */
export function similaritySearch(embedder: Embedder): SimilaritySearch {
  const embedded = new Map<readonly Candidate[], Promise<readonly Float32Array[]>>();
  const vectorsOf = (
    candidates: readonly Candidate[],
    signal: AbortSignal,
  ): Promise<readonly Float32Array[]> => {
    const known = embedded.get(candidates);
    if (known !== undefined) return known;
    const texts = candidates.map((candidate) => candidate.searchText);
    const started = embedder.embed(texts, signal).catch((error: unknown) => {
      embedded.delete(candidates);
      throw error;
    });
    embedded.set(candidates, started);
    return started;
  };
  return {
    best: async (text, candidates, signal) => {
      const vectors = await vectorsOf(candidates, signal);
      const [query] = await embedder.embed([text], signal);
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

/** The cosine of unit vectors, summed in index order. */
function dotProduct(left: Float32Array, right: Float32Array | undefined): number {
  let sum = 0;
  left.forEach((value, index) => {
    sum += value * (right?.[index] ?? 0);
  });
  return sum;
}
