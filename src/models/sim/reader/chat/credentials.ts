/** Which user name and password were given, in whatever words? */

import type { Task } from '../types.ts';
import { answerAbout, bareAnswer, saidNewestFirst } from '../values/labels.ts';

/** Words that may follow `password` without being one. */
const NO_SECRET =
  /^(?:is|are|was|and|or|so|for|of|to|the|that|in|any|slipped|gone|too|reset|please|again|yet|now|will|shall|should|has|with|from|question|do|old|new|change|should|if|here|there|it|be|would|wrong|a|an)$/iu;

function withoutEnd(token: string): string {
  return token.replace(/^["“'(]+/u, '').replace(/["”')]*[.,;:?]*["”']*$/u, '');
}

/** The value right after each mention of the label, last one first; `before` is what stands in front of the label. */
function afterLabel(
  text: string,
  label: RegExp,
): { readonly value: string; readonly before: string }[] {
  const pattern = new RegExp(
    String.raw`\b(?:${label.source})\b["']?\s*(?:(?:is|reads|being|:|=|,|-)\s*)?["“]?([^\s"”]+)`,
    'giu',
  );
  return [...text.matchAll(pattern)]
    .map((match) => ({ value: withoutEnd(match[1] ?? ''), before: text.slice(0, match.index) }))
    .filter(({ value }) => value.length > 1 && !NO_SECRET.test(value))
    .reverse();
}

function userTexts(task: Task): string[] {
  return saidNewestFirst(task).slice(
    0,
    task.turns.filter((turn) => turn.speaker === 'user').length,
  );
}

const PASSWORD = /pass ?word|passcode/u;

/** `kind` is `old`, `new`, or null for the one that is simply the password. */
export function passwordSaid(task: Task, kind: 'old' | 'new' | null): string | null {
  const wanted = kind === 'old' ? /\b(?:old|current|present)\s*$/iu : /\bnew\s*$/iu;
  const other = /\b(?:old|current|present|new)\s*$/iu;
  for (const text of userTexts(task)) {
    const found = afterLabel(text, PASSWORD).find(({ before }) =>
      kind === null ? !other.test(before) : wanted.test(before),
    );
    if (found !== undefined) return found.value;
  }
  const topic =
    kind === null ? /\bpassword\b/iu : new RegExp(String.raw`\b${kind} password\b`, 'iu');
  const answer = answerAbout(task, topic);
  const bare = answer === null ? null : withoutEnd(bareAnswer(answer));
  return bare === null || bare === '' || /\s/u.test(bare) ? null : bare;
}

const NAMED: readonly RegExp[] = [
  /\bas (\S+) with the password\b/iu,
  /\b(?:it is|I'm|I am) (\S+?),? (?:there[;,]? )?(?:and )?(?:the|my) password\b/iu,
  /\bI'm (\S+) there\b/iu,
];

export function usernameSaid(task: Task): string | null {
  for (const text of userTexts(task)) {
    const labelled = afterLabel(text, /user ?name|account name/u)[0];
    if (labelled !== undefined) return labelled.value;
    for (const pattern of NAMED) {
      const found = pattern.exec(text)?.[1];
      if (found !== undefined) return withoutEnd(found);
    }
  }
  const answer = answerAbout(task, /\b(?:user|account) ?name\b(?!.*password)/iu);
  return answer === null || /\s/u.test(answer) ? null : withoutEnd(answer);
}
