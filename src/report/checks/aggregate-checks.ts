/** Which cells of a study are good enough? */
import type { Aggregate, AggregatedCell } from '../aggregate/aggregate.ts';
import type { CellFigures } from '../aggregate/cell-statistics.ts';
import { cellTitle, points, pText, range } from '../aggregate/table.ts';
import { type Check, type CheckWish, rateCheck, regressionCheck } from './check.ts';

/** Two per complete cell. An incomplete cell fails whatever was asked for: what is missing has not passed. */
export function aggregateChecks({ cells }: Aggregate, wish: CheckWish): Check[] {
  return cells.flatMap((cell) => cellChecks(cell, wish));
}

function cellChecks(cell: AggregatedCell, wish: CheckWish): Check[] {
  const mark = cell.standing === 'conformant' ? '' : ` (${cell.standing})`;
  const name = `${cellTitle(cell.name)}${mark}`;
  const { figures, incomplete, pHolm } = cell;
  if (figures === null || incomplete.length > 0 || pHolm === null) {
    const isAsked = wish.failUnder !== null || wish.failOnRegression;
    const message = `incomplete: ${incomplete.join('; ')}`;
    return [{ suite: 'complete', name, outcome: isAsked ? 'failed' : 'told', message }];
  }
  const { deltaPoints, detectablePoints } = figures;
  return [
    regressionCheck(
      name,
      { deltaPoints, pValue: pHolm, detectablePoints },
      { message: changeText(figures, pHolm), isAsked: wish.failOnRegression },
    ),
    rateCheck(name, figures.deployed, wish.failUnder),
  ];
}

function changeText({ deltaPoints, unseen, percentile }: CellFigures, pHolm: number): string {
  const p = pText(pHolm);
  const shown = p.startsWith('<') ? p : `= ${p}`;
  return `${points(deltaPoints)} points (${range(unseen ?? percentile)}), corrected p ${shown}`;
}
