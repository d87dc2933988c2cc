import { beforeAll, expect, it } from 'vitest';
import type { ParsePolicy } from '../../../../../src/datasets/apibank/parse/result.ts';
import { createScorer } from '../../../../../src/datasets/apibank/scoring/scorer.ts';
import { describeWithCorpus } from '../../../../support/shared.ts';
import { type Released, readReleased, taskOf } from './released.ts';

const AGENDA = 'level-1::AddAgenda-AddAlarm-GetUserToken-level-2-1.jsonl::2';
const HOTEL = 'level-1::BookHotel-level-1-1.jsonl::0';

describeWithCorpus('feedback', 'apibank/data', (pack) => {
  let released: Released;
  beforeAll(async () => {
    released = await readReleased(pack);
  });
  const feedback = (id: string, answer: string, parserPolicy: ParsePolicy = 'last'): string =>
    createScorer(released.data, { parserPolicy, toolsearcherScorer: null }, null).judge(
      taskOf(released, id),
      answer,
    ).feedback;

  it.each([
    [AGENDA, '', 'Stage parse: the answer holds no complete call in square brackets.'],
    [
      AGENDA,
      "[AddAgenda('x')]",
      'Stage parse: every argument must be given by name, and the brackets must hold one call only.',
    ],
    [
      AGENDA,
      '[AddAgenda(content=1+2)]',
      'Stage parse: an argument is an expression; only plain values can be given.',
    ],
    [
      AGENDA,
      '[AddAgenda(content=007)]',
      'Stage parse: the call is not well-formed: check quotes, commas and brackets.',
    ],
    [AGENDA, '[AddAgenda(**{})]', 'Stage parse: arguments must be written out one by one.'],
    [
      AGENDA,
      '[GetToday()]',
      'Stage api_name: GetToday is the wrong API for this step of the dialogue.',
    ],
    [
      AGENDA,
      "[AddAgenda(topic='x')]",
      'Stage score: AddAgenda was called with unknown parameters (not in the reference call: topic; missing: token, content, time, location).',
    ],
    [
      AGENDA,
      "[AddAgenda(token='a', content='b', time='c')]",
      'Stage score: AddAgenda was called without required parameters (missing: location; values differ from the reference: token, content, time).',
    ],
    [
      AGENDA,
      "[AddAgenda(token='a', content='b', time='2023-01-01 00:00:00', location='c')]",
      'Stage score: AddAgenda gave another result than expected (values differ from the reference: token, content, time, location).',
    ],
    [
      AGENDA,
      '[AddAgenda(token=1, content=None, time=2, location=3)]',
      'Stage score: AddAgenda could not be carried out with these arguments (values differ from the reference: token, content, time, location).',
    ],
  ])('of %s for %s', (id, answer, expected) => {
    expect(feedback(id, answer)).toBe(expected);
  });

  it('takes a number given as text for the number where the API does', () => {
    const { arguments: recorded } = taskOf(released, HOTEL).gold;
    const call = (changes: object): string => {
      const args = Object.entries({ ...recorded, ...changes }).map(
        ([name, value]) => `${name}=${JSON.stringify(value)}`,
      );
      return `[BookHotel(${args.join(', ')})]`;
    };
    expect(feedback(HOTEL, call({ adult_count: 2, hotel_name: 'Other' }))).toBe(
      'Stage score: BookHotel gave another result than expected (values differ from the reference: hotel_name).',
    );
    expect(feedback(HOTEL, call({ adult_count: 'two' }))).toBe(
      'Stage score: an argument of BookHotel has the wrong type (values differ from the reference: adult_count).',
    );
    expect(feedback(HOTEL, call({}))).toBe('Correct.');
  });
});
