/** Does the reader follow what people do in conversations: correct themselves, announce, refer back? */
import { describe, expect, it } from 'vitest';
import { api, FINDER, LOGIN, reading, result } from './support.ts';

const HIRE = api('HireBarrow', 'Hires a wheelbarrow.', {
  gardener: ['str', 'Name of the gardener.'],
  barrow_count: ['int', 'Number of barrows.'],
});
const DAY = api('DayOfToday', 'Says which day it is today.', {});
const PRUNE = api('PlanPruning', 'Plans pruning.', {
  date: ['str', 'The day. Format: %Y-%m-%d'],
});
const PLOT = api('ArrangePlot', 'Arranges a plot.', {
  name: ['str', 'Name of the plot.'],
  things: ['list', 'List of things, one {"name": ..., "description": ...} each.'],
});
const SHOW = api('ShowPlot', 'Shows a plot.', { name: ['str', 'Name of the plot.'] });
const POST = api('PostLetter', 'Posts a letter.', {
  receiver: ['str', 'Address.'],
  subject: ['str', 'The subject.'],
  content: ['str', 'The text.'],
});
const RENEW = api('RenewKey', 'Renews a lost garden key in two calls.', {
  status: ['str', 'Either "Lost" for the first call or "Found" for the second.'],
  username: ['str', 'First call only: who lost it.'],
  key_code: ['int', 'Second call only: the number that came back.'],
});

describe('corrections', () => {
  const asked = 'USER: Hire two barrows for the garden. The gardener is Ada.';

  it.each([
    'USER: No wait, not Ada, I meant Grace.',
    'USER: Instead of Ada it has to be Grace.',
    'USER: Hold on, not Ada but Grace. My mistake.',
    'USER: Scratch Ada; make that Grace please.',
    'USER: Sorry, a correction: the gardener is not Ada, make it Grace.',
  ])('hold: %s', (correction) => {
    const { values } = reading([HIRE], [asked, 'ASSISTANT: Shall I?', correction]);
    expect(values).toEqual({ gardener: 'Grace', barrow_count: 2 });
  });

  it('hold for amounts, and in the sentence after', () => {
    const { values } = reading(
      [HIRE],
      [`${asked} Oh, instead of two barrows it has to be three barrows.`],
    );
    expect(values['barrow_count']).toBe(3);
  });

  it('do not change what was said of something else', () => {
    const { values } = reading(
      [HIRE],
      [asked, 'ASSISTANT: Fine.', 'USER: I am not tired but busy.'],
    );
    expect(values['gardener']).toBe('Ada');
  });
});

describe('credentials', () => {
  it.each([
    ["I'm ada_9 there; the password reads fern!7", 'ada_9', 'fern!7'],
    ['It is ada_9, and the password is fern!7', 'ada_9', 'fern!7'],
    ['The password is fern-7 and the username is ada_9.', 'ada_9', 'fern-7'],
    ['You can sign me in as ada_9 with the password fern!7', 'ada_9', 'fern!7'],
    ['Username: ada_9, email: ada@moss.org, password: fern!7', 'ada_9', 'fern!7'],
    [
      'Username ada_9, password fern!6x. Ah no, that is the old one: my password is fern!7',
      'ada_9',
      'fern!7',
    ],
    ['The username is ada_9. The password is fern!6x, no, wait, it is fern!7', 'ada_9', 'fern!7'],
  ])('are read from: %s', (said, username, password) => {
    const read = reading(
      [LOGIN, api('CountBeds', 'Counts the beds.', { token: ['str', 'Session token.'] })],
      ['USER: Count my beds.', 'ASSISTANT: Your username and password?', `USER: ${said}`],
    );
    expect(read).toEqual({ api: 'OpenSession', values: { username, password } });
  });
});

describe('what the assistant announces', () => {
  const wish = 'USER: Plan the pruning in three days.';
  const lookup = 'ASSISTANT: Let me check which day it is first.';

  it('comes first: the date', () => {
    expect(reading([DAY, PRUNE], [wish, lookup])).toEqual({ api: 'DayOfToday', values: {} });
    const known = result('DayOfToday', {}, '2024-02-28');
    expect(reading([DAY, PRUNE], [wish, lookup, known])).toEqual({
      api: 'PlanPruning',
      values: { date: '2024-03-02' },
    });
  });

  it('comes first: a search for a tool, again for another wish', () => {
    const first = reading(
      [FINDER],
      ['USER: Delete my alarm.', 'ASSISTANT: Let me look for a tool.'],
    );
    expect(first.values).toEqual({ keywords: 'delete alarm' });
    const found = result('ToolFinderSearch', { keywords: 'delete alarm' }, HIRE);
    const second = reading(
      [FINDER],
      [
        'USER: Hire a barrow.',
        found,
        'ASSISTANT: Done.',
        'USER: A reminder of mine has to move.',
        'ASSISTANT: Let me see which tool does that.',
      ],
    );
    expect(second).toEqual({ api: 'ToolFinderSearch', values: { keywords: 'modify reminder' } });
  });
});

describe('what refers back', () => {
  const things = [{ name: 'gnome', description: 'north bed' }];

  it('things in their places, those of the result kept', () => {
    const shown = result('ShowPlot', { name: 'rose corner' }, things);
    const read = reading(
      [SHOW, PLOT],
      [
        'USER: Show the plot.',
        'ASSISTANT: What is the plot called?',
        'USER: "rose corner"',
        shown,
        'ASSISTANT: Here it is.',
        'USER: Arrange it: add the bird bath in the south bed, the others stay.',
      ],
    );
    expect(read).toEqual({
      api: 'ArrangePlot',
      values: {
        name: 'rose corner',
        things: [...things, { name: 'bird bath', description: 'south bed' }],
      },
    });
  });

  it('a result that is passed on as it is', () => {
    const transcript = 'The hedge is two metres high.';
    const read = reading(
      [POST],
      [
        'USER: What does the recording say?',
        result('HearRecording', { url: 'https://moss.org/a.wav' }, transcript),
        'ASSISTANT: Here you are.',
        'USER: Post a letter to ada@moss.org with the subject "Hedge" whose text is just the transcript.',
      ],
    );
    expect(read.values).toEqual({
      receiver: 'ada@moss.org',
      subject: 'Hedge',
      content: transcript,
    });
  });

  it('the stage of a call in two calls, with what belongs to it only', () => {
    const lost = ['USER: Renew my lost key.', 'ASSISTANT: Your username?', 'USER: ada_9'];
    expect(reading([RENEW], lost).values).toEqual({ status: 'Lost', username: 'ada_9' });
    const code = result('RenewKey', { status: 'Lost', username: 'ada_9' }, 4711);
    const found = [...lost, code, 'ASSISTANT: A code came.', 'USER: Use it and renew the key.'];
    expect(reading([RENEW], found).values).toEqual({ status: 'Found', key_code: 4711 });
  });
});
