/** How is what two sides cost per task shown? */
import { countText } from '../numbers.ts';
import { type Section, tableSection } from '../section.ts';
import { type ArmCost, type CostChange, tokensOf } from './arm-cost.ts';

export function costSection({ from, to, verdict }: CostChange): Section {
  const sides = [from, to];
  const isPriced = sides.some(({ costUsd }) => costUsd !== undefined && costUsd !== null);
  const money = isPriced ? ['money'] : [];
  const header = ['', 'calls', 'tokens', 'in', 'out', ...money, 'over tasks'];
  const rows = sides.map((side, index) => [index === 0 ? 'A' : 'B', ...cells(side, isPriced)]);
  return tableSection('cost per task', { header, rows }, { notes: [verdict] });
}

function cells(cost: ArmCost, isPriced: boolean): string[] {
  const { tasks, modelCalls, inputTokens, outputTokens, costUsd } = cost;
  const money =
    costUsd === undefined || costUsd === null ? 'unknown' : `$${costUsd.toPrecision(3)}`;
  return [
    shown(modelCalls, 2),
    shown(tokensOf(cost), 0),
    shown(inputTokens, 0),
    shown(outputTokens, 0),
    ...(isPriced ? [money] : []),
    countText(tasks),
  ];
}

/** No number is not 0: nobody counted. */
function shown(value: number | null, digits: number): string {
  return value === null
    ? 'unknown'
    : value.toLocaleString('en-US', { maximumFractionDigits: digits });
}
