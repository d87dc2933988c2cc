/** What did a check of numbers find, before anyone decides in which form it is told? */

/** Differences at or below this p-value count as more than chance. */
export const CHECK_LEVEL = 0.05;

export interface CheckWish {
  /** The lowest success rate that passes, in percent, in [0, 100]; null: any. */
  readonly failUnder: number | null;
  /** A loss that is more than chance fails. */
  readonly failOnRegression: boolean;
}

export interface Check {
  /** Checks of one kind stand together: `regression` or `rate`. */
  readonly suite: string;
  /** What was checked, for example a cell. */
  readonly name: string;
  /** `told`: nobody asked for it to pass or fail. */
  readonly outcome: 'passed' | 'failed' | 'told';
  /** One line with the numbers. */
  readonly message: string;
}

export function failedChecks(checks: readonly Check[]): Check[] {
  return checks.filter(({ outcome }) => outcome === 'failed');
}

/** @param rate in [0, 1] */
export function rateCheck(name: string, rate: number, failUnder: number | null): Check {
  const shown = `${(100 * rate).toFixed(1)} %`;
  const message =
    failUnder === null
      ? shown
      : `${shown}, at least ${failUnder} % ${failUnder === 1 ? 'is' : 'are'} asked for`;
  // Rates come from counts: a rounding error must not fail what is exactly enough.
  const isEnough = failUnder === null || 100 * rate >= failUnder - 1e-9;
  const passed = failUnder === null ? 'told' : 'passed';
  return { suite: 'rate', name, outcome: isEnough ? passed : 'failed', message };
}

export interface Change {
  /** After minus before, in percentage points. */
  readonly deltaPoints: number;
  /** Corrected where several were looked at. */
  readonly pValue: number;
  /** The smallest loss that so many tasks would show with 80 % power; null where none would. */
  readonly detectablePoints: number | null;
}

/** @param message the numbers of the change */
export function regressionCheck(
  name: string,
  { deltaPoints, pValue, detectablePoints }: Change,
  { message, isAsked }: { readonly message: string; readonly isAsked: boolean },
): Check {
  const isWorse = deltaPoints < 0 && pValue <= CHECK_LEVEL;
  const seen =
    detectablePoints === null
      ? ''
      : `; losses below ${detectablePoints.toFixed(1)} points may go unseen`;
  const text = isWorse
    ? `${message}: worse, and more than chance`
    : `${message}: no loss shown${seen}`;
  const passed = isAsked ? 'passed' : 'told';
  return {
    suite: 'regression',
    name,
    outcome: isWorse && isAsked ? 'failed' : passed,
    message: text,
  };
}
