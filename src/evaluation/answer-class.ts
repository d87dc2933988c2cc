/** Why is a team's answer not right, seen with how the model came to an end? */
import type { Score } from '../core/dataset.ts';
import type { ErrorClass } from '../core/error-class.ts';
import type { FinishReason } from '../core/model.ts';
import type { TeamRun } from './team/run-team.ts';

/** A reply of these classes holds no call that could be read. */
const WITHOUT_CALL: ReadonlySet<ErrorClass> = new Set(['no_call', 'unparsable', 'empty']);

/**
 * The score's class, unless the way in which the reply ended says more: declined, cut before a call could be read, or
 * nothing at all. Null when the answer is correct.
 */
export function answerClass(
  verdict: Pick<Score, 'correct' | 'decided' | 'errorClass'>,
  run: Pick<TeamRun, 'answer' | 'turns'>,
): ErrorClass | null {
  if (verdict.correct) return null;
  const scored = scoredClass(verdict);
  const isEmpty = run.answer.answer.trim() === '';
  const ended = endOfAnswer(run);
  if (ended === 'refusal' || ended === 'content-filter') return 'refusal';
  if (ended === 'length' && (isEmpty || WITHOUT_CALL.has(scored))) return 'truncated';
  return isEmpty ? 'empty' : scored;
}

function scoredClass({ decided, errorClass }: Pick<Score, 'decided' | 'errorClass'>): ErrorClass {
  return decided ? (errorClass ?? 'other') : 'undecided';
}

/**
 * How the turn ended whose reply was handed in: the last one that says the answer word for word. A vote in which nobody
 * had an answer hands in nothing; then the last turn speaks for it. Null when nobody spoke.
 */
function endOfAnswer({ answer, turns }: Pick<TeamRun, 'answer' | 'turns'>): FinishReason | null {
  const source = turns.findLast((turn) => turn.output === answer.answer) ?? turns.at(-1);
  return source?.finishReason ?? null;
}
