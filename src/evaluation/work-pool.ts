/** How are many units of work run side by side so that one fatal error stops the rest cleanly? */
import { setImmediate } from 'node:timers/promises';
import PQueue from 'p-queue';

export interface WorkPool {
  /**
   * Runs all units, at most `concurrency` at once, starting in the given order. Resolves with the results in that
   * order. After the first rejection no further unit starts; those under way are awaited, then the first error (in
   * unit order) is thrown, so nothing is left running behind the caller's back.
   */
  runAll<T>(units: readonly (() => Promise<T>)[]): Promise<T[]>;
}

/** @param concurrency a positive integer */
export function workPool(concurrency: number): WorkPool {
  const queue = new PQueue({ concurrency });
  return {
    async runAll<T>(units: readonly (() => Promise<T>)[]): Promise<T[]> {
      let failed = false;
      const settled = await Promise.allSettled(
        units.map((unit) =>
          queue.add(async () => {
            // A model in this process answers without waiting: signals, timers and progress get their turn here.
            await setImmediate();
            if (failed) throw new SkippedUnit();
            try {
              return await unit();
            } catch (error) {
              failed = true;
              throw error;
            }
          }),
        ),
      );
      const problem = settled.find(
        (result) => result.status === 'rejected' && !(result.reason instanceof SkippedUnit),
      );
      if (problem?.status === 'rejected') throw problem.reason as Error;
      return settled.map((result) => (result as PromiseFulfilledResult<T>).value);
    },
  };
}

class SkippedUnit extends Error {}
