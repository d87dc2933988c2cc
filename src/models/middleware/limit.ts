/** How many requests are on their way at the same time? */
import PQueue from 'p-queue';
import type { ModelMiddleware } from '../../core/model.ts';
import { abortedError, onAbort, throwIfAborted } from '../transport/deadline.ts';

/**
 * At most `concurrency` requests of this provider run; the others wait in order of arrival, and stop waiting when
 * their signal fires. A slot is free again when the request behind it has ended, not merely been given up.
 *
 * @param concurrency a positive integer; Infinity for no limit
 */
export function limit(concurrency: number): ModelMiddleware {
  return (next) => {
    const queue = new PQueue({ concurrency });
    return {
      ...next,
      generate: (request, signal) =>
        new Promise((resolve, reject) => {
          const giveUp = (): void => reject(abortedError());
          if (signal.aborted) {
            giveUp();
            return;
          }
          onAbort(signal, giveUp);
          void queue.add(async () => {
            signal.removeEventListener('abort', giveUp);
            try {
              throwIfAborted(signal);
              resolve(await next.generate(request, signal));
            } catch (error) {
              reject(error instanceof Error ? error : new Error(String(error)));
            }
          });
        }),
    };
  };
}
