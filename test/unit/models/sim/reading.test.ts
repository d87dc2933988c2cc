import { describe, expect, it } from 'vitest';
import { FINDER, INVITE, LOGIN, PLAN_WATERING, reading, result } from './support.ts';

const WISH =
  'USER: Can you plan the watering of "two rose bushes" on March 4th, 2024 at 6:30 pm in the north bed?';
const SESSION = result(
  'OpenSession',
  { username: 'ada', password: 'fern7' },
  { token: 'tok-9x8y7z' },
);

describe('the careful reading', () => {
  it('logs in first when the wanted API takes a token and none has come back', () => {
    const read = reading(
      [LOGIN, PLAN_WATERING],
      [WISH, 'ASSISTANT: Who are you?', 'USER: My username is ada and my password is fern7.'],
    );
    expect(read).toEqual({ api: 'OpenSession', values: { username: 'ada', password: 'fern7' } });
  });

  it('goes on with the token of an earlier result and writes times in the described pattern', () => {
    const read = reading([LOGIN, PLAN_WATERING], [WISH, SESSION]);
    expect(read).toEqual({
      api: 'PlanWatering',
      values: {
        token: 'tok-9x8y7z',
        content: 'two rose bushes',
        time: '2024-03-04 18:30:00',
        location: 'north bed',
      },
    });
  });

  it('takes the latest correction', () => {
    const later = 'USER: Sorry, make it March 5th, 2024 at 7 am.';
    expect(
      reading([LOGIN, PLAN_WATERING], [WISH, SESSION, 'ASSISTANT: Fine.', later]).values['time'],
    ).toBe('2024-03-05 07:00:00');
  });

  it.each([
    ['tomorrow at noon. Today is 2024-02-28', '2024-02-29 12:00:00'],
    ['the 3rd of May 2024 at 14:05', '2024-05-03 14:05:00'],
    ['2024-06-07 at 9 a.m.', '2024-06-07 09:00:00'],
    ['December 31st, 2023 at 11:59 PM', '2023-12-31 23:59:00'],
    ['2024.1.9 at midnight', '2024-01-09 00:00:00'],
  ])('reads %s', (spoken, written) => {
    const read = reading(
      [LOGIN, PLAN_WATERING],
      [`USER: Plan the watering of "moss" for ${spoken}.`, SESSION],
    );
    expect(read.values['time']).toBe(written);
  });

  it('reads lists of people as lists', () => {
    const read = reading(
      [INVITE],
      ['USER: Invite visitors to the tour on 2024-07-01, attendees Ann Lee, Bo and Cy Fox.'],
    );
    expect(read).toEqual({
      api: 'InviteVisitors',
      values: { attendees: ['Ann Lee', 'Bo', 'Cy Fox'], date: '2024-07-01' },
    });
  });

  it('searches with a short phrase when only a search tool is in sight', () => {
    const read = reading(
      [FINDER],
      [
        'USER: Can you delete my alarm for Friday at 6 am, please?',
        'ASSISTANT: Let me look for a tool.',
      ],
    );
    expect(read).toEqual({ api: 'ToolFinderSearch', values: { keywords: 'delete alarm' } });
  });

  it('uses what a search returned, item after item', () => {
    const found = result('ToolFinderSearch', { keywords: 'PlantHeight' }, INVITE_HEIGHT);
    const plants = result('GardenPlants', { garden: 'west' }, { plant_ids: [31, 32] });
    const first = reading(
      [FINDER],
      ['USER: Measure all plants of the west garden.', plants, found],
    );
    expect(first).toEqual({ api: 'PlantHeight', values: { plant_id: 31 } });
    const measured = result('PlantHeight', { plant_id: 31 }, { height: 12 });
    expect(
      reading([FINDER], ['USER: Measure all plants of the west garden.', plants, found, measured])
        .values,
    ).toEqual({ plant_id: 32 });
  });

  it('says UNKNOWN instead of inventing what nobody said', () => {
    expect(reading([LOGIN, PLAN_WATERING], [WISH]).values).toEqual({
      username: 'UNKNOWN',
      password: 'UNKNOWN',
    });
  });
});

const INVITE_HEIGHT = {
  name: 'PlantHeight',
  description: 'Measures one plant.',
  input_parameters: { plant_id: { type: 'int', description: 'Which plant.' } },
  output_parameters: { height: { type: 'int', description: 'cm' } },
};
