import { afterEach, describe, expect, it } from 'vitest';
import type { Embedder } from '../../../../src/core/model.ts';
import { status } from '../../../../src/mock-server/brain.ts';
import { type Loopback, startLoopback } from '../../../../src/mock-server/server.ts';
import type { EmbeddingBrain } from '../../../../src/mock-server/wire-embeddings.ts';
import { openApiEmbedder } from '../../../../src/models/embedders/api/embedder.ts';

const { signal } = new AbortController();
const SECRET = 'sk-embeddings-0123456789';

let server: Loopback | null = null;
let waits: number[] = [];

afterEach(async () => {
  await server?.close();
  server = null;
});

/** Two numbers that tell texts apart: how long, and how many vowels. */
const counting: EmbeddingBrain = (texts) =>
  texts.map((text) => [text.length + 1, text.match(/[aeiou]/g)?.length ?? 0]);

/** Answers the probe, then what the test says for the n-th request behind it. */
function behindProbe(
  brain: (attempt: number) => ReturnType<EmbeddingBrain> | null,
): EmbeddingBrain {
  return (texts, call) =>
    call.index === 0 ? counting(texts, call) : (brain(call.index) ?? counting(texts, call));
}

async function open(embeddings: EmbeddingBrain): Promise<Embedder> {
  server = await startLoopback({ brain: () => '', embeddings });
  waits = [];
  return await openApiEmbedder(
    {
      model: 'some-model',
      endpoint: `${server.openAiUrl}/`,
      apiKey: SECRET,
      keyVariable: 'OPENAI_API_KEY',
      timeoutMs: 5_000,
      clock: {
        now: () => 0,
        sleep: async (milliseconds) => {
          waits.push(milliseconds);
        },
      },
    },
    signal,
  );
}

async function embedOne(embedder: Embedder): Promise<number[]> {
  const [vector] = await embedder.embed(['one'], signal);
  return [...(vector ?? [])];
}

const ONE = [4, 2].map((value) => Math.fround(value / Math.hypot(4, 2)));

describe('an embeddings server', () => {
  it('is named with model and address, and answers unit vectors in the order of the texts', async () => {
    const embedder = await open(counting);
    expect(embedder.id).toBe(`api:some-model@${server?.openAiUrl ?? ''}`);
    expect(embedder.dimension).toBe(2);
    const vectors = await embedder.embed(['one', '', 'aaa'], signal);
    expect(vectors.map((vector) => [...vector])).toEqual([
      ONE,
      [1, 0],
      [4, 3].map((value) => Math.fround(value / 5)),
    ]);
    expect(server?.calls.at(-1)?.body).toEqual({
      model: 'some-model',
      input: ['one', '', 'aaa'],
      encoding_format: 'float',
    });
    expect(server?.calls.at(-1)?.headers['authorization']).toBe(`Bearer ${SECRET}`);
  });

  it('is asked in portions', async () => {
    const embedder = await open(counting);
    const texts = Array.from({ length: 130 }, (_, index) => 'a'.repeat(index));
    const vectors = await embedder.embed(texts, signal);
    expect(server?.calls.map(({ body }) => (body['input'] as string[]).length)).toEqual([
      1, 64, 64, 2,
    ]);
    expect(vectors).toHaveLength(130);
    for (const [index, [first = 0, second = 0]] of vectors.entries()) {
      expect(second / first).toBeCloseTo(index / (index + 1), 6);
    }
  });

  it('is waited for when it is busy, as long as it asks', async () => {
    const embedder = await open(
      behindProbe((attempt) =>
        attempt === 1
          ? status(429, { headers: { 'retry-after': '7' } })
          : attempt === 2
            ? status(503)
            : null,
      ),
    );
    expect(await embedOne(embedder)).toEqual(ONE);
    expect(waits).toEqual([7_000, 1_000]);
  });

  it.each([
    ['too few vectors', [], /answered 0 vectors for 1 texts/u],
    ['too many vectors', [[1], [2]], /answered 2 vectors for 1 texts/u],
    ['a vector of zeros', [[0, 0]], /answered a vector that is no list of numbers/u],
  ] as const)('that answers %s is asked again, then given up', async (_name, rows, message) => {
    const embedder = await open(behindProbe(() => rows));
    await expect(embedder.embed(['one'], signal)).rejects.toMatchObject({
      code: 'model',
      kind: 'transient',
      message: expect.stringMatching(message) as string,
    });
    expect(waits).toHaveLength(5);
  });

  it.each([
    ['NaN', '{"data":[{"index":0,"embedding":[NaN,1]}]}', /the body is not JSON/u],
    ['null', '{"data":[{"index":0,"embedding":[null,1]}]}', /no list of numbers/u],
    ['text', '{"data":[{"index":0,"embedding":"AAAA"}]}', /no list of numbers/u],
    ['another number', '{"data":[{"index":4,"embedding":[1,1]}]}', /no vector for text 1/u],
    ['nothing', '', /the body is empty/u],
  ])('that once answers %s is asked again', async (_name, body, message) => {
    const embedder = await open(
      behindProbe((attempt) => (attempt === 1 ? { fault: 'body', body } : null)),
    );
    expect(await embedOne(embedder)).toEqual(ONE);
    expect(waits).toEqual([500]);
    await server?.close();
    const always = await open(behindProbe(() => ({ fault: 'body', body })));
    await expect(always.embed(['one'], signal)).rejects.toThrow(message);
  });

  it('that changes the length of its vectors is another model', async () => {
    const embedder = await open(behindProbe(() => [[1, 2, 3]]));
    await expect(embedder.embed(['one'], signal)).rejects.toThrow(
      /answered a vector of 3 numbers, where it had 2 before/u,
    );
  });

  it('that is not there, refuses the key or has no such path is told when it is opened', async () => {
    const refusing = open(() => status(401, { message: `no entry for ${SECRET}` }));
    await expect(refusing).rejects.toMatchObject({
      kind: 'authentication',
      message: expect.stringMatching(/answered 401: no entry for \[API key\]$/u) as string,
    });
    await server?.close();
    server = await startLoopback({ brain: () => '' });
    const settings = {
      model: 'm',
      endpoint: server.openAiUrl,
      apiKey: null,
      keyVariable: 'OPENAI_API_KEY',
      timeoutMs: 5_000,
    };
    await expect(openApiEmbedder(settings, signal)).rejects.toMatchObject({ kind: 'not-found' });
    await server.close();
    await expect(openApiEmbedder(settings, signal)).rejects.toMatchObject({ kind: 'connection' });
    const hosted = { ...settings, endpoint: 'https://embeddings.example.org/v1' };
    await expect(openApiEmbedder(hosted, signal)).rejects.toThrow(
      'there is no API key for embeddings.example.org: set OPENAI_API_KEY',
    );
  });
});
