/** How does the network learn from the pulls so far? Adam on all of them at once, as MASPOB's release does. */
import type { RandomStream } from '../../../../core/random.ts';
import { adamOver, decliningRate } from './adam.ts';
import { type Batch, backward, drawDropout, forward } from './network.ts';
import { emptyNetwork, initialNetwork, type Network } from './parameters.ts';

export interface Training {
  /** Most epochs, and those without improvement after which it ends. */
  readonly epochs: number;
  readonly patience: number;
}

export interface Trained {
  readonly network: Network;
  /** The lowest mean squared error, measured with dropout. */
  readonly error: number;
  readonly epochs: number;
}

/** One place in so many is left out: 0.05. */
const DROPPED_ONE_IN = 20;
/** An epoch improves on the best one when it is better by more than this. */
const MINIMUM_GAIN = 1e-10;
/** Epochs between two breaths, so that a running job still answers signals and keeps its lock alive. */
const EPOCHS_PER_BREATH = 20;

/**
 * From scratch: what is learned depends on the batch, the scores and the stream only.
 *
 * @param scores in [0, 1], one per graph of the batch.
 */
export async function train(
  batch: Batch,
  scores: readonly number[],
  { epochs, patience, random }: Training & { readonly random: RandomStream },
): Promise<Trained> {
  const dimension = batch.features.length / batch.rows;
  const network = initialNetwork(dimension, random);
  const gradient = emptyNetwork(dimension);
  const adam = adamOver(network.values.length);
  const rate = decliningRate();
  let best = { error: Number.POSITIVE_INFINITY, values: network.values.slice() };
  let barren = 0;
  let epoch = 0;
  while (epoch < epochs && barren < patience) {
    gradient.values.fill(0);
    const dropout = drawDropout(network, batch, { oneIn: DROPPED_ONE_IN, random });
    const pass = forward(network, batch, dropout);
    const error = backward(network, gradient, { batch, pass, dropout, scores });
    adam(network.values, gradient.values, rate.current());
    rate.see(error);
    // As in the release, the parameters kept are those after the epoch whose error was the lowest.
    const better = error < best.error - MINIMUM_GAIN;
    if (better) best = { error, values: network.values.slice() };
    barren = better ? 0 : barren + 1;
    epoch += 1;
    if (epoch % EPOCHS_PER_BREATH === 0) await new Promise<void>((done) => setImmediate(done));
  }
  network.values.set(best.values);
  return { network, error: best.error, epochs: epoch };
}
