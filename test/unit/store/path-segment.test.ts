import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pathSegment } from '../../../src/store/path-segment.ts';

const troublesome = [
  'Qwen/Qwen3.5-9B',
  'Qwen_Qwen3.5-9B',
  'qwen',
  'Qwen',
  'QWEN',
  'model=sn/x,base_url=http://10.0.0.1:1/v1',
  '../../etc',
  '..',
  '.',
  '',
  '/abs',
  'CON',
  'con',
  'name.',
  'a\0b',
  '\u00e9',
  'e\u0301',
  'x'.repeat(300),
  'x'.repeat(299),
];

test('troublesome ids become distinct harmless segments', () => {
  const segments = troublesome.map(pathSegment);
  expect(new Set(segments.map((segment) => segment.toLowerCase())).size).toBe(troublesome.length);
  for (const segment of segments) {
    expect(segment).toMatch(/^[a-z0-9~][a-z0-9._~-]{0,63}$/);
    expect(segment.endsWith('.')).toBe(false);
    expect(segment).not.toContain('..');
  }
});

test('a plain id stays readable and another one shows its hash', () => {
  expect(pathSegment('decentralized')).toBe('decentralized');
  expect(pathSegment('0')).toBe('0');
  expect(pathSegment('apibank-synth@7')).toBe('apibank-synth@7');
  const hash = createHash('sha256').update('Qwen/Qwen3.5-9B').digest('hex').slice(0, 16);
  expect(pathSegment('Qwen/Qwen3.5-9B')).toBe(`qwen-qwen3-5-9b~${hash}`);
});

test('an encoded segment used as an id does not meet the id it encodes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (left, right) => {
      if (left !== right) expect(pathSegment(left)).not.toBe(pathSegment(right));
      expect(pathSegment(pathSegment(left)) === pathSegment(left)).toBe(pathSegment(left) === left);
    }),
  );
});
