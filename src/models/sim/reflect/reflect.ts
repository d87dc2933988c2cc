/** Which new prompt does the reflection model propose? One or two pieces of advice at a time, not always good ones. */
import { draw, hashText, pickBy } from '../draws.ts';
import { readAdvice } from '../mistakes/advice-reading.ts';
import { MISTAKE_KINDS, type MistakeId } from '../mistakes/kinds.ts';
import type { TaskReader } from '../reader/types.ts';
import { GOOD_ADVICE, HARMFUL_ADVICE, USELESS_ADVICE } from './advice.ts';
import { diagnose } from './diagnose.ts';
import { type ShownCase, shownCases, tagContent } from './tags.ts';

/** Chances of a useless and of a harmful piece of advice, with and without cases to learn from. */
const INFORMED = { useless: 0.12, harmful: 0.07 };
const UNINFORMED = { useless: 0.42, harmful: 0.28 };
/** Chance that a case is read wrongly. */
const MISDIAGNOSED = 0.15;
/** Weight left for a kind that the prompt already advises on. */
const ALREADY_ADVISED = 0.25;
const CHANCE_OF_TWO = 0.45;
const CHANCE_TO_DROP = 0.2;
/** Words from which a prompt is rather cut than grown. */
const CUT_FROM = 200;

interface How {
  readonly seed: number;
  readonly temperature: number;
}

interface Reflection {
  readonly prompt: string;
  readonly cases: readonly ShownCase[];
  readonly chance: (purpose: string, index?: number) => number;
}

export function isReflection(text: string): boolean {
  return text.includes('<current_prompt>') && text.includes('</current_prompt>');
}

function countKinds(reflection: Reflection, read: TaskReader): Map<MistakeId, number> {
  const counts = new Map<MistakeId, number>();
  reflection.cases.forEach((shown, index) => {
    const found = diagnose({ shown, known: read(shown.question) });
    for (const kind of found.slice(0, 2)) {
      const misread = reflection.chance('misdiagnosed', index) < MISDIAGNOSED;
      const seen = misread ? pickBy(MISTAKE_KINDS, reflection.chance('instead', index)).id : kind;
      counts.set(seen, (counts.get(seen) ?? 0) + 1);
    }
  });
  return counts;
}

/** Kinds by how often they were seen, what is already advised behind, with a little chance in the order. */
function rankedKinds(reflection: Reflection, counts: ReadonlyMap<MistakeId, number>): MistakeId[] {
  const { minded } = readAdvice(reflection.prompt, 0);
  const weight = (kind: MistakeId): number =>
    (counts.get(kind) ?? 0) * (minded.has(kind) ? ALREADY_ADVISED : 1) +
    0.6 * reflection.chance(`rank-${kind}`);
  return [...counts.keys()].sort(
    (left, right) => weight(right) - weight(left) || (left < right ? -1 : 1),
  );
}

function chosenAdvice(reflection: Reflection, ranked: readonly MistakeId[], place: number): string {
  const { chance, cases } = reflection;
  const odds = cases.length > 0 ? INFORMED : UNINFORMED;
  const luck = chance('advice', place);
  if (luck < odds.harmful) return pickBy(HARMFUL_ADVICE, chance('harmful', place));
  if (luck < odds.harmful + odds.useless) return pickBy(USELESS_ADVICE, chance('useless', place));
  const kind = ranked[place] ?? pickBy(MISTAKE_KINDS, chance('any-kind', place)).id;
  return pickBy(GOOD_ADVICE[kind], chance('wording', place));
}

function sentencesWithPlaces(prompt: string): string[] {
  return prompt.match(/[^.!?\n]+[.!?]*[ \t]*|\n+/gu) ?? [prompt];
}

/** Drops one sentence after the first that holds no placeholder. */
function withoutOneSentence(prompt: string, luck: number): string {
  const pieces = sentencesWithPlaces(prompt);
  const first = pieces.findIndex((piece) => piece.trim() !== '');
  const removable = pieces.flatMap((piece, index) =>
    index > first && piece.trim() !== '' && !/[{}]/u.test(piece) ? [index] : [],
  );
  if (removable.length < 2) return prompt;
  const gone = pickBy(removable, luck);
  return pieces
    .filter((_, index) => index !== gone)
    .join('')
    .replaceAll(/\n{2,}/gu, '\n')
    .trim();
}

function rewritten(reflection: Reflection, advice: readonly string[]): string {
  const { prompt, chance } = reflection;
  const words = prompt.match(/\S+/gu)?.length ?? 0;
  const drops = chance('drop') < (words > CUT_FROM ? 0.7 : CHANCE_TO_DROP);
  const kept = drops ? withoutOneSentence(prompt, chance('dropped')) : prompt;
  const added = advice.filter((sentence) => !kept.includes(sentence));
  return [kept.trim(), ...added].join('\n');
}

/** The tagged reply to a request for a better prompt. */
export function replyToReflection(text: string, how: How, read: TaskReader): string {
  const prompt = tagContent(text, 'current_prompt') ?? '';
  const fingerprint = hashText(text);
  const reflection: Reflection = {
    prompt,
    cases: shownCases(text),
    // At temperature 0 a model says the same to the same text, whatever the seed.
    chance: (purpose, index = 0) =>
      draw(how.temperature > 0 ? how.seed : 0, fingerprint, purpose, index),
  };
  const counts = countKinds(reflection, read);
  const ranked = rankedKinds(reflection, counts);
  const number = reflection.chance('two') < CHANCE_OF_TWO ? 2 : 1;
  const advice = Array.from({ length: number }, (_, place) =>
    chosenAdvice(reflection, ranked, place),
  );
  const seen = [...counts]
    .map(([kind, count]) => `${kind.replaceAll('_', ' ')} (${count})`)
    .join(', ');
  const analysis =
    reflection.cases.length === 0
      ? 'A variant without cases.'
      : `Seen in the cases: ${seen || 'no mistake'}.`;
  return [
    `<analysis>${analysis}</analysis>`,
    `<modification>${advice.join(' ')}</modification>`,
    `<new_prompt>\n${rewritten(reflection, advice)}\n</new_prompt>`,
  ].join('\n');
}
