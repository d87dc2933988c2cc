/** Where on an axis does a number stand, and which numbers are written beside it? */

export interface Scale {
  /** Ascending; the first and last are the ends of the axis. */
  readonly ticks: readonly number[];
  /** Decimals that tell the ticks apart. */
  readonly digits: number;
  readonly at: (value: number) => number;
}

/**
 * A linear axis over all values with round ticks, five or so.
 *
 * @param span start and end of the axis on the paper; from high to low for an axis that goes up
 */
export function linearScale(
  values: readonly number[],
  span: { readonly start: number; readonly end: number },
): Scale {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const step = roundStep((high - low || Math.abs(high) || 1) / 5);
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  const ticks = Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
  const [from = 0] = ticks;
  const width = (last - first) * step;
  const { start, end } = span;
  return {
    ticks,
    digits: Math.max(0, -Math.floor(Math.log10(step) + 1e-9)),
    at: (value) => start + ((value - from) / width) * (end - start),
  };
}

/** The nearest of 1, 2 and 5 times a power of ten above. */
function roundStep(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted));
  const factor = [1, 2, 5].find((candidate) => candidate * power >= wanted * 0.999) ?? 10;
  return factor * power;
}
