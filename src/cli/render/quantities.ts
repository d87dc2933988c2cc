/** How are large numbers, shares and times written for people? */

/** 999 → `999`, 41230 → `41k`, 1250000 → `1.3M`. */
export function quantity(value: number): string {
  if (value < 1000) return String(Math.round(value));
  if (value < 999_500) return `${Math.round(value / 1000)}k`;
  return `${(value / 1_000_000).toFixed(1)}M`;
}

/** A share in [0, 1] with one decimal: `0.3 %`. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** US dollars: `$12.30`, and as many digits as it takes for less than a cent. */
export function money(usd: number): string {
  return `$${usd === 0 || usd >= 0.01 ? usd.toFixed(2) : usd.toPrecision(2)}`;
}

/** `18 s`, `24 min`, `3.1 h`. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds < 99.5) return `${Math.round(seconds)} s`;
  if (seconds < 99.5 * 60) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
