/** What would a model answer to a method, if its insight were a formula? */

import { digest } from '../../src/core/json.ts';
import type { CompletionAnswer, CompletionAsk } from '../../src/core/optimizer.ts';
import { type RandomStream, randomStream } from '../../src/core/random.ts';
import { HARMS, qualityOf, SKILLS_PER_ROLE, skillWord } from './synthetic-team.ts';

export type Reply = (ask: CompletionAsk) => CompletionAnswer;

export function said(text: string): CompletionAnswer {
  return { text, truncated: false };
}

/** The user's part of an ask. */
export function userText(ask: CompletionAsk): string {
  return ask.messages
    .filter(({ role }) => role === 'user')
    .map(({ content }) => content)
    .join('\n');
}

export function contentOf(text: string, tag: string): string {
  return text.split(`<${tag}>\n`)[1]?.split(`\n</${tag}>`)[0] ?? '';
}

export function proposal(prompt: string): CompletionAnswer {
  return said(
    `<analysis>x</analysis><modification>y</modification><new_prompt>${prompt}</new_prompt>`,
  );
}

/** A fairly good model: rewrites follow the feedback three times in four, and judgements are right four times in five. */
export function insightfulReply(seed: number): Reply {
  return (ask) => {
    const text = userText(ask);
    // Names of roles and tasks do not matter, nor does where the question came from.
    const random = randomStream('reply', seed, digest(withoutNames(text)), ask.sample ?? 0);
    if (text.includes('<current_prompt>')) return rewrite(text, random);
    return ask.channel === 'judge' ? judgement(text, random) : betterMessage(text, random);
  };
}

function withoutNames(text: string): string[] {
  const parts = ['current_prompt', 'output', 'output_a', 'output_b'].map((tag) =>
    contentOf(text, tag),
  );
  return [
    ...parts,
    ...text
      .split('<feedback>')
      .slice(1)
      .map((part) => part.split('</feedback>')[0] ?? ''),
  ];
}

function judgement(text: string, random: RandomStream): CompletionAnswer {
  const better = qualityOf(contentOf(text, 'output_a')) - qualityOf(contentOf(text, 'output_b'));
  const right = better > 0 || (better === 0 && random.next() < 0.5) ? 'A' : 'B';
  const wrong = right === 'A' ? 'B' : 'A';
  return said(`<analysis>x</analysis><choice>${random.next() < 0.8 ? right : wrong}</choice>`);
}

/** What the role should have said: with the word that failed, when that is its own and it is seen. */
function betterMessage(text: string, random: RandomStream): CompletionAnswer {
  const output = contentOf(text, 'output');
  const unit = Number(/unit (\d+)/.exec(output)?.[1] ?? 0);
  const own = Array.from({ length: SKILLS_PER_ROLE }, (_, skill) => skillWord(unit, skill));
  const blamed = /needs (\w+) failed/.exec(contentOf(text, 'feedback'))?.[1] ?? '';
  const isSeen = own.includes(blamed) && random.next() < 0.75;
  const word = isSeen ? blamed : random.pick(own);
  return said(`<analysis>x</analysis><output>${output} I mind ${word}.</output>`);
}

function rewrite(text: string, random: RandomStream): CompletionAnswer {
  const current = contentOf(text, 'current_prompt');
  const unit = Number(/unit (\d+)/.exec(current)?.[1] ?? 0);
  const own = Array.from({ length: SKILLS_PER_ROLE }, (_, skill) => skillWord(unit, skill));
  const blamed = [...text.matchAll(/needs (\w+) failed/g)].map(([, word]) => word ?? '');
  const useful = blamed.filter((word) => own.includes(word) && !current.includes(word));
  const informed = useful.length > 0 && random.next() < 0.75;
  const word = informed ? random.pick(useful) : random.pick([...own, ...HARMS]);
  return proposal(`${current} Mind ${word}.`);
}

/** As `insightfulReply`, and it also rates, acts and teaches: whatever a method asks for, something usable comes back. */
export function resourcefulReply(seed: number): Reply {
  const insightful = insightfulReply(seed);
  return (ask) => {
    const text = userText(ask);
    const random = randomStream('resourceful', seed, digest(text), ask.sample ?? 0);
    if (text.includes('<current_prompt>') || text.includes('<output_a>')) return insightful(ask);
    if (ask.channel === 'judge') return said(`<score>${random.next().toFixed(2)}</score>`);
    if (ask.channel === 'probe') return said(`Output ${random.integer(1_000)}.`);
    const words = Array.from({ length: 4 * SKILLS_PER_ROLE }, (_, index) =>
      skillWord(Math.floor(index / SKILLS_PER_ROLE), index % SKILLS_PER_ROLE),
    );
    const lessons = Array.from({ length: 3 }, () => `- Mind ${random.pick([...words, ...HARMS])}.`);
    return said(`<lessons>\n${lessons.join('\n')}\n</lessons>`);
  };
}
