/** What does the mock server say? Whatever a function of the call says. */

/** A function call, as a reply proposes it or a request repeats it. */
export interface LoopbackToolCall {
  readonly id?: string;
  readonly name: string;
  /** JSON text as on the OpenAI wire, possibly damaged; any other value is sent as it is. */
  readonly arguments: unknown;
}

/** The same for both wire formats. */
export interface LoopbackMessage {
  readonly role: string;
  readonly content: string;
  readonly toolCalls?: readonly LoopbackToolCall[];
  /** The call that a message of role `tool` is the result of. */
  readonly toolCallId?: string;
}

export interface LoopbackTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: object;
}

/** One request as the server got it. */
export interface LoopbackCall {
  readonly wire: 'openai' | 'anthropic';
  /** 0-based position among all model calls of this server. */
  readonly index: number;
  /** How many calls with the same body came before. */
  readonly repeat: number;
  readonly model: string;
  /** The system text of the Anthropic wire format comes as a first message of role `system`. */
  readonly messages: readonly LoopbackMessage[];
  /** Absent when none are offered. */
  readonly tools?: readonly LoopbackTool[];
  readonly body: { readonly [name: string]: unknown };
  /** SHA-256 of the body's bytes. */
  readonly bodyHash: string;
  readonly headers: { readonly [name: string]: string | string[] | undefined };
}

/** A reply as a server words it: null content and a foreign model id can be said too. */
export interface LoopbackReply {
  readonly text: string | null;
  readonly reasoning?: string;
  readonly refusal?: string;
  readonly toolCalls?: readonly LoopbackToolCall[];
  /** As on the wire; default `stop` or `end_turn`, beside calls `tool_calls` or `tool_use`. */
  readonly finishReason?: string;
  /** Model id to claim; default: the one asked for. */
  readonly model?: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** Part of the input that was at hand; absent: the server does not say. */
  readonly cachedInputTokens?: number;
  /** Part of the output that was reasoning; said on the OpenAI wire only, as servers do. */
  readonly reasoningTokens?: number;
  readonly latencyMs?: number;
  /** The body is written in pieces over so many milliseconds. */
  readonly dripMs?: number;
}

export type LoopbackFault = { readonly latencyMs?: number } & (
  | {
      readonly fault: 'status';
      readonly status: number;
      readonly headers?: { readonly [name: string]: string };
      readonly message?: string;
      readonly code?: string;
    }
  /** The connection ends in the middle of the body; `early`: before any byte of the answer. */
  | { readonly fault: 'cut'; readonly early?: boolean }
  | { readonly fault: 'hang' }
  /** Status 200 with exactly this body. */
  | { readonly fault: 'body'; readonly body: string; readonly contentType?: string }
);

export type LoopbackAnswer = string | LoopbackReply | LoopbackFault;
export type Brain = (call: LoopbackCall) => LoopbackAnswer | Promise<LoopbackAnswer>;

/** About four characters are a token: enough for counters to have something to count. */
export function roughTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

/** What the counters and the default token numbers are made of. */
export function spokenText(message: LoopbackMessage): string {
  const calls = (message.toolCalls ?? []).map((call) => `${call.name}${String(call.arguments)}`);
  return [message.content, ...calls].join('');
}

export const emptyBody: LoopbackFault = { fault: 'body', body: '' };
export const garbageBody: LoopbackFault = {
  fault: 'body',
  body: '{"id":"chatcmpl-1","choices":[{"mess',
};

export function status(
  code: number,
  more: { headers?: Record<string, string>; message?: string; code?: string } = {},
): LoopbackFault {
  return { fault: 'status', status: code, ...more };
}
