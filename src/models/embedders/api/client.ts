/** How is a server asked for the vectors of some texts, once? */
import { ModelError } from '../../../core/errors.ts';
import type { CallTarget } from '../../transport/failure.ts';
import { createHttpFetch } from '../../transport/http-fetch.ts';
import { underDeadline } from '../../transport/under-deadline.ts';
import { unitVector } from '../vectors.ts';

/** Unit vectors in the order of the texts. @throws ModelError */
export type RequestVectors = (
  texts: readonly string[],
  signal: AbortSignal,
) => Promise<readonly Float32Array[]>;

/** An answer with a status that is no success, in the form that the failure classes read. */
class RefusedError extends Error {
  readonly status: number;
  readonly headers: Headers;
  readonly error: unknown;

  constructor(response: Response, text: string) {
    super(text === '' ? 'no message' : text);
    this.status = response.status;
    this.headers = response.headers;
    this.error = parsed(text);
  }
}

/** POST {endpoint}/embeddings as OpenAI, vLLM, Ollama and others have it. */
export function vectorRequests(target: CallTarget): RequestVectors {
  const fetch = createHttpFetch();
  return (texts, signal) =>
    underDeadline(target, signal, async (limits) => {
      const response = await fetch(`${target.endpoint}/embeddings`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(target.apiKey === null ? {} : { authorization: `Bearer ${target.apiKey}` }),
        },
        body: JSON.stringify({ model: target.model, input: texts, encoding_format: 'float' }),
        signal: limits.signal,
      });
      if (!response.ok) throw new RefusedError(response, await response.text());
      return readVectors(await response.json(), texts.length, target);
    });
}

/** Servers number their answers, and need not send them in order. */
function readVectors(answer: unknown, count: number, target: CallTarget): Float32Array[] {
  const rows = (answer as { readonly data?: unknown } | null)?.data;
  if (!Array.isArray(rows) || rows.length !== count) {
    const got = Array.isArray(rows) ? `${rows.length}` : 'no';
    throw nonsense(target, `answered ${got} vectors for ${count} texts`);
  }
  const vectors = new Map<unknown, Float32Array>();
  rows.forEach((row: unknown, position) => {
    const { index, embedding } = row as { readonly index?: unknown; readonly embedding?: unknown };
    const vector = isNumbers(embedding) ? unitVector(embedding) : null;
    if (vector === null) throw nonsense(target, 'answered a vector that is no list of numbers');
    vectors.set(index ?? position, vector);
  });
  return Array.from({ length: count }, (_, position) => {
    const vector = vectors.get(position);
    if (vector === undefined) throw nonsense(target, `answered no vector for text ${position + 1}`);
    return vector;
  });
}

function isNumbers(value: unknown): value is readonly number[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => typeof item === 'number' && Number.isFinite(item))
  );
}

/** Servers under load do answer like this, and better the next time. */
function nonsense(target: CallTarget, what: string): ModelError {
  return new ModelError(`${target.endpoint} ${what}`, { kind: 'transient', retry: true });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
