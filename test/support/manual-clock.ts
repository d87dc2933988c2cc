/** How is waiting tested without waiting? */
import { ModelError } from '../../src/core/errors.ts';
import type { Clock } from '../../src/models/middleware/clock.ts';

/** Time that passes only by sleeping; the sleeper whose time is up first wakes first. */
export function manualClock(): Clock & { readonly slept: readonly number[] } {
  let now = 1000;
  const slept: number[] = [];
  return {
    slept,
    now: () => now,
    sleep: async (milliseconds, signal) => {
      if (signal.aborted) throw new ModelError('stopped', { kind: 'aborted', retry: false });
      slept.push(milliseconds);
      const wake = now + milliseconds;
      await Promise.resolve();
      now = Math.max(now, wake);
    },
  };
}
