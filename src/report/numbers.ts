/** How are rates, intervals, counts and classes of errors written? */
import type { ErrorClass } from '../core/error-class.ts';

/** What stands where there is no number. */
export const MISSING = '—';

/** A share in [0, 1] as `62.5 %`. */
export function percentText(share: number | null): string {
  return share === null ? MISSING : `${(100 * share).toFixed(1)} %`;
}

/** `45.3 to 77.1 %`; nothing where no answer was scored. */
export function intervalText(rate: {
  readonly rate: number | null;
  readonly low: number;
  readonly high: number;
}): string {
  if (rate.rate === null) return MISSING;
  return `${(100 * rate.low).toFixed(1)} to ${(100 * rate.high).toFixed(1)} %`;
}

/** Percentage points with their sign; -0.04 is no loss. */
export function pointsText(points: number | null): string {
  if (points === null) return MISSING;
  const text = Math.abs(points).toFixed(1);
  return `${points < 0 && text !== '0.0' ? '-' : '+'}${text}`;
}

export function probabilityText(p: number | null): string {
  if (p === null) return MISSING;
  if (p < 0.001) return '< 0.001';
  return p.toFixed(p < 0.1 ? 3 : 2);
}

export function countText(count: number): string {
  return count.toLocaleString('en-US');
}

const CLASS_NAMES: { readonly [Class in ErrorClass]?: string } = {
  unknown_api: 'unknown API',
  unlisted_api: 'API listed elsewhere',
  wrong_api: 'wrong API',
};

export function className(errorClass: ErrorClass): string {
  return CLASS_NAMES[errorClass] ?? errorClass.replaceAll('_', ' ');
}

const BAR_WIDTH = 12;

/** Blocks in proportion to `count`; the largest has at most 12, and a count above zero at least one. */
export function barText(count: number, largest: number): string {
  if (count === 0) return '';
  const length = largest <= BAR_WIDTH ? count : Math.round((BAR_WIDTH * count) / largest);
  return '█'.repeat(Math.max(1, length));
}
