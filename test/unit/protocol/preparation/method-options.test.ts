import { Type } from '@sinclair/typebox';
import { expect, test } from 'vitest';
import type { UsageError } from '../../../../src/core/errors.ts';
import { methodOptions } from '../../../../src/protocol/preparation/method-options.ts';

const schema = Type.Object(
  {
    width: Type.Integer({ default: 4, minimum: 1 }),
    share: Type.Number({ default: 0.5 }),
    greedy: Type.Boolean({ default: false }),
    order: Type.Union([Type.Literal('first'), Type.Literal('last')], { default: 'first' }),
    weights: Type.Object(
      { near: Type.Number({ default: 0.4, maximum: 1 }), far: Type.Number({ default: 0.6 }) },
      { default: {}, additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);

test('what is not given has its default, also inside a group that is partly given', () => {
  const defaults = {
    width: 4,
    share: 0.5,
    greedy: false,
    order: 'first',
    weights: { near: 0.4, far: 0.6 },
  };
  expect(methodOptions('walk', schema, {})).toEqual(defaults);
  const given = { width: '2', share: '0', greedy: 'true', order: 'last', 'weights.near': '1e-1' };
  expect(methodOptions('walk', schema, given)).toEqual({
    width: 2,
    share: 0,
    greedy: true,
    order: 'last',
    weights: { near: 0.1, far: 0.6 },
  });
});

test('every problem is told at once, with the place and what was probably meant', () => {
  const wrong = {
    widht: '2',
    width: '0',
    share: 'NaN',
    greedy: 'yes',
    order: 'middle',
    'weights.near': '2',
    'weights.nar': '1',
    'width.deep': '1',
  };
  let problems: readonly string[] = [];
  try {
    methodOptions('walk', schema, wrong);
  } catch (error) {
    problems = (error as UsageError).problems;
  }
  const text = problems.join('\n');
  expect(text).toContain('unknown --option "widht" of method walk. Did you mean "width"?');
  expect(text).toContain('unknown --option "weights.nar" of method walk. Did you mean "near"?');
  expect(text).toContain('unknown --option "width.deep" of method walk');
  expect(problems.slice(3)).toEqual([
    '--option width must be at least 1, got number 0',
    '--option share must be a number, got "NaN"',
    '--option greedy must be true or false, got "yes"',
    '--option order must be one of "first", "last", got "middle"',
    '--option weights.near must be at most 1, got number 2',
  ]);
});
