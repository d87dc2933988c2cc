/** Is the graph attention network the one that PyTorch Geometric would build, and does it learn? */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../src/core/random.ts';
import { coordinatesOf, unitVector } from '../../../../src/optimizers/kit/bandit/coordinates.ts';
import { adamOver } from '../../../../src/optimizers/kit/bandit/graph-attention/adam.ts';
import { graphsOf } from '../../../../src/optimizers/kit/bandit/graph-attention/attention.ts';
import { trainedPrediction } from '../../../../src/optimizers/kit/bandit/graph-attention/belief.ts';
import {
  type Batch,
  backward,
  drawDropout,
  forward,
  NO_DROPOUT,
  scorer,
} from '../../../../src/optimizers/kit/bandit/graph-attention/network.ts';
import {
  emptyNetwork,
  initialNetwork,
} from '../../../../src/optimizers/kit/bandit/graph-attention/parameters.ts';
import { train } from '../../../../src/optimizers/kit/bandit/graph-attention/train.ts';

const DIMENSION = 16;
const NODES = [
  [0, 2, 4],
  [1, 3, 4],
  [0, 3, 2],
];
const NEIGHBOURS = [
  [0, 1],
  [1, 0, 2],
  [2, 1],
];
const TARGETS = [0.2, 0.8, 0.6];

const batch: Batch = {
  features: Float64Array.from({ length: 5 * DIMENSION }, (_, index) => Math.cos(index * 0.37)),
  rows: 5,
  graphs: graphsOf(NODES, NEIGHBOURS),
};

function waveNetwork() {
  const network = emptyNetwork(DIMENSION);
  network.values.forEach((_, index) => {
    network.values[index] = 0.5 * Math.sin(index * 0.7 + 0.3);
  });
  return network;
}

function gradientOf(network = waveNetwork(), dropout = NO_DROPOUT) {
  const gradient = emptyNetwork(DIMENSION);
  const pass = forward(network, batch, dropout);
  const error = backward(network, gradient, { batch, pass, dropout, scores: TARGETS });
  return { gradient, error, scores: [...pass.scores] };
}

/**
 * From torch 2.15.0 and torch_geometric 2.8.1 (GATv2Conv, add_self_loops=False, the edges above with source and target as
 * here, float64) with the same parameters; `absolute` are sums of absolute gradients, layer by layer, weight then bias.
 */
const PYTORCH = {
  scores: [0.09999578473467824, 0.10224178218500067, 0.09994447235897479],
  error: 0.24897430144118035,
  absolute: [
    0.1428584523662365, 0.012556989982710404, 0.10183698620526885, 1.2851872255464265,
    49.02420798045338, 8.000233237520842, 0.07589438416490434, 0.012275308449705546,
    7.238987713718899, 0.4522071395744347, 0.5407369658436354, 0.07868595671442197,
  ],
  attention: 0.015658101720489103,
  attendedBias: 8.001338687565747,
  /** torch.optim.Adam(lr=5e-3, weight_decay=1e-5): before steps 1 (again with the first slope), 2, 10 and 50. */
  errors: [0.24897430144118035, 0.15139603682096572, 0.0655309283026776, 0.040445220563611085],
};

describe('the network', () => {
  it('gives the scores, the error and the gradients of PyTorch', () => {
    const { gradient, error, scores } = gradientOf();
    const absolute = (values: Float64Array): number =>
      values.reduce((sum, value) => sum + Math.abs(value), 0);
    scores.forEach((score, index) => {
      expect(score).toBeCloseTo(PYTORCH.scores[index] ?? Number.NaN, 12);
    });
    expect(error).toBeCloseTo(PYTORCH.error, 12);
    const { encoder, source, target, head } = gradient;
    const sums = [...encoder, source, target, ...head].flatMap(({ weight, bias }) => [
      absolute(weight),
      absolute(bias),
    ]);
    sums.forEach((sum, index) => {
      expect(sum).toBeCloseTo(PYTORCH.absolute[index] ?? Number.NaN, 10);
    });
    expect(absolute(gradient.attention)).toBeCloseTo(PYTORCH.attention, 10);
    expect(absolute(gradient.attendedBias)).toBeCloseTo(PYTORCH.attendedBias, 10);
  });

  it('falls by Adam as in PyTorch', () => {
    const network = waveNetwork();
    const adam = adamOver(network.values.length);
    const errors: number[] = [];
    // PyTorch's first line measured before any step; its loop then stepped with the fresh slope each time.
    for (let step = 0; step < 50; step += 1) {
      const { gradient, error } = gradientOf(network);
      errors.push(error);
      adam(network.values, gradient.values, 5e-3);
    }
    [0, 1, 9, 49].forEach((step, index) => {
      expect(errors[step]).toBeCloseTo(PYTORCH.errors[index] ?? Number.NaN, 8);
    });
  });

  it('has the slopes that small steps show, with dropout and without', () => {
    fc.assert(
      fc.property(fc.nat(999), fc.boolean(), (seed, dropping) => {
        // Biases too: with those at zero a dead unit stands exactly where ReLU has no slope.
        const network = emptyNetwork(DIMENSION);
        const draw = randomStream('network', seed);
        network.values.forEach((_, index) => {
          network.values[index] = draw.next() - 0.5;
        });
        const random = randomStream('dropout', seed);
        const dropout = dropping ? drawDropout(network, batch, { oneIn: 4, random }) : NO_DROPOUT;
        const { gradient } = gradientOf(network, dropout);
        const errorAt = (index: number, value: number): number => {
          const moved = emptyNetwork(DIMENSION);
          moved.values.set(network.values);
          moved.values[index] = value;
          return gradientOf(moved, dropout).error;
        };
        const places = randomStream('places', seed);
        for (let place = 0; place < 20; place += 1) {
          const index = places.integer(4_000) % network.values.length;
          const value = network.values[index] ?? 0;
          const step = 1e-6;
          const slope = (errorAt(index, value + step) - errorAt(index, value - step)) / (2 * step);
          expect(Math.abs(slope - (gradient.values[index] ?? 0))).toBeLessThan(1e-6);
        }
      }),
      { numRuns: 10 },
    );
  });

  it('scores a graph alike alone and among others', () => {
    const network = initialNetwork(DIMENSION, randomStream('alone'));
    const score = scorer(network, { ...batch, neighbours: NEIGHBOURS });
    expect(NODES.map(score)).toEqual([...forward(network, batch).scores]);
  });
});

describe('training', () => {
  const settings = { epochs: 120, patience: 50 };

  it('is the same for the same stream, and another for another', async () => {
    const run = async (seed: number) =>
      await train(batch, TARGETS, { ...settings, random: randomStream('train', seed) });
    const [first, again, other] = [await run(1), await run(1), await run(2)];
    expect(again.network.values).toEqual(first.network.values);
    expect(again.error).toBe(first.error);
    expect(other.network.values).not.toEqual(first.network.values);
  });

  it('ends after the patience without a gain, and never beyond the epochs', async () => {
    const random = () => randomStream('ends');
    const short = await train(batch, TARGETS, { epochs: 7, patience: 50, random: random() });
    expect(short.epochs).toBe(7);
    // Nothing is to be learned from scores that no network can tell apart: it soon stands still.
    const alike: Batch = {
      ...batch,
      graphs: graphsOf(
        [
          [0, 2, 4],
          [0, 2, 4],
        ],
        NEIGHBOURS,
      ),
    };
    const still = await train(alike, [0, 1], { epochs: 800, patience: 5, random: random() });
    expect(still.epochs).toBeLessThan(800);
    expect(still.error).toBeGreaterThan(0.2);
  });

  it('learns what two joined coordinates are worth together only', async () => {
    const features = [0, 1].map((place) =>
      [0, 1].map((choice) => {
        const random = randomStream('pair', place, choice);
        return unitVector(Array.from({ length: 32 }, () => random.next() - 0.5));
      }),
    );
    const worth = ([first = 0, second = 0]: readonly number[]): number =>
      first === second ? 0.9 : 0.1;
    const all = [0, 1].flatMap((first) => [0, 1].map((second) => [first, second]));
    const pulls = all.map((choices) => ({ choices, score: worth(choices) }));
    const predict = await trainedPrediction(coordinatesOf(features, [[0, 1]]), pulls, {
      epochs: 400,
      patience: 200,
      random: randomStream('exclusive'),
    });
    for (const choices of all) {
      expect(Math.abs(predict(choices) - worth(choices))).toBeLessThan(0.15);
    }
  });
});
