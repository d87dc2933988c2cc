/** What does a model see and say? A provider translates this to its wire format and back, and does nothing else. */
import type { RoleId } from './candidate.ts';
import type { JsonObject } from './json.ts';

/** A function that a model may call. */
export interface ToolSchema {
  /** Letters, digits, `_` and `-`, at most 64: what every wire format takes. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of type `object`. */
  readonly parameters: JsonObject;
}

/** A function call as a model proposed it. */
export interface ToolCall {
  /** Ties a result to its call; unique within one conversation. */
  readonly id: string;
  readonly name: string;
  /** JSON text as the model sent it, possibly damaged; see `readToolArguments`. */
  readonly arguments: string;
}

export type Message =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | {
      readonly role: 'assistant';
      /** May be empty beside calls. */
      readonly content: string;
      readonly toolCalls?: readonly ToolCall[];
    }
  /** What came of a call of the assistant message before it. */
  | { readonly role: 'tool'; readonly content: string; readonly toolCallId: string };

export interface Decoding {
  readonly temperature: number;
  readonly topP: number;
  /** Upper bound of generated tokens, reasoning included. */
  readonly maxTokens: number;
  /** 1 means none. Sent only to servers that know it. */
  readonly repetitionPenalty: number;
  /** Let a reasoning model think before it answers. */
  readonly thinking: boolean;
}

/** Who pays for a call: the team at work, or the method. */
export type Channel = 'task' | 'reflect' | 'judge' | 'probe';

export interface ModelRequest {
  /** The server's model id, for example `Qwen/Qwen3.5-9B`. */
  readonly model: string;
  readonly channel: Channel;
  readonly messages: readonly Message[];
  readonly decoding: Decoding;
  /** Sampling seed in [0, 2^31 - 1); a retry sends the same. */
  readonly seed: number;
  /** Tells repeated identical requests apart: part of the cache key, not sent. */
  readonly sample: number;
  /** Functions that the model may call or leave; absent: none are offered. */
  readonly tools?: readonly ToolSchema[];
  /** Of the agent that asks, for the ledger: not part of the cache key, not sent. */
  readonly role?: RoleId;
}

export type FinishReason = 'stop' | 'length' | 'content-filter' | 'refusal' | 'other';

export interface Usage {
  readonly modelCalls: number;
  /** Cached ones included. */
  readonly inputTokens: number;
  /** Reasoning included. */
  readonly outputTokens: number;
  /** Part of the input that the server had at hand. Only of single replies, and only where the server says so. */
  readonly cachedInputTokens?: number;
  /** Part of the output that was reasoning; absent where no server says so. */
  readonly reasoningTokens?: number;
}

export const NO_USAGE: Usage = { modelCalls: 0, inputTokens: 0, outputTokens: 0 };

/**
 * Cached tokens are left out: what a server happens to have at hand depends on what it was asked before, by anybody, so a
 * sum of them would not be the same on every run. The ledger of a job has them, attempt by attempt.
 */
export function addUsage(left: Usage, right: Usage): Usage {
  const { reasoningTokens: before } = left;
  const { reasoningTokens: more } = right;
  return {
    modelCalls: left.modelCalls + right.modelCalls,
    inputTokens: left.inputTokens + right.inputTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    ...(before === undefined && more === undefined
      ? {}
      : { reasoningTokens: (before ?? 0) + (more ?? 0) }),
  };
}

export interface ModelReply {
  /** The visible answer; never null. An answer that is empty for a reason other than the model's choice is a ModelError. */
  readonly text: string;
  /** In the order proposed; absent when there are none. Only where tools were offered. */
  readonly toolCalls?: readonly ToolCall[];
  /** Reasoning that the server kept apart; null when there was none. */
  readonly reasoning: string | null;
  readonly finishReason: FinishReason;
  readonly usage: Usage;
  /** The model id that the server says it ran. */
  readonly servedModel: string;
}

/**
 * One model endpoint, or a chain of middleware in front of one.
 *
 * `generate` throws {@link ModelError} for every failure of the infrastructure and honours `signal` within a second.
 */
export interface ModelProvider {
  /** Identity for the cache key and the job: provider id and endpoint, no secrets. */
  readonly id: string;
  /** True when replies come from a program that imitates a model; such results are called simulated everywhere. */
  readonly simulated: boolean;
  generate(request: ModelRequest, signal: AbortSignal): Promise<ModelReply>;
}

export type ModelMiddleware = (next: ModelProvider) => ModelProvider;

/** Everything that a provider may need from outside. */
export interface ProviderSettings {
  /** Base URLs of equal replicas; empty for providers without a network. */
  readonly endpoints: readonly string[];
  readonly apiKey: string | null;
  readonly timeoutMs: number;
  /** Free options of configs/models.yaml, checked by the provider. */
  readonly options: { readonly [name: string]: unknown };
  /**
   * To be told right before a request goes on the wire, each time that it does: the ledger has a row for each. Not of
   * probes.
   */
  readonly onSend?: (request: ModelRequest, endpoint: string) => void;
}

/** A folder under src/models/. */
export interface ProviderPlugin {
  readonly id: string;
  /** One line for `protocol list providers`. */
  readonly title: string;
  readonly simulated: boolean;
  /** True when the provider talks to a server that must answer first. */
  readonly needsEndpoint: boolean;
  create(settings: ProviderSettings): ModelProvider;
  /** One cheap request (the model list); throws a ModelError whose message says what to do. */
  probe(settings: ProviderSettings, model: string, signal: AbortSignal): Promise<void>;
}

/** Turns texts into unit vectors; its id is part of a score's identity. */
export interface Embedder {
  readonly id: string;
  readonly dimension: number;
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]>;
}
