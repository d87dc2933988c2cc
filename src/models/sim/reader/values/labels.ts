/** What did somebody say a thing is? Labelled values, quotations, and answers to questions. */
import type { DialogueTurn, Task } from '../types.ts';

const QUOTES = /["“”]([^"“”]{1,120})["“”]|(?<![\w])['‘]([^'’‘]{2,80})['’](?!\w)/gu;
const STOP =
  /[,;?!]|\.(?=\s|$)|\s(?:and|with|but)\s+(?:my|the|her|his|their|i|password|email|username|is|time|health|start|end)\b|\s(?:from|on|at|under)\s+(?=\d|[A-Z][a-z]+ \d|the name)|\s-\s/u;

export function quotedTexts(text: string): string[] {
  return [...text.matchAll(QUOTES)].map((match) => (match[1] ?? match[2] ?? '').trim());
}

/** The value that starts at `rest`: a quotation, or the words up to the next stop. */
function valueAhead(rest: string): string {
  const quoted = /^\s*["“'‘]([^"”]+?)["”'’](?=[\s,.;?!]|$)/u.exec(rest);
  if (quoted !== null) return (quoted[1] ?? '').trim();
  const stop = STOP.exec(rest);
  return (stop === null ? rest : rest.slice(0, stop.index)).trim();
}

function escaped(label: string): string {
  return label
    .replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)
    .replaceAll(' ', String.raw`[\s_-]+`);
}

/** `label is value`, `label: value`, `label value` in one text; the last one said, or null. */
export function labelledIn(text: string, labels: readonly string[]): string | null {
  const names = labels.map(escaped).join('|');
  const linked = new RegExp(
    `\\b(?:${names})(?:'s)?(?:\\s+(?:name|address))?\\s*(?:is|was|are|:|=|would be|will be|should be|called|named|titled|number|about|as|-)+\\s*(?:going to be |the |is |about |as )?`,
    'giu',
  );
  let found: string | null = null;
  for (const match of text.matchAll(linked)) {
    const value = valueAhead(text.slice(match.index + match[0].length));
    if (value !== '') found = value;
  }
  return found;
}

interface Exchange {
  readonly question: string;
  readonly answer: string;
}

/** The last question asked before an answer is what the answer answers. */
function exchanges(turns: readonly DialogueTurn[]): Exchange[] {
  const found: Exchange[] = [];
  turns.forEach((turn, index) => {
    const before = turns[index - 1];
    if (turn.speaker !== 'user' || before?.speaker !== 'assistant') return;
    const questions = before.text.match(/[^.?!]+\?/gu);
    found.push({ question: questions?.at(-1)?.trim() ?? before.text, answer: turn.text });
  });
  return found;
}

const FILLER =
  /^(?:it's about|it is about|yes|yeah|no|sure|ok|okay|please|of course|well|hi|hello|just|it's|it is|it was|that's|that is|it should be|how about|i want to book|i want|i need to|i need|i would like|i'll|let's|my name is|the name is|it was to|we can host it|at|in|on|to|by|the|a|an)\b[\s,.:!]*/iu;

/** An answer without its polite beginning and its end. */
export function bareAnswer(answer: string): string {
  let text = answer.trim();
  for (let round = 0; round < 6; round += 1) {
    const shorter = text.replace(FILLER, '');
    if (shorter === text) break;
    text = shorter;
  }
  return text
    .replace(/[,;]? ?(?:thanks|thank you|please)\.?$/iu, '')
    .replace(/[.!?]+$/u, '')
    .trim();
}

/** The newest answer to a question about one of the topics. */
export function answerAbout(task: Task, topic: RegExp): string | null {
  const found = exchanges(task.turns).filter(({ question }) => topic.test(question));
  const last = found.at(-1);
  if (last === undefined) return null;
  const answer = bareAnswer(last.answer);
  return answer === '' || answer.length > 90 ? null : answer;
}

/** User texts, newest first; then assistant texts, newest first (confirmations repeat what was asked). */
export function saidNewestFirst(task: Task): string[] {
  const texts = (speaker: DialogueTurn['speaker']): string[] =>
    task.turns
      .filter((turn) => turn.speaker === speaker)
      .map((turn) => turn.text)
      .reverse();
  return [...texts('user'), ...texts('assistant')];
}

/** The newest labelled value in the dialogue. */
export function labelled(task: Task, labels: readonly string[]): string | null {
  for (const text of saidNewestFirst(task)) {
    const value = labelledIn(text, labels);
    if (value !== null) return value;
  }
  return null;
}

/** The newest match of a pattern's first group in the dialogue. */
export function newestMatch(task: Task, pattern: RegExp): string | null {
  for (const text of saidNewestFirst(task)) {
    const value = pattern.exec(text)?.[1];
    if (value !== undefined && value !== '') return value.trim();
  }
  return null;
}
