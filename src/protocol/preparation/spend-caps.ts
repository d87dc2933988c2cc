/** Can what a job costs be kept below a cap? Only when every price is known. */
import type { ResolvedModel, ResolvedModels } from '../../config/models.ts';
import type { SpendCaps } from '../../core/attempt.ts';
import { UsageError } from '../../core/errors.ts';

/** @throws UsageError for a cap in money with a model whose price nobody has said, with the lines to add */
export function refuseUnknownPrices(
  caps: SpendCaps | undefined,
  models: ResolvedModels,
  needsReflection: boolean,
): void {
  const usd = caps?.usd ?? null;
  if (usd === null) return;
  const asked = needsReflection ? [models.task, models.reflection] : [models.task];
  const unknown = asked.filter(({ price = 'unknown' }) => price === 'unknown');
  // One model may be asked for both.
  const distinct = [...new Map(unknown.map((model) => [model.alias, model])).values()];
  if (distinct.length === 0) return;
  throw new UsageError(
    distinct.map(
      ({ alias, model }) =>
        `--max-cost ${usd}: the price of ${alias === model ? model : `${alias} (${model})`} is not known, so nobody can tell when it is spent`,
    ),
    { hints: [...distinct.map(lineToAdd), 'or bound tokens instead: --max-tokens N'] },
  );
}

const PRICE = "{ input: …, output: …, currency: USD, asOf: 'YYYY-MM-DD' }";

function lineToAdd({ alias, model }: ResolvedModel): string {
  const what = `price: ${PRICE}, in US dollars per million tokens, or price: free`;
  const isName = !/[/:]/.test(alias);
  if (isName) return `add to ${alias} under models in configs/models.yaml: ${what}`;
  const server = alias.endsWith(`:${model}`) ? alias.slice(0, -model.length - 1) : 'SERVER';
  return `add under models in configs/models.yaml a name with server: ${server}, model: ${model}, and ${what}`;
}
