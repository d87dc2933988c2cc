/** What does the loopback server say? Whatever a function of the call says. */

export interface LoopbackMessage {
  readonly role: string;
  readonly content: string;
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
  /** As on the wire; default `stop` or `end_turn`. */
  readonly finishReason?: string;
  /** Model id to claim; default: the one asked for. */
  readonly model?: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly latencyMs?: number;
}

export type LoopbackFault =
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
  | { readonly fault: 'body'; readonly body: string; readonly contentType?: string };

export type LoopbackAnswer = string | LoopbackReply | LoopbackFault;
export type Brain = (call: LoopbackCall) => LoopbackAnswer | Promise<LoopbackAnswer>;

/** About four characters are a token: enough for counters to have something to count. */
export function roughTokens(text: string): number {
  return Math.ceil(text.length / 4);
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
