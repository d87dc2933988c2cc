import { describe, expect, it } from 'vitest';
import { readAdvice } from '../../../../src/models/sim/mistakes/advice-reading.ts';
import type { MistakeId } from '../../../../src/models/sim/mistakes/kinds.ts';
import { HARMFUL_ADVICE, USELESS_ADVICE } from '../../../../src/models/sim/reflect/advice.ts';
import { DECODING, LOGIN, openModel, PLAN_WATERING, result, taskText } from './support.ts';

const PROMPT = 'You are the gardener.\nRead the dialogue.\nName the next call.';
const TASK = taskText(
  [LOGIN, PLAN_WATERING],
  [
    'USER: Plan the watering of "two rose bushes" on March 4th, 2024 at 6:30 pm in the north bed.',
    result('OpenSession', { username: 'ada' }, { token: 'tok-9x8y7z' }),
  ],
);
const GOOD_CALL =
  "[PlanWatering(token='tok-9x8y7z', content='two rose bushes', time='2024-03-04 18:30:00', location='north bed')]";
const BAD_CALL = "[WaterPlants(token='UNKNOWN', content='roses', time='March 4th')]";
const hot = { ...DECODING, temperature: 1 };

function reflection(
  cases: readonly { readonly output: string; readonly feedback: string }[],
  prompt = PROMPT,
) {
  const shown = cases.map(
    ({ output, feedback }) =>
      `<case>\n<question>\n${TASK}\n</question>\n<context>\n</context>\n<output>\n${output}\n</output>\n<feedback>\n${feedback}\n</feedback>\n</case>`,
  );
  const content = `<role>\ngardener\n</role>\n<current_prompt>\n${prompt}\n</current_prompt>\n${shown.join('\n')}\n<requirements>\nPlain text.\n</requirements>`;
  return [{ role: 'user' as const, content }];
}

async function proposals(
  cases: Parameters<typeof reflection>[0],
  count: number,
): Promise<string[]> {
  const ask = openModel();
  const found: string[] = [];
  for (let seed = 0; seed < count; seed += 1) {
    const reply = await ask(reflection(cases), { seed, channel: 'reflect', decoding: hot });
    const parts =
      /^<analysis>[\s\S]+<\/analysis>\s*<modification>([\s\S]+)<\/modification>\s*<new_prompt>([\s\S]+)<\/new_prompt>$/u.exec(
        reply,
      );
    expect(parts).not.toBeNull();
    found.push((parts?.[2] ?? '').trim());
  }
  return found;
}

const minds = (prompt: string, kind: MistakeId): boolean => readAdvice(prompt, 0).minded.has(kind);
const shareOf = <T>(items: readonly T[], test: (item: T) => boolean): number =>
  items.filter(test).length / items.length;

describe('reflection', () => {
  it.each([
    [
      'date_form',
      "[PlanWatering(token='t', time='March 4th 6pm')]",
      'Stage score: PlanWatering gave another result than expected (values differ from the reference: time).',
    ],
    [
      'prose',
      'I would call PlanWatering.',
      'Stage parse: the answer holds no complete call in square brackets.',
    ],
    [
      'broken_syntax',
      'PlanWatering(token=t',
      'Stage parse: the call is not well-formed: check quotes, commas and brackets.',
    ],
    [
      'missing_argument',
      "[PlanWatering(token='t')]",
      'Stage score: PlanWatering was called without required parameters (missing: time).',
    ],
    [
      'renamed_argument',
      "[PlanWatering(user_token='t')]",
      'Stage score: PlanWatering was called with unknown parameters (not in the reference call: user_token; missing: token).',
    ],
    [
      'long_keyword',
      "[ToolFinderSearch(keywords='please find me something that waters plants')]",
      'Stage score: the keywords of ToolFinderSearch do not find the API that is needed.',
    ],
    [
      'invented_name',
      "[WaterThePlants(token='t')]",
      'Stage api_name: WaterThePlants is the wrong API for this step of the dialogue.',
    ],
  ] as const)('finds %s in the feedback', async (kind, output, feedback) => {
    const cases = Array.from({ length: 4 }, () => ({ output, feedback }));
    expect(shareOf(await proposals(cases, 60), (prompt) => minds(prompt, kind))).toBeGreaterThan(
      0.5,
    );
    expect(shareOf(await proposals([], 60), (prompt) => minds(prompt, kind))).toBeLessThan(0.3);
  });

  it('compares with its own reading when there is no feedback', async () => {
    const output = GOOD_CALL.replace('2024-03-04 18:30:00', 'March 4th');
    const cases = Array.from({ length: 4 }, () => ({ output, feedback: '' }));
    expect(
      shareOf(await proposals(cases, 60), (prompt) => minds(prompt, 'date_form')),
    ).toBeGreaterThan(0.5);
  });

  it('never adds more than two pieces, and knows nothing without cases', async () => {
    const uninformed = await proposals([], 200);
    for (const prompt of uninformed) {
      const added = prompt.split('\n').filter((line) => !PROMPT.includes(line));
      expect(added.length).toBeLessThanOrEqual(2);
      expect(added.length).toBeGreaterThan(0);
    }
    const idle = shareOf(uninformed, (prompt) =>
      [...USELESS_ADVICE, ...HARMFUL_ADVICE].some((line) => prompt.includes(line)),
    );
    expect(idle).toBeGreaterThan(0.5);
    expect(idle).toBeLessThan(0.95);
  });

  it('keeps placeholders', async () => {
    const ask = openModel();
    for (let seed = 0; seed < 50; seed += 1) {
      const prompt = 'You are the gardener.\nUse {tool} well.\nName the call.\nBe kind.';
      expect(await ask(reflection([], prompt), { seed, decoding: hot })).toContain('{tool}');
    }
  });
});

describe('judging', () => {
  const comparison = (first: string, second: string) => [
    {
      role: 'user' as const,
      content: `<question>\n${TASK}\n</question>\n<requirement>\nx\n</requirement>\n<output_a>\n${first}\n</output_a>\n<output_b>\n${second}\n</output_b>`,
    },
  ];
  const choice = async (first: string, second: string, seed: number): Promise<string> =>
    /^<analysis>[^<]+<\/analysis><choice>([AB])<\/choice>$/u.exec(
      await openModel()(comparison(first, second), { seed, decoding: hot }),
    )?.[1] ?? '';

  it('prefers the better supported output in either place', async () => {
    for (let seed = 0; seed < 20; seed += 1) {
      expect(await choice(GOOD_CALL, BAD_CALL, seed)).toBe('A');
      expect(await choice(BAD_CALL, GOOD_CALL, seed)).toBe('B');
    }
  });

  it('leans to the first place between equals, so that asking in both orders matters', async () => {
    const other = GOOD_CALL.replace('two rose bushes', 'Two rose bushes');
    let first = 0;
    for (let seed = 0; seed < 400; seed += 1) {
      if ((await choice(GOOD_CALL, other, seed)) === 'A') first += 1;
      if ((await choice(other, GOOD_CALL, seed)) === 'A') first += 1;
    }
    expect(first / 800).toBeGreaterThan(0.53);
    expect(first / 800).toBeLessThan(0.8);
  });
});
