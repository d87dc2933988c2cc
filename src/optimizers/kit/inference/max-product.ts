/** Which joint assignment is the most probable? Exact max-product by variable elimination in min-fill order. */

export interface Potentials {
  /** Per variable the log potential of each of its values. */
  readonly nodes: readonly (readonly number[])[];
  readonly edges: readonly Edge[];
}

export interface Edge {
  readonly from: number;
  readonly to: number;
  /** `[value of from][value of to]`, log potentials. */
  readonly table: readonly (readonly number[])[];
}

interface Factor {
  /** Ascending. */
  readonly variables: readonly number[];
  /** Log value of an assignment of the variables, in their order. */
  value(assignment: readonly number[]): number;
}

/** Sums that differ by less are taken as equal, so that the order of summation decides nothing. */
const TIE = 1e-9;

/**
 * One value per variable that maximises the sum of all log potentials. Where several do, a variable takes its lowest value
 * as it is eliminated, so equal potentials give all zeros. Costs the product of the sizes of the largest clique: made for
 * teams (a dozen variables, a handful of values).
 */
export function mostProbable({ nodes, edges }: Potentials): number[] {
  const sizes = nodes.map((values) => values.length);
  let factors: Factor[] = [
    ...nodes.map((values, variable) => nodeFactor(variable, values)),
    ...edges.map(edgeFactor),
  ];
  const decisions: { variable: number; given: readonly number[]; best: Map<string, number> }[] = [];
  for (const variable of eliminationOrder(nodes.length, edges)) {
    const own = factors.filter((factor) => factor.variables.includes(variable));
    const given = [...new Set(own.flatMap((factor) => factor.variables))]
      .filter((other) => other !== variable)
      .sort((left, right) => left - right);
    const table = new Map<string, number>();
    const best = new Map<string, number>();
    for (const assignment of assignments(given.map((other) => sizes[other] ?? 0))) {
      const key = assignment.join(' ');
      const found = maximum(own, { variable, size: sizes[variable] ?? 0, given, assignment });
      table.set(key, found.value);
      best.set(key, found.choice);
    }
    decisions.push({ variable, given, best });
    factors = [
      ...factors.filter((factor) => !own.includes(factor)),
      { variables: given, value: (assignment) => table.get(assignment.join(' ')) ?? 0 },
    ];
  }
  const chosen = nodes.map(() => 0);
  for (const { variable, given, best } of decisions.reverse()) {
    chosen[variable] = best.get(given.map((other) => chosen[other] ?? 0).join(' ')) ?? 0;
  }
  return chosen;
}

function nodeFactor(variable: number, values: readonly number[]): Factor {
  return { variables: [variable], value: ([choice = 0]) => values[choice] ?? 0 };
}

function edgeFactor({ from, to, table }: Edge): Factor {
  if (from === to) {
    return { variables: [from], value: ([choice = 0]) => table[choice]?.[choice] ?? 0 };
  }
  const isAscending = from < to;
  return {
    variables: isAscending ? [from, to] : [to, from],
    value: ([first = 0, second = 0]) =>
      (isAscending ? table[first]?.[second] : table[second]?.[first]) ?? 0,
  };
}

function maximum(
  factors: readonly Factor[],
  at: {
    readonly variable: number;
    readonly size: number;
    readonly given: readonly number[];
    readonly assignment: readonly number[];
  },
): { value: number; choice: number } {
  const known = new Map(at.given.map((other, place) => [other, at.assignment[place] ?? 0]));
  let best = { value: Number.NEGATIVE_INFINITY, choice: 0 };
  for (let choice = 0; choice < at.size; choice += 1) {
    known.set(at.variable, choice);
    const value = factors.reduce(
      (sum, factor) => sum + factor.value(factor.variables.map((other) => known.get(other) ?? 0)),
      0,
    );
    if (value > best.value + TIE) best = { value, choice };
  }
  return best;
}

/** All assignments, the first variable slowest. */
function assignments(sizes: readonly number[]): number[][] {
  return sizes.reduce<number[][]>(
    (found, size) =>
      found.flatMap((start) => Array.from({ length: size }, (_, value) => [...start, value])),
    [[]],
  );
}

/** Next comes the variable whose neighbours lack the fewest links among each other; ties: the lowest. */
export function eliminationOrder(count: number, edges: readonly Edge[]): number[] {
  const links = new Map(
    Array.from({ length: count }, (_, v): [number, Set<number>] => [v, new Set()]),
  );
  const join = (left: number, right: number): void => {
    if (left === right) return;
    links.get(left)?.add(right);
    links.get(right)?.add(left);
  };
  for (const { from, to } of edges) join(from, to);
  const order: number[] = [];
  while (links.size > 0) {
    const fills = [...links].map(([variable, others]) => ({
      variable,
      fill: missing(links, others),
    }));
    const { variable } = fills.reduce((top, entry) => (entry.fill < top.fill ? entry : top));
    const others = [...(links.get(variable) ?? [])];
    others.forEach((left, index) => {
      for (const right of others.slice(index + 1)) join(left, right);
    });
    for (const other of others) links.get(other)?.delete(variable);
    links.delete(variable);
    order.push(variable);
  }
  return order;
}

function missing(
  links: ReadonlyMap<number, ReadonlySet<number>>,
  others: ReadonlySet<number>,
): number {
  const list = [...others];
  return list.reduce(
    (sum, left, index) =>
      sum + list.slice(index + 1).filter((right) => !links.get(left)?.has(right)).length,
    0,
  );
}
