/** Are the API and the arguments of the reference call in an answer, as texts? Nothing is carried out. */
import { coerceRecordedArguments } from '../parse/call-text.ts';
import { parseAnswer } from '../parse/parse-answer.ts';
import type { ParsePolicy } from '../parse/result.ts';
import { pyStr } from '../python/repr.ts';
import type { ApiBankTask } from '../tasks/task.ts';

/**
 * The plain slot-filling rule: the name is the recorded one, and every recorded argument is there with the same text.
 *
 * Texts are those of Python's `str()`, so `2` and `'2'` are equal while `2.0`, other blanks and another case are not.
 * Recorded texts that spell a list or record are read as such first, as in an answer. Further arguments are passed over.
 */
export function slotsAreFilled(
  { gold }: ApiBankTask,
  answer: string,
  policy: ParsePolicy = 'last',
): boolean {
  const parsed = parseAnswer(answer, policy);
  if (!parsed.ok || parsed.name !== gold.apiName) return false;
  const expected = coerceRecordedArguments(gold.arguments);
  return [...expected.entries()].every(([name, value]) => {
    const given = parsed.arguments.get(name);
    return given !== undefined && pyStr(given) === pyStr(value);
  });
}
