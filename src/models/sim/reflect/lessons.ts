/** Which lessons does the reflection model draw? Advice on the mistakes that it sees, or the best of others' suggestions. */
import { draw, hashText, pickBy } from '../draws.ts';
import { MISTAKE_KINDS, type MistakeId } from '../mistakes/kinds.ts';
import type { TaskReader } from '../reader/types.ts';
import { GOOD_ADVICE, HARMFUL_ADVICE, USELESS_ADVICE } from './advice.ts';
import { diagnose } from './diagnose.ts';
import { shownCases, tagContent } from './tags.ts';

/** Chances that a lesson is harmful, or useless: as in rewrites with cases. */
const HARMFUL = 0.07;
const USELESS = 0.12;
const DEFAULT_COUNT = 3;

export function isLessonRequest(text: string): boolean {
  return text.includes('<lessons_wanted>');
}

export function replyWithLessons(
  text: string,
  how: { readonly seed: number; readonly temperature: number },
  read: TaskReader,
): string {
  const fingerprint = hashText(text);
  const seed = how.temperature > 0 ? how.seed : 0;
  const chance = (purpose: string, index: number): number =>
    draw(seed, fingerprint, purpose, index);
  const wanted = tagContent(text, 'lessons_wanted') ?? '';
  const count = Number(/\d+/u.exec(wanted)?.[0] ?? DEFAULT_COUNT);
  const suggestions = tagContent(text, 'suggestions');
  const lessons =
    suggestions === null
      ? drawn(text, { read, chance }).slice(0, count)
      : ranked(suggestions).slice(0, count);
  return ['<lessons>', ...lessons.map((lesson) => `- ${lesson}`), '</lessons>'].join('\n');
}

/** The most frequent suggestions first; of equals the one that was said first. */
function ranked(suggestions: string): string[] {
  const counts = new Map<string, number>();
  for (const line of suggestions.split('\n')) {
    const text = line.replace(/^-\s+/u, '').trim();
    if (text !== '') counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].sort((left, right) => right[1] - left[1]).map(([text]) => text);
}

function drawn(
  text: string,
  {
    read,
    chance,
  }: { readonly read: TaskReader; readonly chance: (purpose: string, index: number) => number },
): string[] {
  const counts = new Map<MistakeId, number>();
  for (const shown of shownCases(text)) {
    for (const kind of diagnose({ shown, known: read(shown.question) }).slice(0, 2)) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
  }
  const kinds = [...counts].sort((left, right) => right[1] - left[1]).map(([kind]) => kind);
  const seen = kinds.length > 0 ? kinds : [pickBy(MISTAKE_KINDS, chance('any-kind', 0)).id];
  return seen.map((kind, place) => {
    const luck = chance('lesson', place);
    if (luck < HARMFUL) return pickBy(HARMFUL_ADVICE, chance('harmful', place));
    if (luck < HARMFUL + USELESS) return pickBy(USELESS_ADVICE, chance('useless', place));
    return pickBy(GOOD_ADVICE[kind], chance('wording', place));
  });
}
