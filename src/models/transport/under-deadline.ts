/** How long may one SDK call take, and what becomes of what it throws? */
import { LONGEST_TIMER_MS, startDeadline } from './deadline.ts';
import { type CallTarget, translateFailure } from './failure.ts';

/** What an SDK call must be given so that it ends in time. */
export interface CallLimits {
  readonly signal: AbortSignal;
  readonly timeout: number;
}

/** @throws ModelError for every failure of the server, the network, the clock or the caller's patience. */
export async function underDeadline<Value>(
  target: CallTarget,
  signal: AbortSignal,
  work: (limits: CallLimits) => Promise<Value>,
): Promise<Value> {
  const deadline = startDeadline(signal, target.timeoutMs);
  try {
    // The SDK's own timer stops at the headers; ours covers the body too, so the SDK's is set out of the way.
    return await work({ signal: deadline.signal, timeout: LONGEST_TIMER_MS });
  } catch (error) {
    const ending = { expired: deadline.expired(), aborted: signal.aborted, nowMs: Date.now() };
    throw translateFailure(error, { ...target, ...ending });
  } finally {
    deadline.clear();
  }
}
