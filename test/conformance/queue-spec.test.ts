import { inProcessQueue } from '../../src/sweep/queue/in-process.ts';
import { describeQueue } from './queue-spec.ts';

describeQueue({
  title: 'in this process',
  open: async () => {
    let now = 1_000;
    const queue = inProcessQueue({ now: () => now, leaseMs: 100 });
    return {
      workers: [queue, queue],
      pass: async (milliseconds) => {
        now += milliseconds;
      },
      close: () => queue.close(),
    };
  },
});
