/** What score does the network give each combination, and how would each parameter change the error? */
import type { RandomStream } from '../../../../core/random.ts';
import {
  type Attended,
  backwardAttention,
  forwardAttention,
  type Graphs,
  graphsOf,
} from './attention.ts';
import {
  accumulateLinear,
  backwardLinear,
  backwardRelu,
  dropoutMask,
  forwardLinear,
  forwardRelu,
  type Mask,
} from './linear.ts';
import { HIDDEN, type Network } from './parameters.ts';

/** Combinations as graphs over the distinct rows of features that occur in them. */
export interface Batch {
  readonly graphs: Graphs;
  /** rows × dimension */
  readonly features: Float64Array;
  readonly rows: number;
}

/** What is left out of one epoch; null leaves nothing out. */
export interface Dropout {
  readonly encoder: Mask;
  readonly shares: Mask;
  readonly head: Mask;
}

export const NO_DROPOUT: Dropout = { encoder: null, shares: null, head: null };

/** Rows on the way to what they tell and listen with. */
interface Encoded {
  readonly layers: readonly [Float64Array, Float64Array, Float64Array, Float64Array];
  readonly source: Float64Array;
  readonly target: Float64Array;
}

/** Graphs on the way to their scores. */
interface Judged {
  readonly attended: Attended;
  readonly head: readonly [Float64Array, Float64Array];
  /** One per graph, in (0, 1). */
  readonly scores: Float64Array;
}

/** Everything on the way to the scores that the way back needs. */
export interface Pass extends Encoded, Judged {}

export function drawDropout(
  network: Network,
  batch: Batch,
  { oneIn, random }: { readonly oneIn: number; readonly random: RandomStream },
): Dropout {
  const { count, shares } = batch.graphs;
  return {
    encoder: dropoutMask(batch.rows * network.encoder[0].outputs, oneIn, random),
    shares: dropoutMask(shares, oneIn, random),
    head: dropoutMask(count * HIDDEN, oneIn, random),
  };
}

export function forward(network: Network, batch: Batch, dropout: Dropout = NO_DROPOUT): Pass {
  const encoded = encode(network, batch, dropout.encoder);
  return { ...encoded, ...judge(network, encoded, { graphs: batch.graphs, dropout }) };
}

/** The score of any graph over the rows, which are encoded once. */
export function scorer(
  network: Network,
  {
    features,
    rows,
    neighbours,
  }: Pick<Batch, 'features' | 'rows'> & {
    readonly neighbours: readonly (readonly number[])[];
  },
): (nodes: readonly number[]) => number {
  const encoded = encode(network, { features, rows }, null);
  return (nodes) => {
    const graphs = graphsOf([nodes], neighbours);
    return judge(network, encoded, { graphs, dropout: NO_DROPOUT }).scores[0] as number;
  };
}

function encode(
  network: Network,
  { features, rows }: Pick<Batch, 'features' | 'rows'>,
  mask: Mask,
): Encoded {
  const first = forwardLinear(network.encoder[0], features, rows);
  const firstOut = forwardRelu(first, mask);
  const second = forwardLinear(network.encoder[1], firstOut, rows);
  const secondOut = forwardRelu(second, null);
  return {
    layers: [first, firstOut, second, secondOut],
    source: forwardLinear(network.source, secondOut, rows),
    target: forwardLinear(network.target, secondOut, rows),
  };
}

function judge(
  network: Network,
  encoded: Encoded,
  { graphs, dropout }: { readonly graphs: Graphs; readonly dropout: Dropout },
): Judged {
  const { count } = graphs;
  const attended = forwardAttention(network, encoded, graphs, dropout.shares);
  const hidden = forwardLinear(network.head[0], attended.pooled, count);
  const hiddenOut = forwardRelu(hidden, dropout.head);
  const scores = forwardLinear(network.head[1], hiddenOut, count).map(
    (value) => 1 / (1 + Math.exp(-value)),
  );
  return { attended, head: [hidden, hiddenOut], scores };
}

/** Adds the derivative of the mean squared error over the graphs to `gradient`; returns the error. */
export function backward(
  network: Network,
  gradient: Network,
  at: {
    readonly batch: Batch;
    readonly pass: Pass;
    readonly dropout: Dropout;
    readonly scores: readonly number[];
  },
): number {
  const { batch, pass, dropout } = at;
  const { count } = batch.graphs;
  let error = 0;
  const top = pass.scores.map((score, graph) => {
    const rest = score - (at.scores[graph] as number);
    error += (rest * rest) / count;
    return ((2 * rest) / count) * score * (1 - score);
  });
  const [hidden, hiddenOut] = pass.head;
  accumulateLinear(gradient.head[1], { rows: hiddenOut, upstream: top, count });
  const hiddenSlope = backwardRelu(
    backwardLinear(network.head[1], top, count),
    hidden,
    dropout.head,
  );
  accumulateLinear(gradient.head[0], { rows: pass.attended.pooled, upstream: hiddenSlope, count });
  const { source, target } = backwardAttention(network, gradient, {
    source: pass.source,
    target: pass.target,
    graphs: batch.graphs,
    mask: dropout.shares,
    attended: pass.attended,
    upstream: backwardLinear(network.head[0], hiddenSlope, count),
  });
  backwardEncoder(network, gradient, { ...at, source, target });
  return error;
}

function backwardEncoder(
  network: Network,
  gradient: Network,
  at: {
    readonly batch: Batch;
    readonly pass: Pass;
    readonly dropout: Dropout;
    readonly source: Float64Array;
    readonly target: Float64Array;
  },
): void {
  const { features, rows: count } = at.batch;
  const [first, firstOut, second, secondOut] = at.pass.layers;
  accumulateLinear(gradient.source, { rows: secondOut, upstream: at.source, count });
  accumulateLinear(gradient.target, { rows: secondOut, upstream: at.target, count });
  const fromSource = backwardLinear(network.source, at.source, count);
  const fromTarget = backwardLinear(network.target, at.target, count);
  const both = fromSource.map((value, index) => value + (fromTarget[index] as number));
  const secondSlope = backwardRelu(both, second, null);
  accumulateLinear(gradient.encoder[1], { rows: firstOut, upstream: secondSlope, count });
  const firstSlope = backwardRelu(
    backwardLinear(network.encoder[1], secondSlope, count),
    first,
    at.dropout.encoder,
  );
  accumulateLinear(gradient.encoder[0], { rows: features, upstream: firstSlope, count });
}
