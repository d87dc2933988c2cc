/** How does each node of a graph gather what its neighbours tell? GATv2 (Brody et al., arXiv 2105.14491), one layer. */
import type { Mask } from './linear.ts';
import { ATTENDED, HIDDEN, type Network } from './parameters.ts';

/** Several graphs of the same shape over a common list of encoded rows. */
export interface Graphs {
  readonly count: number;
  /** Nodes of each graph. */
  readonly size: number;
  /** Every node of every graph under every head, in that order. */
  readonly spots: readonly Spot[];
  /** Shares of all spots together. */
  readonly shares: number;
}

/** Where one node listens with one head. */
interface Spot {
  /** Where the graph's and the node's results for this head begin. */
  readonly pooled: number;
  readonly gathered: number;
  /** 0, HIDDEN, … */
  readonly head: number;
  /** The node's own row, and those it listens to. */
  readonly own: number;
  readonly rows: readonly number[];
  /** Where its shares begin. */
  readonly shares: number;
}

/**
 * @param nodes per graph the row of each node.
 * @param neighbours per node the nodes that it listens to, itself among them.
 */
export function graphsOf(
  nodes: readonly (readonly number[])[],
  neighbours: readonly (readonly number[])[],
): Graphs {
  const size = neighbours.length;
  const spots: Spot[] = [];
  let shares = 0;
  nodes.forEach((graphRows, graph) => {
    neighbours.forEach((list, node) => {
      const rows = list.map((neighbour) => graphRows[neighbour] as number);
      const own = graphRows[node] as number;
      for (let head = 0; head < ATTENDED; head += HIDDEN) {
        const gathered = (graph * size + node) * ATTENDED + head;
        spots.push({ pooled: graph * ATTENDED + head, gathered, head, own, rows, shares });
        shares += rows.length;
      }
    });
  });
  return { count: nodes.length, size, spots, shares };
}

export interface Attended {
  /** Mean over a graph's nodes after ReLU: graphs × ATTENDED. */
  readonly pooled: Float64Array;
  /** Share of each neighbour, per graph, node, head: what the way back needs. */
  readonly shares: Float64Array;
  /** Before ReLU, per graph and node. */
  readonly gathered: Float64Array;
}

const SLOPE = 0.2;

/**
 * @param source what each row tells (rows × ATTENDED), @param target what it listens with.
 * @param mask on the shares, spot by spot.
 */
export function forwardAttention(
  network: Network,
  { source, target }: { readonly source: Float64Array; readonly target: Float64Array },
  { count, size, spots, shares: total }: Graphs,
  mask: Mask,
): Attended {
  const pooled = new Float64Array(count * ATTENDED);
  const gathered = new Float64Array(count * size * ATTENDED);
  const shares = new Float64Array(total);
  for (const spot of spots) {
    const { head, rows } = spot;
    for (let index = 0; index < rows.length; index += 1) {
      shares[spot.shares + index] = likeness(network.attention, { source, target }, spot, index);
    }
    softmax(shares, spot.shares, spot.shares + rows.length);
    for (let place = 0; place < HIDDEN; place += 1) {
      let sum = network.attendedBias[head + place] as number;
      for (let index = 0; index < rows.length; index += 1) {
        const told = source[(rows[index] as number) * ATTENDED + head + place] as number;
        sum += keptShare(shares, mask, spot.shares + index) * told;
      }
      gathered[spot.gathered + place] = sum;
      if (sum > 0) add(pooled, spot.pooled + place, sum / size);
    }
  }
  return { pooled, shares, gathered };
}

interface BackwardInput {
  readonly source: Float64Array;
  readonly target: Float64Array;
  readonly graphs: Graphs;
  readonly mask: Mask;
  readonly attended: Attended;
  readonly upstream: Float64Array;
}

interface Slopes {
  readonly source: Float64Array;
  readonly target: Float64Array;
}

/** Adds to `gradient`, and returns what `upstream` (graphs × ATTENDED) means for source and target. */
export function backwardAttention(
  network: Network,
  gradient: Network,
  input: BackwardInput,
): Slopes {
  const slopes = {
    source: new Float64Array(input.source.length),
    target: new Float64Array(input.target.length),
  };
  const { size, spots } = input.graphs;
  const felt = new Float64Array(HIDDEN);
  for (const spot of spots) {
    for (let place = 0; place < HIDDEN; place += 1) {
      const alive = (input.attended.gathered[spot.gathered + place] as number) > 0;
      const slope = alive ? (input.upstream[spot.pooled + place] as number) / size : 0;
      felt[place] = slope;
      add(gradient.attendedBias, spot.head + place, slope);
    }
    const byShare = shareSlopes(input, spot, { felt, slopes });
    const { shares } = input.attended;
    let middle = 0;
    for (let index = 0; index < byShare.length; index += 1) {
      middle += (byShare[index] as number) * (shares[spot.shares + index] as number);
    }
    for (let index = 0; index < byShare.length; index += 1) {
      const share = shares[spot.shares + index] as number;
      const slope = share * ((byShare[index] as number) - middle);
      likenessBack(network.attention, gradient.attention, { input, spot, index, slope, slopes });
    }
  }
  return slopes;
}

/** What each share of a spot is worth; adds what its neighbours tell through it. */
function shareSlopes(
  { source, mask, attended }: BackwardInput,
  { head, rows, shares }: Spot,
  { felt, slopes }: { readonly felt: Float64Array; readonly slopes: Slopes },
): Float64Array {
  const found = new Float64Array(rows.length);
  for (let index = 0; index < rows.length; index += 1) {
    const kept = mask === null ? 1 : (mask[shares + index] as number);
    const share = (attended.shares[shares + index] as number) * kept;
    const from = (rows[index] as number) * ATTENDED + head;
    let sum = 0;
    for (let place = 0; place < HIDDEN; place += 1) {
      const slope = felt[place] as number;
      sum += slope * (source[from + place] as number);
      add(slopes.source, from + place, share * slope);
    }
    found[index] = sum * kept;
  }
  return found;
}

function keptShare(shares: Float64Array, mask: Mask, index: number): number {
  const share = shares[index] as number;
  return mask === null ? share : share * (mask[index] as number);
}

/** aᵀ LeakyReLU(told by the row + listened for by the node). */
function likeness(
  attention: Float64Array,
  { source, target }: Slopes,
  { head, own, rows }: Spot,
  index: number,
): number {
  const from = (rows[index] as number) * ATTENDED + head;
  const to = own * ATTENDED + head;
  let sum = 0;
  for (let place = 0; place < HIDDEN; place += 1) {
    const felt = (source[from + place] as number) + (target[to + place] as number);
    sum += (attention[head + place] as number) * (felt > 0 ? felt : SLOPE * felt);
  }
  return sum;
}

function likenessBack(
  attention: Float64Array,
  gradient: Float64Array,
  at: {
    readonly input: BackwardInput;
    readonly spot: Spot;
    readonly index: number;
    readonly slope: number;
    readonly slopes: Slopes;
  },
): void {
  const { input, spot, slope, slopes } = at;
  const from = (spot.rows[at.index] as number) * ATTENDED + spot.head;
  const to = spot.own * ATTENDED + spot.head;
  for (let place = 0; place < HIDDEN; place += 1) {
    const felt = (input.source[from + place] as number) + (input.target[to + place] as number);
    const leak = felt > 0 ? 1 : SLOPE;
    add(gradient, spot.head + place, slope * leak * felt);
    const back = slope * (attention[spot.head + place] as number) * leak;
    add(slopes.source, from + place, back);
    add(slopes.target, to + place, back);
  }
}

function softmax(values: Float64Array, start: number, end: number): void {
  let most = Number.NEGATIVE_INFINITY;
  for (let index = start; index < end; index += 1) most = Math.max(most, values[index] as number);
  let sum = 0;
  for (let index = start; index < end; index += 1) {
    const share = Math.exp((values[index] as number) - most);
    values[index] = share;
    sum += share;
  }
  for (let index = start; index < end; index += 1) values[index] = (values[index] as number) / sum;
}

function add(values: Float64Array, index: number, value: number): void {
  values[index] = (values[index] as number) + value;
}
