/** What stands between two tags of a method's prompt? */

/** The content of the first `<tag>…</tag>`, trimmed; null when the pair is not there. */
export function tagContent(text: string, tag: string): string | null {
  const from = text.indexOf(`<${tag}>`);
  if (from < 0) return null;
  const start = from + tag.length + 2;
  const end = text.indexOf(`</${tag}>`, start);
  return end < 0 ? null : text.slice(start, end).trim();
}

export interface ShownCase {
  readonly question: string;
  readonly context: string;
  readonly output: string;
  readonly feedback: string;
}

export function shownCases(text: string): ShownCase[] {
  return text
    .split('<case>')
    .slice(1)
    .map((part) => part.split('</case>')[0] ?? '')
    .map((part) => ({
      question: tagContent(part, 'question') ?? '',
      context: tagContent(part, 'context') ?? '',
      output: tagContent(part, 'output') ?? '',
      feedback: tagContent(part, 'feedback') ?? '',
    }));
}
