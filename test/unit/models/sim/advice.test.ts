import { describe, expect, it } from 'vitest';
import { readAdvice } from '../../../../src/models/sim/mistakes/advice-reading.ts';
import { MISTAKE_KINDS, type MistakeId } from '../../../../src/models/sim/mistakes/kinds.ts';
import {
  GOOD_ADVICE,
  HARMFUL_ADVICE,
  USELESS_ADVICE,
} from '../../../../src/models/sim/reflect/advice.ts';

const ROLE = 'You are a member of the team.';
const bare = readAdvice(ROLE, 0).chance;
const chanceOf = (kind: MistakeId, ...advice: readonly string[]): number =>
  readAdvice([ROLE, ...advice].join('\n'), 0).chance[kind];
const total = (prompt: string): number =>
  Object.values(readAdvice(prompt, 0).chance).reduce((sum, rate) => sum + rate, 0);

describe('advice in a role prompt', () => {
  const wordings = MISTAKE_KINDS.flatMap(({ id }) =>
    GOOD_ADVICE[id].map((sentence) => [id, sentence] as const),
  );
  it.each(wordings)('lowers %s: %s', (kind, sentence) => {
    expect(chanceOf(kind, sentence)).toBeLessThan(bare[kind] / 2);
  });

  it.each(HARMFUL_ADVICE)('hurts: %s', (sentence) => {
    expect(total(`${ROLE}\n${sentence}`)).toBeGreaterThan(total(ROLE) + 0.05);
  });

  it.each(USELESS_ADVICE)('does nothing: %s', (sentence) => {
    expect(readAdvice(`${ROLE}\n${sentence}`, 0).chance).toEqual(bare);
  });

  it('is understood in wordings of other people', () => {
    expect(
      chanceOf('date_form', 'All timestamps must follow the YYYY-MM-DD pattern.'),
    ).toBeLessThan(bare.date_form / 2);
    expect(
      chanceOf('token_skip', 'Make sure to log in before you touch protected data.'),
    ).toBeLessThan(bare.token_skip / 2);
    expect(chanceOf('paraphrase', "Don't reword anything the user typed.")).toBeLessThan(
      bare.paraphrase / 2,
    );
  });

  it('turns round when it is negated', () => {
    expect(chanceOf('token_skip', 'Never include the token.')).toBeGreaterThanOrEqual(
      bare.token_skip,
    );
    expect(chanceOf('date_form', 'Do not convert dates and times to the pattern.')).toBeGreaterThan(
      bare.date_form,
    );
    expect(chanceOf('prose', 'Do not explain.')).toBeLessThan(bare.prose);
    expect(total(`${ROLE}\nNever offer alternative calls.`)).toBeLessThan(total(ROLE));
  });

  it('cancels out and confuses when it contradicts itself', () => {
    const both = chanceOf('paraphrase', 'Copy values word for word.', 'Shorten the values.');
    expect(both).toBeGreaterThan(bare.paraphrase);
  });

  it('weakens with length and with the number of other pieces', () => {
    const advice = GOOD_ADVICE.date_form[0] ?? '';
    const filler = Array.from(
      { length: 60 },
      () => 'This sentence only makes the prompt longer.',
    ).join(' ');
    expect(chanceOf('date_form', advice, filler)).toBeGreaterThan(chanceOf('date_form', advice));
    const everything = Object.values(GOOD_ADVICE).flat();
    expect(chanceOf('date_form', advice, ...everything)).toBeGreaterThan(
      chanceOf('date_form', advice),
    );
  });

  it('loses more by a very long prompt than by none', () => {
    const chatter = Array.from(
      { length: 120 },
      () => 'This sentence only makes the prompt longer.',
    ).join(' ');
    expect(total(`${ROLE}\n${chatter}`)).toBeGreaterThan(total(ROLE));
  });
});
