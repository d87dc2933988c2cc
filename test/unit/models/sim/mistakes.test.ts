import { describe, expect, it } from 'vitest';
import { findCalls, type WrittenCall } from '../../../../src/models/sim/call-text.ts';
import type { MistakeId } from '../../../../src/models/sim/mistakes/kinds.ts';
import { slips } from '../../../../src/models/sim/mistakes/slips.ts';
import { GOOD_ADVICE } from '../../../../src/models/sim/reflect/advice.ts';
import {
  api,
  FINDER,
  INVITE,
  LOGIN,
  openModel,
  PLAN_WATERING,
  result,
  share,
  taskText,
  turnMessages,
} from './support.ts';

const ROLE = 'You are the gardener of the team.';
const COUNT = 300;

interface Scene {
  readonly apis: readonly object[];
  readonly dialogue: (place: number) => readonly string[];
  readonly wrong: (call: WrittenCall | undefined, reply: string, place: number) => boolean;
}

const value = (call: WrittenCall | undefined, name: string): unknown =>
  call?.arguments.find((argument) => argument.name === name)?.value;
const session = (place: number): string =>
  result('OpenSession', { username: 'ada' }, { token: `tok-9x8y7z-${place}-garden` });
const wish = (place: number): string =>
  `USER: Plan the watering of "bush number ${place}" on March 4th at 6:30 pm in the north bed.`;
const watering = {
  apis: [LOGIN, PLAN_WATERING],
  dialogue: (place: number) => [wish(place), session(place)],
};
const searching = {
  apis: [FINDER],
  dialogue: (place: number) => [
    `USER: Can you delete my alarm number ${place}?`,
    'ASSISTANT: Let me look for a tool.',
  ],
};
const COUNTING = api('CountSeeds', 'Counts out seeds.', {
  seed_count: ['int', 'How many seeds.'],
  bed_count: ['int', 'How many beds.'],
});

const SCENES: { readonly [kind in Exclude<MistakeId, 'peer_neglect' | 'stale_value'>]: Scene } = {
  token_skip: {
    apis: [LOGIN, PLAN_WATERING],
    dialogue: (place) => [
      wish(place),
      'ASSISTANT: Who are you?',
      `USER: My username is ada${place} and my password is fern7.`,
    ],
    wrong: (call) => call?.api === 'PlanWatering',
  },
  skip_search: {
    ...searching,
    wrong: (call) => call !== undefined && call.api !== 'ToolFinderSearch',
  },
  long_keyword: {
    ...searching,
    wrong: (call) => String(value(call, 'keywords')).split(' ').length > 4,
  },
  vague_keyword: {
    ...searching,
    wrong: (call) => /tool$|^api for/u.test(String(value(call, 'keywords'))),
  },
  repeat_call: { ...watering, wrong: (call) => call?.api === 'OpenSession' },
  invented_name: {
    ...watering,
    wrong: (call) => call !== undefined && !['OpenSession', 'PlanWatering'].includes(call.api),
  },
  date_form: {
    ...watering,
    wrong: (call) =>
      value(call, 'time') !== undefined &&
      !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/u.test(String(value(call, 'time'))),
  },
  assumed_year: { ...watering, wrong: (call) => /^202[24]/u.test(String(value(call, 'time'))) },
  paraphrase: {
    ...watering,
    wrong: (call, _reply, place) =>
      value(call, 'content') !== undefined && value(call, 'content') !== `bush number ${place}`,
  },
  wrong_result: {
    ...watering,
    wrong: (call, _reply, place) =>
      value(call, 'token') !== undefined && value(call, 'token') !== `tok-9x8y7z-${place}-garden`,
  },
  number_form: {
    apis: [COUNTING],
    dialogue: (place) => [`USER: Count out ${place + 1} seeds for 3 beds.`],
    wrong: (call) => typeof value(call, 'bed_count') === 'string',
  },
  list_as_text: {
    apis: [INVITE],
    dialogue: (place) => [
      `USER: Invite visitors for 2024-07-01, tour ${place}, attendees Ann, Bo and Cy.`,
    ],
    wrong: (call) => typeof value(call, 'attendees') === 'string',
  },
  missing_argument: {
    ...watering,
    wrong: (call) => call?.api === 'PlanWatering' && call.arguments.length < 4,
  },
  extra_argument: { ...watering, wrong: (call) => value(call, 'note') !== undefined },
  renamed_argument: {
    ...watering,
    wrong: (call) =>
      call?.api === 'PlanWatering' &&
      call.arguments.some(
        ({ name }) => !['token', 'content', 'time', 'location', 'note'].includes(name),
      ),
  },
  prose: { ...watering, wrong: (_call, reply) => !reply.includes('(') && !reply.includes('[') },
  double_call: { ...watering, wrong: (_call, reply) => findCalls(reply).length > 1 },
  broken_syntax: { ...watering, wrong: (call, reply) => call === undefined && /[([]/u.test(reply) },
};

describe('mistakes without and with advice', () => {
  it.each(Object.entries(SCENES))('%s happens, and advice makes it rare', async (kind, scene) => {
    const ask = openModel();
    const rate = (prompt: string): Promise<number> =>
      share(prompt, (reply, place) => scene.wrong(findCalls(reply)[0], reply, place), {
        ...scene,
        count: COUNT,
        ask,
      });
    const bare = await rate(ROLE);
    const advised = await rate(`${ROLE}\n${GOOD_ADVICE[kind as MistakeId][0] ?? ''}`);
    expect(bare).toBeGreaterThan(0.02);
    expect(advised).toBeLessThan(bare * 0.5);
  });

  it('a corrected value comes back stale, and advice makes that rare', async () => {
    const dialogue = (place: number): readonly string[] => [
      `USER: Plan the watering of "bush number ${place}" on 2024-03-04 at 6 pm in the north bed.`,
      session(place),
      'ASSISTANT: Fine.',
      'USER: Sorry, I meant 2024-03-09.',
    ];
    const ask = openModel();
    const rate = (prompt: string): Promise<number> =>
      share(
        prompt,
        (reply) => String(value(findCalls(reply)[0], 'time')).startsWith('2024-03-04'),
        { apis: watering.apis, dialogue, count: COUNT, ask },
      );
    const bare = await rate(ROLE);
    expect(bare).toBeGreaterThan(0.1);
    expect(
      await rate(`${ROLE}\nWhen the user corrects something, the latest value counts.`),
    ).toBeLessThan(bare * 0.5);
  });

  it('meets candidate and parent with the same luck: good advice never breaks a right answer', async () => {
    const ask = openModel();
    let mended = 0;
    for (let place = 0; place < COUNT; place += 1) {
      const task = taskText(watering.apis, watering.dialogue(place));
      const before = await ask(turnMessages(ROLE, task), { seed: place });
      const after = await ask(turnMessages(`${ROLE}\n${GOOD_ADVICE.paraphrase[0] ?? ''}`, task), {
        seed: place,
      });
      const right = (reply: string): boolean =>
        value(findCalls(reply)[0], 'content') === `bush number ${place}`;
      if (right(before)) expect(right(after)).toBe(true);
      else if (right(after)) mended += 1;
    }
    expect(mended).toBeGreaterThan(10);
  });

  it('errs more at a higher temperature', async () => {
    const ask = openModel();
    const wrongAt = async (temperature: number): Promise<number> => {
      let wrong = 0;
      for (let place = 0; place < COUNT; place += 1) {
        const messages = turnMessages(ROLE, taskText(watering.apis, watering.dialogue(place)));
        const reply = await ask(messages, {
          seed: place,
          decoding: { temperature, topP: 1, maxTokens: 999, repetitionPenalty: 1, thinking: false },
        });
        const call = `[PlanWatering(token='tok-9x8y7z-${place}-garden', content='bush number ${place}', time='2023-03-04 18:30:00', location='north bed')]`;
        if (reply !== call) wrong += 1;
      }
      return wrong;
    };
    expect(await wrongAt(1)).toBeGreaterThan(await wrongAt(0));
  });

  it('errs less often alike at a higher temperature, so that a vote of five gains what one loses', () => {
    const mindfulness = { chance: { token_skip: 0.1 }, minded: new Set() } as never;
    const errs = (fingerprint: number, seed: number, temperature: number): boolean =>
      slips('token_skip', mindfulness, { seed, fingerprint, temperature });
    const rates = (temperature: number): { one: number; five: number } => {
      let one = 0;
      let five = 0;
      for (let task = 0; task < 6000; task += 1) {
        const wrong = [1, 2, 3, 4, 5].filter((seed) => errs(task, seed, temperature)).length;
        one += wrong / 5;
        if (wrong >= 3) five += 1;
      }
      return { one, five };
    };
    const cool = rates(0.2);
    const warm = rates(1);
    expect(warm.one).toBeGreaterThan(1.1 * cool.one);
    expect(warm.five).toBeLessThan(0.9 * cool.five);
  });
});
