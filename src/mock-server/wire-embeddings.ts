/** How does an OpenAI-compatible server word the vectors of texts? */
import type { LoopbackCall, LoopbackFault } from './brain.ts';

/** One vector per text, or whatever a test wants to be answered. */
export type EmbeddingBrain = (
  texts: readonly string[],
  call: LoopbackCall,
) => readonly (readonly number[])[] | LoopbackFault;

/** The last vector comes first: the numbers tell the order, not the places. */
export function embeddingsBody(model: string, vectors: readonly (readonly number[])[]): string {
  const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }));
  return JSON.stringify({
    object: 'list',
    model,
    data: data.reverse(),
    usage: { prompt_tokens: 1 },
  });
}

export function readTexts(body: LoopbackCall['body']): readonly string[] {
  const { input } = body;
  return Array.isArray(input) ? (input as readonly string[]) : [String(input)];
}
