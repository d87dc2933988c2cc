/** What does a role prompt tell the model to mind, and how much of it gets through? */
import { MISTAKE_KINDS, type MistakeId, STYLES } from './kinds.ts';

/** Reading a role prompt: chance per kind, before temperature. */
export interface Mindfulness {
  readonly chance: { readonly [kind in MistakeId]: number };
  /** Kinds that the prompt gives good advice on. */
  readonly minded: ReadonlySet<MistakeId>;
}

const NEGATION =
  /\b(?:never|don't|do not|does not|doesn't|avoid|without|no need to|not|no longer|refrain from|instead of|rather than|nor|neither|no)\b[^,;:—]{0,42}$/iu;

/** Share of a kind's chance that heeded advice takes away. */
const EFFECT = 0.85;
/** Words up to which a prompt is read in full; from there attention falls to its floor. */
const READ_IN_FULL = 150;
const FLOOR_AT = 450;
const ATTENTION_FLOOR = 0.45;
/** Pieces of advice that can be minded at once without loss. */
const MINDED_AT_ONCE = 8;
/** Words from which the sheer length adds slips of every kind. */
const OVERLONG = 280;

/** Sentences, list items and lines; a colon does not end one. */
function sentencesOf(prompt: string): string[] {
  return prompt
    .split(/(?<=[.!?;])\s+|\n+/u)
    .map((sentence) => sentence.replace(/^[\s\-*•\d.)]+/u, '').trim())
    .filter((sentence) => sentence.length > 3);
}

function isNegated(sentence: string, at: number): boolean {
  return NEGATION.test(sentence.slice(0, at));
}

/** +1 good advice, -1 bad advice, 0 none: in one sentence about one kind. */
function verdict(sentence: string, good: readonly RegExp[], bad: readonly RegExp[]): number {
  for (const pattern of bad) {
    const match = pattern.exec(sentence);
    if (match !== null) return isNegated(sentence, match.index) ? 1 : -1;
  }
  for (const pattern of good) {
    const match = pattern.exec(sentence);
    if (match !== null) return isNegated(sentence, match.index) ? -1 : 1;
  }
  return 0;
}

interface Advice {
  readonly good: number;
  readonly bad: number;
}

function adviceOn(
  sentences: readonly string[],
  good: readonly RegExp[],
  bad: readonly RegExp[],
): Advice {
  const verdicts = sentences.map((sentence) => verdict(sentence, good, bad));
  return {
    good: verdicts.filter((value) => value > 0).length,
    bad: verdicts.filter((value) => value < 0).length,
  };
}

function attention(words: number, minded: number): number {
  const span = Math.min(1, Math.max(0, (words - READ_IN_FULL) / (FLOOR_AT - READ_IN_FULL)));
  const byLength = 1 - span * (1 - ATTENTION_FLOOR);
  const byNumber = minded <= MINDED_AT_ONCE ? 1 : Math.sqrt(MINDED_AT_ONCE / minded);
  return byLength * byNumber;
}

/** Chance of one kind after advice: heeded, contradictory or misleading. */
function adviseRate(rate: number, advice: Advice, heed: number): number {
  if (advice.good > 0 && advice.bad > 0) return Math.min(0.95, rate + 0.05);
  if (advice.bad > 0) return Math.min(0.95, rate * 1.5 + 0.06);
  if (advice.good === 0) return rate;
  const emphasis = advice.good > 1 ? 1.08 : 1;
  return rate * (1 - Math.min(0.94, EFFECT * emphasis * heed));
}

function styleRates(sentences: readonly string[]): Map<MistakeId, number> {
  const added = new Map<MistakeId, number>();
  for (const { pattern, adds } of STYLES) {
    const given = sentences.some((sentence) => {
      const match = pattern.exec(sentence);
      return match !== null && !isNegated(sentence, match.index);
    });
    if (!given) continue;
    for (const [id, amount] of Object.entries(adds)) {
      added.set(id as MistakeId, (added.get(id as MistakeId) ?? 0) + amount);
    }
  }
  return added;
}

/** `burden` is the number of further words in the system message that take attention (contracts, examples). */
export function readAdvice(rolePrompt: string, burden: number): Mindfulness {
  const sentences = sentencesOf(rolePrompt);
  const words = (rolePrompt.match(/\S+/gu)?.length ?? 0) + burden;
  const advice = MISTAKE_KINDS.map((kind) => adviceOn(sentences, kind.good, kind.bad));
  const minded = new Set(
    MISTAKE_KINDS.filter(
      (_, index) => (advice[index]?.good ?? 0) > 0 && (advice[index]?.bad ?? 0) === 0,
    ).map(({ id }) => id),
  );
  const heed = attention(words, minded.size);
  const added = styleRates(sentences);
  const slack = Math.min(0.05, Math.max(0, words - OVERLONG) * 0.0001);
  const chance = Object.fromEntries(
    MISTAKE_KINDS.map((kind, index) => {
      const advised = adviseRate(kind.rate, advice[index] ?? { good: 0, bad: 0 }, heed);
      return [kind.id, Math.min(0.95, advised + (added.get(kind.id) ?? 0) + slack)];
    }),
  ) as Mindfulness['chance'];
  return { chance, minded };
}
