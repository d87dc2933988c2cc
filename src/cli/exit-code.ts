/** Which exit code tells a script what happened? */
import { type ErrorCode, ProtocolError } from '../core/errors.ts';

export const EXIT_DONE = 0;
/** A check did not hold, a plugin broke its contract, or the tool has a defect. */
export const EXIT_FAILED = 1;
/** Continue with the same command. */
export const EXIT_INTERRUPTED = 130;

const exitCodes: { readonly [Code in ErrorCode]: number } = {
  usage: 2,
  config: 2,
  'store-conflict': 2,
  prerequisite: 3,
  model: 3,
  infrastructure: 3,
  store: 3,
  contract: EXIT_FAILED,
  'budget-exhausted': 4,
  interrupted: EXIT_INTERRUPTED,
};

export function exitCodeOf(error: unknown): number {
  return error instanceof ProtocolError ? exitCodes[error.code] : EXIT_FAILED;
}
