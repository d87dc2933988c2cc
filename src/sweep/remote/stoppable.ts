/** How does a sweep or a worker end when it is asked to and the queue does not answer? */
import { InterruptedError } from '../../core/errors.ts';
import type { Queue } from '../../core/queue.ts';

/** How long an answer is waited for once a stop was asked for. */
const GRACE_MS = 5_000;

/** The queue, which keeps nobody waiting for it after `stop`: what is leased then goes to others when its lease ends. */
export function stoppable(queue: Queue, stop: AbortSignal): Queue {
  const within = <T>(answer: Promise<T>): Promise<T> => answeredUntil(stop, answer);
  return {
    ...queue,
    take: () => within(queue.take()),
    settle: (lease, settlement) => within(queue.settle(lease, settlement)),
    counts: () => within(queue.counts()),
  };
}

/** @throws InterruptedError some seconds after `stop`, when the answer has not come by then */
export async function answeredUntil<T>(stop: AbortSignal, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let arm = (): void => undefined;
  const late = new Promise<never>((_, reject) => {
    arm = () => {
      timer = setTimeout(() => {
        reject(
          new InterruptedError(
            'stopped, and the queue did not answer. Nothing is lost: jobs go to other workers when leases end',
          ),
        );
      }, GRACE_MS);
    };
  });
  if (stop.aborted) arm();
  else stop.addEventListener('abort', arm, { once: true });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', arm);
  }
}
