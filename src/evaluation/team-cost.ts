/** What does a team cost per task, and how is that told beside its score? */
import type { JsonObject } from '../core/json.ts';
import type { Rollout } from '../core/rollout.ts';

/** Means over observed tasks. Counts the replies that were used; attempts that failed are not in it. */
export interface TeamCost {
  /** Observed tasks; what was not observed has no cost per task. */
  readonly tasks: number;
  /** Null when nothing was observed. */
  readonly modelCalls: number | null;
  /** Null also when a server did not count: unknown is never 0. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

/** Of a simulated model nothing is paid; prices of others change, and are no part of what is sealed. */
export type PricePerTask = 'simulated' | 'unknown';

/** As sealed under `cost`, by the name of each configuration. */
export interface CostRecord {
  readonly price: PricePerTask;
  readonly perTask: { readonly [name: string]: TeamCost };
}

export function teamCost(rollouts: readonly Rollout[]): TeamCost {
  const usages = rollouts.filter(({ score }) => score !== null).map(({ usage }) => usage);
  const perTask = (values: readonly number[]): number | null =>
    values.length === 0
      ? null
      : Number((values.reduce((sum, value) => sum + value, 0) / values.length).toPrecision(10));
  // No prompt is empty: calls without a prompt token come from a server that does not count.
  const isCounted = usages.every(
    ({ modelCalls, inputTokens }) => modelCalls === 0 || inputTokens > 0,
  );
  const tokens = (values: readonly number[]): number | null => (isCounted ? perTask(values) : null);
  return {
    tasks: usages.length,
    modelCalls: perTask(usages.map(({ modelCalls }) => modelCalls)),
    inputTokens: tokens(usages.map(({ inputTokens }) => inputTokens)),
    outputTokens: tokens(usages.map(({ outputTokens }) => outputTokens)),
  };
}

/** One line per configuration, the second with its change, and one about the price; empty where no cost was sealed. */
export function costLines(sealed: JsonObject): string[] {
  const cost = sealed['cost'] as unknown as CostRecord | undefined | null;
  if (cost === undefined || cost === null) return [];
  const [before, after] = Object.values(cost.perTask);
  const change = before === undefined || after === undefined ? null : tokenRatio(before, after);
  const points = (sealed['comparison'] as JsonObject | undefined)?.['deltaPoints'];
  const lines = Object.entries(cost.perTask).map(([name, arm]) => `${name}: ${armText(arm)}`);
  const scored = typeof points === 'number' ? `score ${signedPoints(points)} points, ` : '';
  const changed = change === null ? [] : [`change: ${scored}tokens per task ×${change.toFixed(2)}`];
  return [...lines, ...changed, PRICES[cost.price]];
}

const PRICES: { readonly [Price in PricePerTask]: string } = {
  simulated: 'price per task: none, the model is simulated',
  unknown: 'price per task: not sealed, for prices change; ledger.jsonl of a job has what was paid',
};

function armText({ tasks, modelCalls, inputTokens, outputTokens }: TeamCost): string {
  if (modelCalls === null) return 'no task was observed';
  const calls = `${shown(modelCalls, 2)} model calls`;
  if (inputTokens === null || outputTokens === null) {
    return `${calls} per task, tokens unknown (the server does not count), over ${tasks} tasks`;
  }
  const sum = shown(inputTokens + outputTokens, 0);
  const parts = `${shown(inputTokens, 0)} in, ${shown(outputTokens, 0)} out`;
  return `${calls}, ${sum} tokens (${parts}) per task, over ${tasks} tasks`;
}

function tokenRatio(before: TeamCost, after: TeamCost): number | null {
  const [from, to] = [before, after].map(({ inputTokens, outputTokens }) =>
    inputTokens === null || outputTokens === null ? null : inputTokens + outputTokens,
  ) as [number | null, number | null];
  return from === null || to === null || from === 0 ? null : to / from;
}

/** -0.04 is no loss. */
function signedPoints(points: number): string {
  const text = Math.abs(points).toFixed(1);
  return `${points < 0 && text !== '0.0' ? '-' : '+'}${text}`;
}

function shown(value: number, digits: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: digits });
}
