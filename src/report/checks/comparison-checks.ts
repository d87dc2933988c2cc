/** Is the second of two measurements good enough? */
import { minimumDetectable } from '../../statistics/power.ts';
import type { MeasuredComparison } from '../compare.ts';
import { type Check, type CheckWish, rateCheck, regressionCheck } from './check.ts';

/** One check fails where nothing was observed in both: what is missing has not passed. */
export function comparisonChecks(comparison: MeasuredComparison, wish: CheckWish): Check[] {
  const { from, to, change } = comparison;
  const { deltaPoints, pValue, candidateMean, gained, lost, scored } = change.overall;
  const name = `${to.name} against ${from.name}${to.simulated || from.simulated ? ' (simulated)' : ''}`;
  if (deltaPoints === null || pValue === null || candidateMean === null) {
    const isAsked = wish.failUnder !== null || wish.failOnRegression;
    const outcome = isAsked ? 'failed' : 'told';
    return [{ suite: 'complete', name, outcome, message: change.verdict }];
  }
  const detectable = minimumDetectable(scored, (gained + lost) / scored);
  return [
    regressionCheck(
      name,
      {
        deltaPoints,
        pValue,
        detectablePoints: detectable === null ? null : 100 * detectable,
      },
      { message: change.verdict, isAsked: wish.failOnRegression },
    ),
    rateCheck(name, candidateMean, wish.failUnder),
  ];
}
