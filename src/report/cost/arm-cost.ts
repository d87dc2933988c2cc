/** What does an arm cost per task, and what does a change of score cost or save? */
import type { Comparison } from '../../statistics/paired-comparison.ts';
import { countText, pointsText } from '../numbers.ts';

/** Means over observed tasks, of the replies that were used. */
export interface ArmCost {
  /** Observed tasks. */
  readonly tasks: number;
  /** Null when nothing was observed. */
  readonly modelCalls: number | null;
  /** Null also where a server did not count: unknown is never 0. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** US dollars; absent or null where no price is known. */
  readonly costUsd?: number | null;
}

export interface CostChange {
  readonly from: ArmCost;
  readonly to: ArmCost;
  /** What the ratio is of: money where both have a price above 0, else tokens, else model calls. */
  readonly unit: 'money' | 'tokens' | 'calls';
  /** `to` divided by `from`, above 0; null when no unit is known of both. */
  readonly ratio: number | null;
  /** One sentence that weighs score and cost. */
  readonly verdict: string;
}

const UNITS = { money: 'money', tokens: 'tokens', calls: 'model calls' } as const;

export function tokensOf({ inputTokens, outputTokens }: ArmCost): number | null {
  return inputTokens === null || outputTokens === null ? null : inputTokens + outputTokens;
}

/** @param change of the scores, `to` minus `from`, on the same tasks */
export function costChange(
  arms: { readonly from: ArmCost; readonly to: ArmCost },
  change: Pick<Comparison, 'deltaPoints' | 'interval'>,
  names: { readonly from: string; readonly to: string },
): CostChange {
  const { from, to } = arms;
  const units = [
    { unit: 'money', before: from.costUsd ?? null, after: to.costUsd ?? null },
    { unit: 'tokens', before: tokensOf(from), after: tokensOf(to) },
    { unit: 'calls', before: from.modelCalls, after: to.modelCalls },
  ] as const;
  const known = units.find(({ before, after }) => (before ?? 0) > 0 && (after ?? 0) > 0);
  const ratio = known === undefined ? null : (known.after as number) / (known.before as number);
  const unit = known?.unit ?? 'calls';
  return { from, to, unit, ratio, verdict: verdictOf({ ratio, unit }, change, names) };
}

function verdictOf(
  { ratio, unit }: Pick<CostChange, 'ratio' | 'unit'>,
  { deltaPoints, interval }: Pick<Comparison, 'deltaPoints' | 'interval'>,
  { from, to }: { readonly from: string; readonly to: string },
): string {
  if (deltaPoints === null) return `nothing to weigh: no task was scored on both sides`;
  const price = ratio === null ? 'what it costs is not known of both' : priceText(ratio, unit);
  if (deltaPoints === 0) return `${to} scores equal and ${price}`;
  const isSure = interval !== null && (interval.low > 0 || interval.high < 0);
  if (!isSure) {
    return `${to} scores ${pointsText(deltaPoints)} points, not distinguishable from equal, and ${price}`;
  }
  const text = `${to} scores ${pointsText(deltaPoints)} points and ${price}`;
  if (ratio === null) return text;
  if (deltaPoints > 0 && ratio <= 1) return `${text}: better and no dearer`;
  if (deltaPoints < 0 && ratio >= 1) return `${text}: ${from} is better and no dearer`;
  return `${text}: a trade of score against cost`;
}

function priceText(ratio: number, unit: CostChange['unit']): string {
  const percent = Math.round(100 * Math.abs(ratio - 1));
  const per = `(${UNITS[unit]} per task)`;
  if (percent === 0) return `costs the same ${per}`;
  return `costs ${countText(percent)} % ${ratio < 1 ? 'less' : 'more'} ${per}`;
}
