/** When does a call have to end? When its caller says so, or when its time is up. */
import { setMaxListeners } from 'node:events';
import { ModelError } from '../../core/errors.ts';

/** The longest wait a timer can hold; a longer one would fire at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface Deadline {
  /** Aborted by the caller's signal or by the clock. */
  readonly signal: AbortSignal;
  /** True when the clock ended it. */
  readonly expired: () => boolean;
  /** Must be called when the work is over. */
  readonly clear: () => void;
}

export function startDeadline(outer: AbortSignal, timeoutMs: number): Deadline {
  const controller = new AbortController();
  let expired = false;
  const stop = (): void => controller.abort(outer.reason);
  const timer = setTimeout(
    () => {
      expired = true;
      controller.abort(new Error(`no answer within ${timeoutMs} ms`));
    },
    Math.min(timeoutMs, LONGEST_TIMER_MS),
  );
  if (outer.aborted) stop();
  else onAbort(outer, stop);
  return {
    signal: controller.signal,
    expired: () => expired,
    clear: () => {
      clearTimeout(timer);
      outer.removeEventListener('abort', stop);
    },
  };
}

/** Listens once. Hundreds of calls share one job signal, so Node's warning about eleven listeners is switched off. */
export function onAbort(signal: AbortSignal, listener: () => void): void {
  setMaxListeners(0, signal);
  signal.addEventListener('abort', listener, { once: true });
}

export function abortedError(): ModelError {
  return new ModelError('the model call was cancelled', { kind: 'aborted', retry: false });
}

/** @throws ModelError of kind `aborted`. */
export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw abortedError();
}

/** The promise's outcome, or a ModelError of kind `aborted` as soon as the signal fires. The work itself goes on. */
export async function orAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  if (signal.aborted) {
    work.catch(() => undefined);
    throw abortedError();
  }
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(abortedError());
    onAbort(signal, stop);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
