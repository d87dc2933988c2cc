/** How near does a reply come to the recorded one? */
import type { Score } from '../../../core/dataset.ts';
import { pyLower, pySplitWhitespace, pyStrip } from '../python/text.ts';
import type { ReplyTask } from './reply-task.ts';
import { packageRougeL, type RougeL, roundedToFour, textbookRougeL } from './rouge.ts';

/** Precision and recall that differ by less are told as one. */
const LOPSIDED = 0.15;

/**
 * The score is ROUGE-L F1 in API-Bank's way, rounded to four digits; a blank reply scores 0. `correct` says that the
 * recorded words were met, white space aside: a threshold on the score would be nobody's rule.
 */
export function scoreReply(task: ReplyTask, answer: string): Score {
  const reply = comparedText(task, answer);
  const rouge = packageRougeL(reply, task.reference);
  const isBlank = pyStrip(reply) === '';
  const score = isBlank ? 0 : roundedToFour(rouge.f1);
  const correct = plainSpaced(reply) === plainSpaced(task.reference);
  const textbook = textbookRougeL(reply, task.reference);
  return {
    score,
    correct,
    stage: 'score',
    errorKind: correct ? null : isBlank ? 'empty_reply' : score === 0 ? 'no_overlap' : 'differs',
    error: correct ? null : `ROUGE-L ${score} with the recorded reply`,
    errorClass: correct ? null : isBlank ? 'empty' : 'other',
    decided: true,
    feedback: correct ? 'Correct.' : feedbackOf(reply, rouge, score),
    details: { rougeL: { ...rouge }, textbookRougeL: { ...textbook } },
  };
}

/** Equal but for case and white space. Free texts are rarely equal: most votes go to the first voter. */
export function replyVoteKey(answer: string): string | null {
  const key = pyLower(plainSpaced(answer));
  return key === '' ? null : key;
}

/** API-Bank's evaluation of level 3, and only that one, takes speaker names out of a reply. */
function comparedText({ level }: ReplyTask, answer: string): string {
  return level === 3 ? pyStrip(answer.replaceAll('User:', '').replaceAll('AI:', '')) : answer;
}

function plainSpaced(text: string): string {
  return pySplitWhitespace(text).join(' ');
}

/** Says in which way the reply is off, in none of the recorded words. */
function feedbackOf(reply: string, { precision, recall }: RougeL, score: number): string {
  if (pyStrip(reply) === '') return 'Stage score: the reply is empty.';
  const problems = [
    ...(/\[\w+\(/u.test(reply) ? ['it holds an API call instead of words to the user'] : []),
    ...(/[{}]/u.test(reply) ? ['it copies a record instead of saying what it means'] : []),
    ...(recall - precision > LOPSIDED ? ['it says much that the recorded reply leaves out'] : []),
    ...(precision - recall > LOPSIDED ? ['it leaves out much that the recorded reply says'] : []),
  ];
  const numbers = `ROUGE-L ${score} with the recorded reply (precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)})`;
  return `Stage score: ${[numbers, ...problems].join('; ')}.`;
}
