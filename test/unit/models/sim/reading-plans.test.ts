/** Does the reader follow a request of several steps? Tools and requests are made up here. */
import { describe, expect, it } from 'vitest';
import { api, reading, result } from './support.ts';

function found(description: object): string {
  return result(FINDER_NAME, { keywords: 'some words' }, description);
}

const FINDER_NAME = 'GardenToolSearcher';
const FINDER = api(FINDER_NAME, 'Finds a tool by keywords.', { keywords: ['str', 'A few words.'] });
const VISIT = api('BookVisit', 'Books a visit to the garden.', {
  date: ['str', 'Day of the visit. Format: %Y-%m-%d'],
});
const TALK = api('AddTalk', 'Adds a talk to the programme.', {
  start_time: ['str', 'Format: %Y-%m-%d %H:%M:%S'],
  end_time: ['str', 'Format: %Y-%m-%d %H:%M:%S'],
});
const SUM = api('Abacus', 'Works out a formula.', { formula: ['str', 'The formula.'] });
const BLOOMS = api('BloomCount', 'Counts the blooms of a plant.', { plant_id: ['int', 'Plant.'] });
const NOTE = api('SendNote', 'Sends a note about a meeting.', {
  time: ['str', 'Format: %Y-%m-%d %H:%M:%S'],
  location: ['str', 'Where.'],
});
const DAMP = api('DampAdvice', 'Advises on damp air.', {
  humidity: ['float', 'In percent: a share of 0.5 is 50.'],
});
const SEEN = api('SeenGardens', 'Lists the gardens that a person has seen.', {
  user_name: ['str', 'First name.'],
});

function value(request: string, earlier: readonly string[], name: string): unknown {
  return reading([FINDER], [`USER: ${request}`, ...earlier]).values[name];
}

describe('days told by their distance', () => {
  it.each([
    ['in three days', '2024-03-02'],
    ['9 days from today', '2024-03-08'],
    ['in exactly two weeks', '2024-03-13'],
    ['the day after tomorrow', '2024-03-01'],
    ['on the coming Monday', '2024-03-04'],
  ])('reads %s', (said, day) => {
    for (const today of [
      '2024-02-28',
      'Wednesday, February 28th 2024',
      'the 28th of February 2024',
    ]) {
      expect(value(`Book a visit ${said}. Today is ${today}.`, [found(VISIT)], 'date')).toBe(day);
    }
  });
});

describe('times', () => {
  it.each([
    ['at half past 3 in the afternoon, for 45 minutes', '15:30:00', '16:15:00'],
    ["from quarter past 9 in the morning till 10 o'clock in the morning", '09:15:00', '10:00:00'],
    ['from 2 pm until 15:30', '14:00:00', '15:30:00'],
  ])('reads %s', (said, start, end) => {
    const read = reading([FINDER], [`USER: Add a talk on May 2nd, 2024 ${said}.`, found(TALK)]);
    expect(read.values).toEqual({
      start_time: `2024-05-02 ${start}`,
      end_time: `2024-05-02 ${end}`,
    });
  });
});

describe('sums in words', () => {
  const counts = [7, 31].map((count, plant) =>
    result('BloomCount', { plant_id: plant + 1 }, { bloom_count: count }),
  );

  it.each([
    ['add them up', '7+31'],
    ['work out the average', '(7+31)/2'],
    ['subtract the smaller from the larger', '31-7'],
    ['divide the last by 4', '31/4'],
    ['take the last times 12', '31*12'],
    ['subtract a share of 1,200 from the last', '31-1200'],
  ])('reads %s', (said, formula) => {
    const request = `Count the blooms of both plants, then ${said}.`;
    expect(value(request, [found(BLOOMS), ...counts, found(SUM)], 'formula')).toBe(formula);
  });
});

describe('one thing after the other', () => {
  const meetings = result(
    'Diary',
    {},
    {
      meetings: [
        { meeting_name: 'Pruning', meeting_time: '2024-05-02 09:00:00', meeting_location: 'Shed' },
        { meeting_name: 'Compost', meeting_time: '2024-06-03 10:00:00', meeting_location: 'Yard' },
      ],
    },
  );

  it('takes the records one by one when something is wanted for each', () => {
    const earlier = [meetings, found(NOTE)];
    const request = 'Send a note for each of the meetings.';
    expect(value(request, earlier, 'location')).toBe('Shed');
    const sent = result('SendNote', { location: 'Shed' }, 'sent');
    expect(value(request, [...earlier, sent], 'location')).toBe('Yard');
  });

  it('takes the record that the request names', () => {
    const request = 'Send a note for the one called Compost, and only that.';
    const read = reading([FINDER], [`USER: ${request}`, meetings, found(NOTE)]);
    expect(read.values).toEqual({ time: '2024-06-03 10:00:00', location: 'Yard' });
  });

  it('takes the people that the request lists in their order', () => {
    const request = 'Which gardens have Ann, Bo and Cy seen?';
    expect(value(request, [found(SEEN)], 'user_name')).toBe('Ann');
    const first = result('SeenGardens', { user_name: 'Ann' }, ['Rose Hill']);
    expect(value(request, [found(SEEN), first], 'user_name')).toBe('Bo');
  });

  it('takes the last of a list when the newest is wanted', () => {
    const list = result('Plants', {}, { plant_ids: [4, 8, 9] });
    expect(value('Blooms of the newest one?', [list, found(BLOOMS)], 'plant_id')).toBe(9);
    expect(value('Blooms of all of them?', [list, found(BLOOMS)], 'plant_id')).toBe(4);
  });

  it('gives a share as percent only where the description says how', () => {
    const air = result('Air', {}, { humidity: 0.83 });
    expect(value('Air advice, please.', [air, found(DAMP)], 'humidity')).toBe(83);
    const plain = api('DampAdvice', 'Advises.', { humidity: ['float', 'Humidity in percent.'] });
    expect(value('Air advice, please.', [air, found(plain)], 'humidity')).toBe(0.83);
  });
});
