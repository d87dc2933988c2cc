/** Which requests leave, for whom, and what does each come to? One row per request on the wire, retries included. */
import {
  type AttemptOutcome,
  type AttemptRow,
  PURPOSES,
  type StartedAttempt,
} from '../../core/attempt.ts';
import { ModelError } from '../../core/errors.ts';
import {
  type FinishReason,
  type ModelReply,
  type ModelRequest,
  NO_USAGE,
  type Usage,
} from '../../core/model.ts';
import { costUsd, type Price } from '../../core/price.ts';
import type { Reservation, Spend } from './spend.ts';

/** Where rows go. */
export interface AttemptLog {
  /** The number of the next attempt. */
  readonly next: number;
  /** Written down before the request leaves. Returns a place, which `append` frees. */
  start(attempt: StartedAttempt): number;
  append(row: AttemptRow, place: number | null): void;
}

export interface AttemptBookOptions {
  readonly log: AttemptLog;
  readonly spend: Spend;
  readonly price: Price;
  readonly simulated: boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The attempts of one model. */
export interface AttemptBook {
  /** Before anything leaves. @throws BudgetExhaustedError when a cap is reached */
  open(request: ModelRequest, signal: AbortSignal): OpenAttempt | Promise<OpenAttempt>;
  /** Told by a provider with a network right before it sends, also when it sends the same request once more. */
  readonly sent: (request: ModelRequest, endpoint: string) => void;
}

export interface OpenAttempt {
  replied(reply: ModelReply): void;
  failed(error: unknown): void;
}

interface Call extends OpenAttempt {
  send(endpoint: string): void;
  /** Times that the request was sent so far. */
  readonly tries: number;
}

export function attemptBook(options: AttemptBookOptions): AttemptBook {
  const { spend } = options;
  // A retry is the same request again.
  const calls = new WeakMap<ModelRequest, Call>();
  const hosts = new Map<string, string>();
  const hostOf = (endpoint: string): string => {
    const host = hosts.get(endpoint) ?? new URL(endpoint).host;
    hosts.set(endpoint, host);
    return host;
  };
  return {
    open(request, signal) {
      const reserved = spend.isUnbounded ? null : expected(options, request);
      const call = openCall(options, request, {
        reserved,
        earlier: calls.get(request)?.tries ?? 0,
      });
      calls.set(request, call);
      const waiting = reserved === null ? undefined : spend.reserve(reserved, signal);
      return waiting === undefined ? call : waiting.then(() => call);
    },
    sent: (request, endpoint) => calls.get(request)?.send(hostOf(endpoint)),
  };
}

const OUTCOMES: { readonly [Reason in FinishReason]: AttemptOutcome } = {
  stop: 'ok',
  other: 'ok',
  length: 'truncated',
  refusal: 'refused',
  'content-filter': 'filtered',
};

interface CallState {
  /** Null when nothing bounds the job. */
  readonly reserved: Reservation | null;
  readonly earlier: number;
}

function openCall(
  options: AttemptBookOptions,
  request: ModelRequest,
  { reserved, earlier }: CallState,
): Call {
  const { log, spend, now } = options;
  let tries = earlier;
  let sentMs = now();
  let wire: { readonly started: StartedAttempt; readonly place: number } | null = null;
  const start = (endpoint: string | null): StartedAttempt => {
    tries += 1;
    const { tokens, usd } = reserved ?? expected(options, request);
    return {
      number: log.next,
      at: new Date(sentMs).toISOString(),
      purpose: PURPOSES[request.channel],
      role: request.role ?? null,
      model: request.model,
      endpoint,
      attempt: tries,
      ...(options.simulated ? { simulated: true } : {}),
      reservedTokens: tokens,
      reservedUsd: usd ?? 'unknown',
    };
  };
  const end = (started: StartedAttempt, outcome: AttemptOutcome, usage: Usage | null): void => {
    const milliseconds = Math.round(now() - sentMs);
    const row = rowOf(started, { outcome, usage, price: options.price, milliseconds });
    log.append(row, wire?.place ?? null);
    spend.count(row);
    wire = null;
  };
  const release = (): void => {
    if (reserved !== null) spend.release(reserved);
  };
  return {
    get tries() {
      return tries;
    },
    send(endpoint) {
      // Sent once more: the server had no room for so long an answer, and generated nothing.
      if (wire !== null) end(wire.started, 'context-overflow', NO_USAGE);
      sentMs = now();
      const started = start(endpoint);
      wire = { started, place: log.start(started) };
    },
    replied(reply) {
      end(wire?.started ?? start(null), OUTCOMES[reply.finishReason], reply.usage);
      release();
    },
    failed(error) {
      const isModels = error instanceof ModelError;
      // What was never sent is no attempt.
      if (wire !== null) {
        end(wire.started, isModels ? error.kind : 'defect', isModels ? error.usage : null);
      }
      release();
    },
  };
}

interface Ending {
  readonly outcome: AttemptOutcome;
  /** Null: nobody said. */
  readonly usage: Usage | null;
  readonly price: Price;
  readonly milliseconds: number;
}

function rowOf(
  { reservedTokens, reservedUsd, ...known }: StartedAttempt,
  { outcome, usage, price, milliseconds }: Ending,
): AttemptRow {
  // No prompt is empty: a reply without a prompt token comes from a server that does not count.
  const counted = usage !== null && (usage.modelCalls === 0 || usage.inputTokens > 0);
  const usd = counted ? costUsd(usage, price) : price === 'free' ? 0 : null;
  const { cachedInputTokens, reasoningTokens } = usage ?? NO_USAGE;
  return {
    ...known,
    outcome,
    inputTokens: counted ? usage.inputTokens : null,
    ...(cachedInputTokens === undefined ? {} : { cachedInputTokens }),
    outputTokens: counted ? usage.outputTokens : null,
    ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
    price: usd ?? 'unknown',
    ...(counted ? {} : { reservedTokens, reservedUsd }),
    milliseconds,
  };
}

/** Output expected of the first request of its kind, when no reply was seen yet. */
const FIRST_OUTPUT = 500;

/** The mean of what requests of this kind took so far; of the first, its length at three characters a token. */
function expected({ spend, price }: AttemptBookOptions, request: ModelRequest): Reservation {
  const { channel, model, messages, decoding } = request;
  const mean = spend.expected({ purpose: PURPOSES[channel], model });
  if (mean !== null) return { tokens: mean.tokens, usd: price === 'unknown' ? null : mean.usd };
  const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
  const inputTokens = Math.ceil(characters / 3) + 1;
  const outputTokens = Math.min(FIRST_OUTPUT, decoding.maxTokens);
  return {
    tokens: inputTokens + outputTokens,
    usd: costUsd({ modelCalls: 1, inputTokens, outputTokens }, price),
  };
}
