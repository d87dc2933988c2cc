import { describe, expect, test } from 'vitest';
import type { ErrorClass } from '../../../src/core/error-class.ts';
import { type FinishReason, NO_USAGE } from '../../../src/core/model.ts';
import type { TurnRecord } from '../../../src/core/rollout.ts';
import { answerClass } from '../../../src/evaluation/answer-class.ts';

function turn(agent: number, output: string, finishReason: FinishReason): TurnRecord {
  return {
    agent,
    role: 'peer',
    round: 0,
    messages: [],
    output,
    reasoning: null,
    finishReason,
    formatParsed: null,
    reused: false,
    usage: NO_USAGE,
  };
}

function run(answer: string, ...turns: readonly TurnRecord[]) {
  return { answer: { answer, votes: [] }, turns };
}

const wrong = (errorClass: ErrorClass | null) => ({ correct: false, decided: true, errorClass });

describe('the class of an answer', () => {
  test('is none when it is correct, however the reply ended', () => {
    const correct = { correct: true, decided: true, errorClass: null };
    expect(answerClass(correct, run('[A()]', turn(0, '[A()]', 'length')))).toBeNull();
    expect(answerClass(correct, run('[A()]', turn(0, '[A()]', 'refusal')))).toBeNull();
  });

  test.each<[ErrorClass | null, FinishReason, ErrorClass]>([
    ['wrong_value', 'stop', 'wrong_value'],
    [null, 'stop', 'other'],
    // A call that can be read was not lost to the cut.
    ['wrong_value', 'length', 'wrong_value'],
    ['no_call', 'length', 'truncated'],
    ['unparsable', 'length', 'truncated'],
    ['unparsable', 'stop', 'unparsable'],
    ['no_call', 'refusal', 'refusal'],
    ['no_call', 'content-filter', 'refusal'],
    ['wrong_value', 'content-filter', 'refusal'],
  ])('%s ended by %s is %s', (scored, ended, expected) => {
    expect(answerClass(wrong(scored), run('text', turn(0, 'text', ended)))).toBe(expected);
  });

  test('an empty answer is empty, unless it was cut or declined', () => {
    const classed = (ended: FinishReason) =>
      answerClass(wrong('no_call'), run(' \n', turn(0, ' \n', ended)));
    expect((['stop', 'length', 'refusal'] as const).map(classed)).toEqual([
      'empty',
      'truncated',
      'refusal',
    ]);
    expect(answerClass(wrong('no_call'), run(''))).toBe('empty');
  });

  test('undecided is its own class', () => {
    const undecided = { correct: false, decided: false, errorClass: null };
    expect(answerClass(undecided, run('[A()]', turn(0, '[A()]', 'stop')))).toBe('undecided');
  });

  test('the turn that gave the answer counts, not the last one', () => {
    const turns = [turn(0, 'cut sho', 'length'), turn(1, 'no idea', 'stop')];
    expect(answerClass(wrong('no_call'), run('cut sho', ...turns))).toBe('truncated');
    expect(answerClass(wrong('no_call'), run('no idea', ...turns))).toBe('no_call');
  });

  test('a vote without voters is spoken for by its last turn', () => {
    const turns = [turn(0, 'prose', 'stop'), turn(1, 'cut sho', 'length')];
    expect(answerClass(wrong('no_call'), run('', ...turns))).toBe('truncated');
    expect(answerClass(wrong('no_call'), run('', ...turns.toReversed()))).toBe('empty');
  });
});
