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

/** Calls `listener` once when the signal fires; returns what takes it back. */
export type AbortWatch = (signal: AbortSignal, listener: () => void) => () => void;

/**
 * A watch for many listeners on few signals. A signal looks through all its listeners to add or remove one, so hundreds
 * of calls that share the job's signal are put behind one listener here.
 */
export function abortWatch(): AbortWatch {
  const watched = new WeakMap<AbortSignal, Set<() => void>>();
  const listenersOf = (signal: AbortSignal): Set<() => void> => {
    const known = watched.get(signal);
    if (known !== undefined) return known;
    const listeners = new Set<() => void>();
    watched.set(signal, listeners);
    onAbort(signal, () => {
      for (const listener of [...listeners]) listener();
    });
    return listeners;
  };
  return (signal, listener) => {
    const listeners = listenersOf(signal);
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
}

/**
 * The promise's outcome, or a ModelError of kind `aborted` as soon as the signal fires. The work itself goes on.
 *
 * @param watch for signals that many wait for; without it the signal is listened to directly.
 */
export function orAborted<Value>(
  work: Promise<Value>,
  signal: AbortSignal,
  watch: AbortWatch = watchAlone,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      work.catch(() => undefined);
      reject(abortedError());
      return;
    }
    const unwatch = watch(signal, () => reject(abortedError()));
    const settle = (): void => {
      unwatch();
      resolve(work);
    };
    work.then(settle, settle);
  });
}

const watchAlone: AbortWatch = (signal, listener) => {
  onAbort(signal, listener);
  return () => signal.removeEventListener('abort', listener);
};
