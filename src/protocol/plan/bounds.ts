/** How sure is a figure of a plan? The least, the likely and the most. */

export const BOUNDS = ['low', 'likely', 'high'] as const;

export type Bound = (typeof BOUNDS)[number];

export type Bounds = { readonly [Name in Bound]: number };

export function exactly(value: number): Bounds {
  return { low: value, likely: value, high: value };
}

export function addBounds(left: Bounds, right: Bounds): Bounds {
  return {
    low: left.low + right.low,
    likely: left.likely + right.likely,
    high: left.high + right.high,
  };
}

export function mapBounds(of: (bound: Bound) => number): Bounds {
  return { low: of('low'), likely: of('likely'), high: of('high') };
}
