/** How do a method and a model talk in tags, so that a sloppy reply is never read as an answer? */

/** Every tag of the methods' prompts and replies. */
const TAGS = [
  'role',
  'role_description',
  'current_prompt',
  'case',
  'question',
  'context',
  'output',
  'feedback',
  'requirements',
  'requirement',
  'output_a',
  'output_b',
  'analysis',
  'modification',
  'new_prompt',
  'choice',
  'score',
  'rated_question',
  'rated_output',
  'role_prompt',
  'suggestions',
  'lessons',
  'lessons_wanted',
] as const;

const ANY_TAG = new RegExp(`<(/?(?:${TAGS.join('|')}))>`, 'gi');

export type Tag = (typeof TAGS)[number];

/** `<tag>` on one line, the content, `</tag>` on another. Tags inside lose their meaning, and broken Unicode its form. */
export function tagged(tag: Tag, content: string): string {
  return `<${tag}>\n${content.replace(ANY_TAG, '‹$1›').replace(/\p{Surrogate}/gu, '\uFFFD')}\n</${tag}>`;
}

/** The tags that a text holds, opening and closing, in lower case. */
export function tagsIn(text: string): string[] {
  return [...text.matchAll(ANY_TAG)].map(([tag]) => tag.toLowerCase());
}

/**
 * The trimmed content of the one `<tag>…</tag>` of a reply, its analysis left aside.
 *
 * @returns null when the pair is missing, open, repeated or out of order.
 */
export function readTag(reply: string, tag: Tag): string | null {
  const text = tag === 'analysis' ? reply : reply.replace(/<analysis>[\s\S]*?<\/analysis>/, '');
  const [before, rest, ...more] = text.split(`<${tag}>`);
  if (rest === undefined || more.length > 0 || before?.includes(`</${tag}>`)) return null;
  const [content, after, ...excess] = rest.split(`</${tag}>`);
  if (content === undefined || after === undefined || excess.length > 0) return null;
  return content.trim();
}

/** The reply is exactly `A` or `B`, or its one choice tag is. Anything else (`A/B`, `I choose A`) is no choice: null. */
export function readChoice(reply: string): 'A' | 'B' | null {
  const whole = reply.trim();
  const choice = whole === 'A' || whole === 'B' ? whole : readTag(reply, 'choice');
  return choice === 'A' || choice === 'B' ? choice : null;
}
