/** What must every embedding model do, whatever stands behind it? */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Embedder } from '../../src/core/model.ts';

export interface EmbedderUnderTest {
  readonly embedder: Embedder;
  readonly close: () => Promise<void>;
}

export interface EmbedderCase {
  readonly title: string;
  readonly open: () => Promise<EmbedderUnderTest>;
}

const TEXTS = [
  'set an alarm',
  '',
  'RAIN?',
  'set an alarm',
  '7 alarms, and\nrain',
  'Ω≈ç√ 日本 😀',
  'x'.repeat(3_000),
];

export function describeEmbedder(subject: EmbedderCase): void {
  describe(`embedder ${subject.title}`, () => {
    const never = new AbortController().signal;
    let opened: EmbedderUnderTest;
    beforeAll(async () => {
      opened = await subject.open();
    });
    afterAll(() => opened.close());
    const embed = (texts: readonly string[]): Promise<readonly Float32Array[]> =>
      opened.embedder.embed(texts, never);

    test('gives one unit vector of its dimension per text, also for the empty one', async () => {
      const vectors = await embed(TEXTS);
      expect(vectors).toHaveLength(TEXTS.length);
      for (const vector of vectors) {
        expect(vector).toBeInstanceOf(Float32Array);
        expect(vector).toHaveLength(opened.embedder.dimension);
        expect(Math.hypot(...vector)).toBeCloseTo(1, 6);
      }
    });

    test('gives the same text the same vector, whatever it is asked with', async () => {
      const together = await embed(TEXTS);
      expect(together[3]).toEqual(together[0]);
      for (const [index, text] of TEXTS.entries()) {
        const [alone] = await embed([text]);
        expect(alone).toHaveLength(opened.embedder.dimension);
        for (const [place, value] of (together[index] ?? []).entries()) {
          expect(Math.abs((alone?.[place] ?? 0) - value)).toBeLessThan(1e-6);
        }
      }
    });

    test('answers in the order of the texts', async () => {
      const forth = await embed(TEXTS);
      const back = await embed([...TEXTS].reverse());
      expect([...back].reverse()).toEqual(forth);
      expect(forth[0]).not.toEqual(forth[2]);
    });

    test('answers nothing to nothing', async () => {
      expect(await embed([])).toEqual([]);
    });

    test('answers several askers at once', async () => {
      const one = await embed(TEXTS.slice(0, 3));
      const many = await Promise.all(Array.from({ length: 8 }, () => embed(TEXTS.slice(0, 3))));
      for (const vectors of many) expect(vectors).toEqual(one);
    });

    test('leaves the texts as they were', async () => {
      const texts = Object.freeze([...TEXTS]);
      await embed(texts);
      expect(texts).toEqual(TEXTS);
    });

    test('does nothing once its signal has fired', async () => {
      await expect(opened.embedder.embed(TEXTS, AbortSignal.abort())).rejects.toMatchObject({
        code: 'model',
        kind: 'aborted',
        retry: false,
      });
    });

    test('has an id that another opening has too, in one word', async () => {
      expect(opened.embedder.id).toMatch(/^(?:onnx|api|hashed):\S+$/);
      expect(opened.embedder.dimension).toBeGreaterThan(1);
      const again = await subject.open();
      expect([again.embedder.id.split('@')[0], again.embedder.dimension]).toEqual([
        opened.embedder.id.split('@')[0],
        opened.embedder.dimension,
      ]);
      await again.close();
    });
  });
}
