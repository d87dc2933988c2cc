/** What was asked of the server, and what came back? Counted per channel, and a cache hit only as such. */
import { ModelError, type ModelErrorKind } from '../../core/errors.ts';
import type { Channel, ModelMiddleware, ModelReply, Usage } from '../../core/model.ts';
import type { AttemptBook } from './attempts.ts';

export interface ChannelUsage {
  /** Requests sent, retries included. */
  readonly requests: number;
  readonly replies: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly retries: number;
  /** Replies given out again without a request, and what they had cost the first time. */
  readonly reused: number;
  readonly reusedInputTokens: number;
  readonly reusedOutputTokens: number;
  /** Failed requests by kind; cancelled ones are under `aborted`. */
  readonly failures: { readonly [Kind in ModelErrorKind]?: number };
  /** Replies that ended at the token cap. */
  readonly truncated: number;
  readonly refused: number;
  readonly empty: number;
  /** Replies with reasoning marks in the visible text: a server setting to look at. */
  readonly reasoningInText: number;
}

export type UsageSnapshot = { readonly [Name in Channel]: ChannelUsage };

export interface UsageLedger {
  countRequest(channel: Channel): void;
  countReply(channel: Channel, reply: ModelReply): void;
  countFailure(channel: Channel, kind: ModelErrorKind): void;
  countRetry(channel: Channel): void;
  countReuse(channel: Channel, reply: ModelReply): void;
  snapshot(): UsageSnapshot;
  /** By channel: the model ids that servers said they ran, reused replies too; sorted, channels without one left out. */
  servedModels(): { readonly [channel: string]: readonly string[] };
}

const NOTHING: ChannelUsage = {
  requests: 0,
  replies: 0,
  inputTokens: 0,
  outputTokens: 0,
  retries: 0,
  reused: 0,
  reusedInputTokens: 0,
  reusedOutputTokens: 0,
  failures: {},
  truncated: 0,
  refused: 0,
  empty: 0,
  reasoningInText: 0,
};

type Counts = { -readonly [Name in keyof ChannelUsage]: ChannelUsage[Name] };

/** Starts at `earlier`, for a job that is continued. */
export function createUsageLedger(earlier?: UsageSnapshot): UsageLedger {
  const usage: Record<Channel, Counts> = {
    task: { ...NOTHING, ...earlier?.task },
    reflect: { ...NOTHING, ...earlier?.reflect },
    judge: { ...NOTHING, ...earlier?.judge },
    probe: { ...NOTHING, ...earlier?.probe },
  };
  const served = new Map<Channel, Set<string>>();
  const see = (channel: Channel, { servedModel }: ModelReply): void => {
    const names = served.get(channel) ?? new Set();
    served.set(channel, names.add(servedModel));
  };
  return {
    countRequest: (channel) => {
      usage[channel].requests += 1;
    },
    countReply: (channel, reply) => {
      see(channel, reply);
      countReply(usage[channel], reply);
    },
    countFailure: (channel, kind) => {
      const { failures } = usage[channel];
      usage[channel].failures = { ...failures, [kind]: (failures[kind] ?? 0) + 1 };
    },
    countRetry: (channel) => {
      usage[channel].retries += 1;
    },
    countReuse: (channel, reply) => {
      see(channel, reply);
      const counts = usage[channel];
      counts.reused += 1;
      counts.reusedInputTokens += reply.usage.inputTokens;
      counts.reusedOutputTokens += reply.usage.outputTokens;
    },
    snapshot: () => ({
      task: { ...usage.task },
      reflect: { ...usage.reflect },
      judge: { ...usage.judge },
      probe: { ...usage.probe },
    }),
    servedModels: () =>
      Object.fromEntries([...served].map(([channel, names]) => [channel, [...names].sort()])),
  };
}

function countReply(counts: Counts, reply: ModelReply): void {
  const { text, toolCalls = [], finishReason, usage } = reply;
  counts.replies += 1;
  counts.inputTokens += usage.inputTokens;
  counts.outputTokens += usage.outputTokens;
  counts.truncated += Number(finishReason === 'length');
  counts.refused += Number(finishReason === 'refusal');
  counts.empty += Number(text.trim() === '' && toolCalls.length === 0);
  counts.reasoningInText += Number(text.includes('</think>'));
}

/** Model calls and tokens of all channels together. */
export function totalUsage(snapshot: UsageSnapshot): Usage {
  const channels = Object.values(snapshot);
  const sum = (read: (usage: ChannelUsage) => number): number =>
    channels.reduce((total, usage) => total + read(usage), 0);
  return {
    modelCalls: sum((usage) => usage.replies),
    inputTokens: sum((usage) => usage.inputTokens),
    outputTokens: sum((usage) => usage.outputTokens),
  };
}

/** @param book where each attempt is written down, and may be kept from leaving; absent: they are only counted */
export function meter(ledger: UsageLedger, book?: AttemptBook): ModelMiddleware {
  return (next) => ({
    ...next,
    generate: async (request, signal) => {
      const opening = book?.open(request, signal);
      const attempt = opening instanceof Promise ? await opening : opening;
      ledger.countRequest(request.channel);
      let reply: ModelReply;
      try {
        reply = await next.generate(request, signal);
      } catch (error) {
        if (error instanceof ModelError) ledger.countFailure(request.channel, error.kind);
        attempt?.failed(error);
        throw error;
      }
      ledger.countReply(request.channel, reply);
      attempt?.replied(reply);
      return reply;
    },
  });
}
