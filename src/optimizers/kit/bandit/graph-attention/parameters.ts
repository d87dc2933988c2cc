/** What does the graph attention network consist of? */
import type { RandomStream } from '../../../../core/random.ts';
import type { Linear } from './linear.ts';

/** Width of a node, of one attention head, and of the head's hidden layer. */
export const HIDDEN = 32;
export const HEADS = 4;
export const ATTENDED = HIDDEN * HEADS;

/** Views of `values`, one flat vector, so that a gradient is a network too and an optimizer one loop. */
export interface Network {
  readonly values: Float64Array;
  readonly encoder: readonly [Linear, Linear];
  /** What a node tells others, and what it listens with (GATv2: one map for each). */
  readonly source: Linear;
  readonly target: Linear;
  /** HEADS × HIDDEN */
  readonly attention: Float64Array;
  readonly attendedBias: Float64Array;
  readonly head: readonly [Linear, Linear];
}

interface Shapes {
  readonly dimension: number;
  readonly encoded: number;
}

/** All zeros. @param dimension of the nodes' features. */
export function emptyNetwork(dimension: number): Network {
  const shapes = { dimension, encoded: Math.max(1, Math.min(256, Math.floor(dimension / 8))) };
  return viewsOf(new Float64Array(parameterCount(shapes)), shapes);
}

/** Encoder and the head's first layer after He (normal), the others after Glorot (uniform); biases are zero. */
export function initialNetwork(dimension: number, random: RandomStream): Network {
  const network = emptyNetwork(dimension);
  const [first, second] = network.encoder;
  const [hidden, last] = network.head;
  for (const { weight, inputs } of [first, second, hidden]) {
    const deviation = Math.sqrt(2 / inputs);
    weight.forEach((_, index) => {
      weight[index] = deviation * normal(random);
    });
  }
  for (const { weight, inputs, outputs } of [network.source, network.target, last]) {
    fillUniform(weight, Math.sqrt(6 / (inputs + outputs)), random);
  }
  fillUniform(network.attention, Math.sqrt(6 / (HEADS + HIDDEN)), random);
  return network;
}

function linearShapes({ dimension, encoded }: Shapes): readonly (readonly [number, number])[] {
  return [
    [dimension, encoded],
    [encoded, HIDDEN],
    [HIDDEN, ATTENDED],
    [HIDDEN, ATTENDED],
    [ATTENDED, HIDDEN],
    [HIDDEN, 1],
  ];
}

function parameterCount(shapes: Shapes): number {
  const layers = linearShapes(shapes).reduce(
    (sum, [inputs, outputs]) => sum + (inputs + 1) * outputs,
    0,
  );
  return layers + 2 * ATTENDED;
}

function viewsOf(values: Float64Array, shapes: Shapes): Network {
  let cursor = 0;
  const view = (size: number): Float64Array => {
    cursor += size;
    return values.subarray(cursor - size, cursor);
  };
  const layers = linearShapes(shapes).map(
    ([inputs, outputs]): Linear => ({
      inputs,
      outputs,
      weight: view(inputs * outputs),
      bias: view(outputs),
    }),
  );
  const [first, second, source, target, hidden, last] = layers as [
    Linear,
    Linear,
    Linear,
    Linear,
    Linear,
    Linear,
  ];
  return {
    values,
    encoder: [first, second],
    source,
    target,
    attention: view(ATTENDED),
    attendedBias: view(ATTENDED),
    head: [hidden, last],
  };
}

function fillUniform(values: Float64Array, bound: number, random: RandomStream): void {
  values.forEach((_, index) => {
    values[index] = bound * (2 * random.next() - 1);
  });
}

/** Box and Muller's transform; one of its two numbers is enough. */
function normal(random: RandomStream): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random.next()));
  return radius * Math.cos(2 * Math.PI * random.next());
}
