/** What time is it, and how does one wait? */
import { abortedError, LONGEST_TIMER_MS, onAbort } from '../transport/deadline.ts';

export interface Clock {
  /** Milliseconds since some fixed moment. */
  now(): number;
  /** @throws ModelError of kind `aborted` when the signal fires first. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(abortedError());
        return;
      }
      const stop = (): void => {
        clearTimeout(timer);
        reject(abortedError());
      };
      const timer = setTimeout(
        () => {
          signal.removeEventListener('abort', stop);
          resolve();
        },
        Math.min(milliseconds, LONGEST_TIMER_MS),
      );
      onAbort(signal, stop);
    }),
};
