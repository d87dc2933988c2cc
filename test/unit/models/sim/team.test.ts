import { describe, expect, it } from 'vitest';
import type { Message } from '../../../../src/core/model.ts';
import { findCalls } from '../../../../src/models/sim/call-text.ts';
import {
  LOGIN,
  OUTPUT_CONTRACT,
  openModel,
  PLAN_WATERING,
  result,
  taskText,
  turnMessages,
} from './support.ts';

const COUNT = 250;
const task = (place: number): string =>
  taskText(
    [LOGIN, PLAN_WATERING],
    [
      `USER: Plan the watering of "bush number ${place}" on 2024-03-04 at 6:30 pm in the north bed.`,
      result('OpenSession', { username: 'ada' }, { token: `tok-${place}-garden` }),
    ],
  );
const right = (place: number): string =>
  `[PlanWatering(token='tok-${place}-garden', content='bush number ${place}', time='2024-03-04 18:30:00', location='north bed')]`;
const wrong = (place: number): string => right(place).replace('2024-03-04 18:30:00', '4 March');
const report = (text: string, agent = 1): string =>
  `--- from planner (agent ${agent}, round 1) ---\n${text}\n--- end ---\n`;
const team = (...texts: readonly string[]): string =>
  `Messages from the team:\n${texts.map((text, index) => report(text, index + 1)).join('')}\n`;

async function rightShare(prompt: string, messages: (place: number) => string): Promise<number> {
  const ask = openModel();
  let count = 0;
  for (let place = 0; place < COUNT; place += 1) {
    const reply = await ask(turnMessages(prompt, task(place), messages(place)), {
      seed: place * 17,
    });
    if (findCalls(reply).at(-1) !== undefined && reply.includes(right(place))) count += 1;
  }
  return count / COUNT;
}

const ROLE = 'You are the last of the team.';
const SKILLED = [
  ROLE,
  'Write every date and time in the format that the description names.',
  'Copy text values word for word.',
  'Output only the call and nothing else, with well-formed brackets.',
].join('\n');
const CHECK = 'Verify every proposal before you use it.';

describe('messages from the team', () => {
  it('help when they are right, and spread an error when they are wrong', async () => {
    const alone = await rightShare(SKILLED, () => '');
    expect(await rightShare(SKILLED, (place) => team(right(place), right(place)))).toBeGreaterThan(
      alone + 0.1,
    );
    const later = (place: number): string => right(place).replace('18:30', '19:30');
    expect(
      await rightShare(SKILLED, (place) => team(later(place), later(place), later(place))),
    ).toBeLessThan(alone - 0.1);
  });

  it('are checked by an agent that is told to check', async () => {
    const misled = (place: number): string => team(wrong(place), wrong(place), wrong(place));
    const trusting = await rightShare(SKILLED, misled);
    expect(await rightShare(`${SKILLED}\n${CHECK}`, misled)).toBeGreaterThan(trusting + 0.1);
  });

  it('are read in every format', async () => {
    const alone = await rightShare(ROLE, () => '');
    const labelled = (place: number): string =>
      `Finding: it is clear\nProposed answer: ${right(place)}`;
    const json = (place: number): string =>
      JSON.stringify({ finding: 'clear', proposed_answer: right(place) }, null, 2);
    expect(
      await rightShare(ROLE, (place) => team(labelled(place), labelled(place))),
    ).toBeGreaterThan(alone + 0.1);
    expect(await rightShare(ROLE, (place) => team(json(place), json(place)))).toBeGreaterThan(
      alone + 0.1,
    );
  });
});

describe('what an agent writes', () => {
  const messages = (contract: string, answers: boolean, prompt = ROLE): Message[] => [
    {
      role: 'system',
      content: [
        prompt,
        ...(contract === '' ? [] : [`Message format (fixed):\n${contract}`]),
        ...(answers ? [OUTPUT_CONTRACT] : []),
      ].join('\n\n'),
    },
    { role: 'user', content: `${task(1)}\n\nYour turn: go.` },
  ];

  it('follows labelled sections', async () => {
    const reply = await openModel()(
      messages('labelled sections:\nFinding: what\nProposed answer: the call', false),
    );
    expect(reply).toMatch(/^Finding: .+\n(?:.+\n)*Proposed answer: \[/u);
  });

  it('writes JSON that mostly parses, and more often so when told to mind it', async () => {
    const broken = async (prompt: string): Promise<number> => {
      const ask = openModel();
      let count = 0;
      for (let seed = 0; seed < 400; seed += 1) {
        const reply = await ask(
          messages('Write one JSON object with these fields', false, prompt),
          { seed },
        );
        try {
          JSON.parse(reply);
        } catch {
          count += 1;
        }
      }
      return count / 400;
    };
    const bare = await broken(ROLE);
    expect(bare).toBeGreaterThan(0.05);
    expect(bare).toBeLessThan(0.3);
    expect(await broken(`${ROLE}\nWrite valid JSON.`)).toBeLessThan(bare / 2);
  });

  it('keeps the call to itself when the role says so', async () => {
    const ask = openModel();
    for (let seed = 0; seed < 30; seed += 1) {
      const reply = await ask(messages('', false, `${ROLE}\nDo not write an API call.`), { seed });
      expect(findCalls(reply)).toEqual([]);
      expect(reply).toContain('Values: ');
    }
  });
});
