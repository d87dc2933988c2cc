/** What would a combination score that nobody has tried? MASPOB's own surrogate: a graph attention network, trained anew. */
import type { RandomStream } from '../../../../core/random.ts';
import type { Choices, Coordinates } from '../coordinates.ts';
import type { Pull } from '../ucb.ts';
import { graphsOf } from './attention.ts';
import { scorer } from './network.ts';
import { type Training, train } from './train.ts';

/** Every choice of every coordinate as one row of features of a common width. */
interface Rows {
  readonly features: Float64Array;
  readonly rows: number;
  readonly row: (place: number, choice: number) => number;
}

/**
 * Trains on the pulls and returns the prediction for any choices.
 *
 * @param pulls at least one, with scores in [0, 1].
 */
export async function trainedPrediction(
  coordinates: Coordinates,
  pulls: readonly Pull[],
  training: Training & { readonly random: RandomStream },
): Promise<(choices: Choices) => number> {
  const { features, rows, row } = rowsOf(coordinates);
  const neighbours = neighboursOf(coordinates);
  const nodes = pulls.map(({ choices }) => choices.map((choice, place) => row(place, choice)));
  const seen = compact(features, { nodes, width: features.length / rows });
  const { network } = await train(
    { ...seen, graphs: graphsOf(seen.nodes, neighbours) },
    pulls.map(({ score }) => score),
    training,
  );
  const score = scorer(network, { features, rows, neighbours });
  return (choices) => score(choices.map((choice, place) => row(place, choice)));
}

function rowsOf({ features }: Coordinates): Rows {
  const width = Math.max(1, ...features.flat().map((vector) => vector.length));
  const starts: number[] = [];
  let rows = 0;
  for (const vectors of features) {
    starts.push(rows);
    rows += vectors.length;
  }
  const flat = new Float64Array(rows * width);
  features.flat().forEach((vector, index) => {
    flat.set(vector, index * width);
  });
  return { features: flat, rows, row: (place, choice) => (starts[place] ?? 0) + choice };
}

/** Both ways along each edge, and itself first. */
function neighboursOf({ features, edges }: Coordinates): number[][] {
  return features.map((_, place) => [
    place,
    ...new Set(
      edges.flatMap(([from, to]) => {
        if (from === place) return [to];
        return to === place ? [from] : [];
      }),
    ),
  ]);
}

/** Only the rows that occur, so that an epoch does not encode prompts that no pull has seen. */
function compact(
  features: Float64Array,
  { nodes, width }: { readonly nodes: readonly (readonly number[])[]; readonly width: number },
): { features: Float64Array; rows: number; nodes: number[][] } {
  const used = [...new Set(nodes.flat())].sort((left, right) => left - right);
  const places = new Map(used.map((row, place) => [row, place]));
  const flat = new Float64Array(used.length * width);
  used.forEach((row, place) => {
    flat.set(features.subarray(row * width, (row + 1) * width), place * width);
  });
  return {
    features: flat,
    rows: used.length,
    nodes: nodes.map((graph) => graph.map((row) => places.get(row) ?? 0)),
  };
}
