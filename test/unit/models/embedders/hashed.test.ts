import { describe, expect, it } from 'vitest';
import { hashedEmbedder } from '../../../../src/models/embedders/hashed.ts';
import { unitVector } from '../../../../src/models/embedders/vectors.ts';

const { signal } = new AbortController();

async function similarity(left: string, right: string): Promise<number> {
  const [first, second] = await hashedEmbedder(256).embed([left, right], signal);
  return [...(first ?? [])].reduce((sum, value, index) => sum + value * (second?.[index] ?? 0), 0);
}

describe('hashed letters', () => {
  it('make texts with letters in common similar, whatever their case and marks', async () => {
    expect(await similarity('set an alarm', 'Set, an: ALARM!')).toBeCloseTo(1, 6);
    const near = await similarity('set an alarm', 'delete my alarms');
    const far = await similarity('set an alarm', 'buy stock');
    expect(near).toBeGreaterThan(0.2);
    expect(Math.abs(far)).toBeLessThan(0.2);
  });

  it('are the FNV-1a of three letters: one group of " a " is in the place that the hash names', async () => {
    // 32-bit FNV-1a of the bytes 20 61 20, from the reference algorithm's definition.
    let hash = 2166136261n;
    for (const byte of [0x20n, 0x61n, 0x20n]) hash = ((hash ^ byte) * 16777619n) % 2n ** 32n;
    const [vector] = await hashedEmbedder(64).embed(['a'], signal);
    const place = Number(hash % 64n);
    expect([...(vector ?? [])]).toEqual(
      Array.from({ length: 64 }, (_, index) =>
        index === place ? (hash >= 2n ** 31n ? 1 : -1) : 0,
      ),
    );
  });

  it('give texts without letters one direction', async () => {
    expect(await similarity('', '?! …')).toBe(1);
  });
});

describe('a unit vector', () => {
  it('has length 1, and is null where there is no direction', () => {
    expect([...(unitVector([3, 4]) ?? [])]).toEqual([Math.fround(0.6), Math.fround(0.8)]);
    expect(unitVector([0, 0])).toBeNull();
    expect(unitVector([])).toBeNull();
    expect(unitVector([1, Number.NaN])).toBeNull();
    expect(unitVector([Number.POSITIVE_INFINITY, 1])).toBeNull();
  });
});
