/** What does a server say of itself, beside its answers? One GET of its model list, read as it came. */
import type { ResolvedModel } from '../config/models.ts';
import { PLACEHOLDER_KEY } from '../models/transport/api-key.ts';
import type { Fetch } from '../models/transport/http-fetch.ts';
import { type Finding, ok, warn } from './finding.ts';

/** A server's clock may differ by so much before its answers' dates mislead. */
const CLOCK_TOLERANCE_MS = 30_000;

export interface ServerFacts {
  /** Ids as listed; empty when there is no list. */
  readonly served: readonly string[];
  /** Tokens of the model's context, when the list says so. */
  readonly contextWindow: number | null;
  readonly headers: { readonly [name: string]: string };
  /** The server's clock minus ours; null when it does not say. */
  readonly clockSkewMs: number | null;
  readonly milliseconds: number;
}

export interface FactsOptions {
  readonly fetch: Fetch;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** @throws whatever the network throws: ask only where the provider's own probe has passed */
export async function serverFacts(
  { provider, apiKey, model }: ResolvedModel,
  endpoint: string,
  { fetch, now, signal }: FactsOptions,
): Promise<ServerFacts> {
  const base = endpoint.replace(/\/+$/, '');
  const isAnthropic = provider === 'anthropic';
  const key = apiKey ?? PLACEHOLDER_KEY;
  const headers: Record<string, string> = isAnthropic
    ? { 'x-api-key': key, 'anthropic-version': '2023-06-01' }
    : { authorization: `Bearer ${key}` };
  const url = isAnthropic ? `${base.replace(/\/v1$/, '')}/v1/models` : `${base}/models`;
  const start = now();
  const response = await fetch(url, { headers, signal });
  const end = now();
  const received = Object.fromEntries(response.headers.entries());
  const entries = listed(await response.json());
  const own = entries.find(({ id }) => id === model);
  return {
    served: entries.map(({ id }) => id),
    contextWindow: own?.contextWindow ?? null,
    headers: received,
    clockSkewMs: skew(received['date'], (start + end) / 2),
    milliseconds: end - start,
  };
}

export function factFindings(facts: ServerFacts, resolved: ResolvedModel): Finding[] {
  return [
    ok('served', `serves ${facts.served.slice(0, 5).join(', ')}${more(facts.served.length - 5)}`),
    windowFinding(facts.contextWindow, resolved),
    ...limitFindings(facts.headers),
    ...clockFindings(facts.clockSkewMs),
  ];
}

function windowFinding(window: number | null, { options }: ResolvedModel): Finding {
  if (window === null) {
    return warn(
      'context',
      'the server does not say how long a prompt may be',
      'look it up: a debate of ten agents can need 30,000 tokens; Ollama cuts longer prompts without a word',
    );
  }
  const { maxTokens } = options;
  const asked = typeof maxTokens === 'number' ? maxTokens : null;
  if (asked !== null && asked >= window) {
    return warn(
      'context',
      `${window} tokens, of which maxTokens would leave nothing for the prompt`,
      `set maxTokens of the model below ${window} in configs/models.yaml`,
    );
  }
  return ok('context', `${window} tokens`);
}

/** Of OpenAI and Anthropic, and of gateways that imitate them. */
function limitFindings(headers: ServerFacts['headers']): Finding[] {
  const limits = Object.entries(headers).filter(([name]) =>
    /ratelimit-(limit-|.*-limit$)/.test(name),
  );
  if (limits.length === 0) return [];
  const told = limits.map(([name, value]) => `${name.replace(/^(x|anthropic)-/, '')} ${value}`);
  return [ok('rate limits', told.join(', '))];
}

function clockFindings(skewMs: number | null): Finding[] {
  if (skewMs === null) return [];
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  if (Math.abs(skewMs) <= CLOCK_TOLERANCE_MS) return [ok('clock', 'agrees with this machine')];
  return [
    warn(
      'clock',
      `the server's clock is ${seconds} s ${skewMs > 0 ? 'ahead' : 'behind'}`,
      'set the clocks by NTP: a date in Retry-After would be misread',
    ),
  ];
}

interface Listed {
  readonly id: string;
  readonly contextWindow: number | null;
}

/** The window has another name with every server. */
function listed(body: unknown): Listed[] {
  const data = (body as { readonly data?: unknown } | null)?.data;
  return (Array.isArray(data) ? data : []).flatMap((entry: unknown) => {
    const fields = (entry ?? {}) as { readonly [name: string]: unknown };
    const { id, meta } = fields;
    if (typeof id !== 'string') return [];
    const inner = (meta ?? {}) as { readonly [name: string]: unknown };
    const sizes = [
      fields['max_model_len'],
      fields['context_length'],
      fields['max_input_tokens'],
      inner['n_ctx'],
      inner['n_ctx_train'],
    ];
    const contextWindow = sizes.find((size) => typeof size === 'number' && size > 0);
    return [{ id, contextWindow: (contextWindow as number | undefined) ?? null }];
  });
}

function skew(date: string | undefined, now: number): number | null {
  const theirs = Date.parse(date ?? '');
  return Number.isNaN(theirs) ? null : theirs - now;
}

function more(count: number): string {
  return count > 0 ? ` and ${count} more` : '';
}
