import { describe, expect, it } from 'vitest';
import { removeReasoning } from '../../../../../src/datasets/apibank/parse/reasoning.ts';

describe('removeReasoning', () => {
  const cases: [string, string, string | null][] = [
    ['no tags, 1 < 2 > 0', 'no tags, 1 < 2 > 0', null],
    ['<think>a</think>b', 'b', '<think>a</think>'],
    [
      'x<Thinking mode="on">a</THINKING>b<thought>c</thought>d',
      'xbd',
      '<Thinking mode="on">a</THINKING><thought>c</thought>',
    ],
    ['<reasoning>a', '', '<reasoning>a'],
    ['[A()]<think>[B()]', '[A()]', '<think>[B()]'],
    ['a [B()] </think>[A()]', '[A()]', 'a [B()] </think>'],
    ['<think>a</think>b</think>c', 'c', '<think>a</think>b</think>'],
    ['<think>a<think>b</think>c', 'c', '<think>a<think>b</think>'],
    ['<think></think>', '', '<think></think>'],
    ["[A(x='<think>')]", "[A(x='<think>')]", null],
    ["[A(x='</think>')] ok", "[A(x='</think>')] ok", null],
    ["<think>[A(x='</think>[B()]", '[B()]', "<think>[A(x='</think>"],
    ["<think>[A()]</think>[B(x='<think>')]", "[B(x='<think>')]", '<think>[A()]</think>'],
    ['<thinker>a</thinker>', '<thinker>a</thinker>', null],
  ];
  it.each(cases)('%j', (text, kept, removed) => {
    expect(removeReasoning(text)).toEqual({ text: kept, removed });
  });
});
