/** How many requests are on their way at the same time? */
import type { ModelMiddleware } from '../../core/model.ts';
import { abortedError, abortWatch, throwIfAborted } from '../transport/deadline.ts';

/**
 * At most `concurrency` requests of this provider run; the others wait in order of arrival, and stop waiting when
 * their signal fires. A slot is free again when the request behind it has ended, not merely been given up.
 *
 * @param concurrency a positive integer; Infinity for no limit
 */
export function limit(concurrency: number): ModelMiddleware {
  return (next) => {
    const slots = openSlots(concurrency);
    return {
      ...next,
      generate: async (request, signal) => {
        throwIfAborted(signal);
        await slots.take(signal);
        try {
          throwIfAborted(signal);
          return await next.generate(request, signal);
        } finally {
          slots.release();
        }
      },
    };
  };
}

interface Slots {
  /** @throws ModelError of kind `aborted` when the signal fires before a slot is free. */
  take(signal: AbortSignal): Promise<void> | undefined;
  release(): void;
}

function openSlots(count: number): Slots {
  // A set keeps the order of arrival and lets go of one in its middle.
  const waiting = new Set<() => void>();
  const watch = abortWatch();
  let free = count;
  return {
    take(signal) {
      if (free > 0) {
        free -= 1;
        return undefined;
      }
      return new Promise((resolve, reject) => {
        const enter = (): void => {
          unwatch();
          resolve();
        };
        const unwatch = watch(signal, () => {
          waiting.delete(enter);
          reject(abortedError());
        });
        waiting.add(enter);
      });
    },
    release() {
      const [first] = waiting;
      if (first === undefined) {
        free += 1;
      } else {
        waiting.delete(first);
        first();
      }
    },
  };
}
