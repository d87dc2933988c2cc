/** Which of several choices is beaten by no other, when more is better of one thing and less of another? */

export interface Tradeoff {
  /** Higher is better; finite. */
  readonly score: number;
  /** Lower is better; finite. */
  readonly cost: number;
}

/**
 * The Pareto front: points for which no other scores at least as much at no higher cost and is better in one of the two.
 * Cheapest first; points that are equal in both stand together, in the order given.
 */
export function paretoFront<Point extends Tradeoff>(points: readonly Point[]): Point[] {
  const cheapestFirst = [...points].sort(
    (left, right) => left.cost - right.cost || right.score - left.score,
  );
  const front: Point[] = [];
  for (const point of cheapestFirst) {
    const last = front.at(-1);
    const isEqual = last !== undefined && point.score === last.score && point.cost === last.cost;
    if (last === undefined || point.score > last.score || isEqual) front.push(point);
  }
  return front;
}
