/** How are the orders of a planted world told and scored? As a dataset, so that the job's own machinery runs on them. */
import type { Dataset, Score, TaskRef } from '../../../src/core/dataset.ts';
import { randomStream } from '../../../src/core/random.ts';
import type { Landscape } from './landscape.ts';

export const TRAIN_TASKS = 100;
export const VALIDATION_TASKS = 50;

interface Order extends TaskRef {
  readonly kind: string;
}

export function plantedDataset(landscape: Landscape, seed: number): Dataset<Order> {
  const orders = Array.from(
    { length: TRAIN_TASKS + VALIDATION_TASKS },
    (_, index): Order => ({
      id: `order-${index + 1}`,
      stratum: 'all',
      kind: drawKind(landscape, randomStream('bench', 'order', seed, index).next()),
    }),
  );
  const known = new Map(orders.map((order) => [order.id, order]));
  return {
    id: 'planted',
    version: 1,
    identity: { landscape: landscape.id },
    pool: orders,
    evaluation: [],
    load: (ids) =>
      Promise.resolve(
        ids.map((id) => {
          const order = known.get(id);
          if (order === undefined) throw new RangeError(`no order "${id}"`);
          return order;
        }),
      ),
    brief: ({ id, kind }) => ({
      task: `Handle ${id}, an order of kind ${kind}.`,
      outputContract: 'End with a line "Answer: delivered" or "Answer: faulty, what is amiss".',
    }),
    score: (_order, answer) => Promise.resolve(scored(answer)),
    referenceAnswer: () => 'Answer: delivered',
    voteKey: (answer) => (isDelivered(answer) ? 'delivered' : 'faulty'),
    tools: null,
    reporting: REPORTING,
    describe: () =>
      Promise.resolve({
        title: 'Planted orders',
        version: '1',
        licence: 'MIT',
        provenance: ['drawn by the bench'],
        counts: { orders: orders.length },
        hashes: {},
      }),
  };
}

const REPORTING: Dataset<Order>['reporting'] = {
  scorers: [{ id: 'delivered', version: 1, title: 'the order was delivered' }],
  scoreAll: (_order, answer) => Promise.resolve({ delivered: isDelivered(answer) }),
  columns: ['all'],
  columnOf: () => 'all',
  sampleOf: () => null,
  published: [],
};

function isDelivered(answer: string): boolean {
  return answer.includes('Answer: delivered');
}

function scored(answer: string): Score {
  const correct = isDelivered(answer);
  const faults = /Answer: faulty, (.*)/.exec(answer)?.[1] ?? 'there is no answer';
  return {
    score: correct ? 1 : 0,
    correct,
    stage: 'score',
    errorKind: correct ? null : 'faulty',
    error: correct ? null : faults,
    errorClass: correct ? null : 'other',
    decided: true,
    feedback: correct ? 'Right: the order was delivered.' : `Wrong: ${faults}.`,
    details: {},
  };
}

export function trainIds(dataset: Dataset<Order>): string[] {
  return dataset.pool.slice(0, TRAIN_TASKS).map(({ id }) => id);
}

export function validationIds(dataset: Dataset<Order>): string[] {
  return dataset.pool.slice(TRAIN_TASKS).map(({ id }) => id);
}

function drawKind({ kinds }: Landscape, draw: number): string {
  let sum = 0;
  for (const { name, weight } of kinds) {
    sum += weight;
    if (draw < sum) return name;
  }
  return kinds.at(-1)?.name ?? '';
}
