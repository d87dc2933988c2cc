/** Why was an answer not right? One list for all benchmarks, so that error bars can be compared. */

/**
 * In the order in which an error bar shows them.
 *
 * - `infrastructure`: no observation was made. Never counted as wrong: it is missing from `n scored / n planned`.
 * - `refusal`: the model or a filter declined. `empty`: nothing was answered. `truncated`: the reply was cut and holds no
 *   call that could be read.
 * - `no_call`: prose without a call. `unparsable`: a call that cannot be read. `several_calls`: more than one, where one
 *   was asked for.
 * - `unknown_api`: no such API exists. `unlisted_api`: it exists, but was not offered here. `wrong_api`: it was offered, but
 *   is not the one that this step needs.
 * - `unknown_parameter`, `missing_parameter`, `wrong_type`, `wrong_value`: the API was right, an argument was not.
 * - `execution_exception`: carrying the call out raised an error. `retrieval_miss`: a search found something else.
 * - `undecided`: the configured scorer cannot tell; counted as wrong and shown apart.
 * - `other`: none of these.
 */
export const ERROR_CLASSES = [
  'no_call',
  'unparsable',
  'several_calls',
  'unknown_api',
  'unlisted_api',
  'wrong_api',
  'unknown_parameter',
  'missing_parameter',
  'wrong_type',
  'wrong_value',
  'execution_exception',
  'retrieval_miss',
  'truncated',
  'empty',
  'refusal',
  'undecided',
  'other',
  'infrastructure',
] as const;

export type ErrorClass = (typeof ERROR_CLASSES)[number];
