/** What does a model call cost? Unknown is a value of its own: never 0, never summed as if it were. */
import type { Usage } from './model.ts';

/** US dollars per million tokens. */
export interface TokenPrice {
  readonly input: number;
  readonly output: number;
  /** Of input that the server had at hand; absent: as other input. */
  readonly cachedInput?: number;
  /** Of output that was reasoning; absent: as other output. */
  readonly reasoning?: number;
  readonly currency: 'USD';
  /** The day on which somebody looked at the provider's list, `YYYY-MM-DD`. */
  readonly asOf: string;
}

/** `free`: a server of one's own, or a simulated model. `unknown`: nobody has said. */
export type Price = TokenPrice | 'free' | 'unknown';

const MILLION = 1_000_000;

/** US dollars; null when nobody can say: the price is unknown, or the server did not count. Nothing used costs nothing. */
export function costUsd(usage: Usage, price: Price): number | null {
  if (price === 'free' || usage.modelCalls === 0) return 0;
  if (price === 'unknown') return null;
  const { inputTokens, outputTokens } = usage;
  // No prompt is empty: a reply without a prompt token comes from a server that does not count.
  if (inputTokens === 0) return null;
  const cached = Math.min(usage.cachedInputTokens ?? 0, inputTokens);
  const reasoning = Math.min(usage.reasoningTokens ?? 0, outputTokens);
  const sum =
    (inputTokens - cached) * price.input +
    cached * (price.cachedInput ?? price.input) +
    (outputTokens - reasoning) * price.output +
    reasoning * (price.reasoning ?? price.output);
  return sum / MILLION;
}
