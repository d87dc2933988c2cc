/** What has the mock server seen? Counted per path and per request body. */
import { createHash } from 'node:crypto';

export interface LoopbackCounters {
  /** Model calls, failed ones included. */
  readonly calls: number;
  readonly modelLists: number;
  readonly inFlight: number;
  readonly highestInFlight: number;
  /** Calls whose client went away before the answer was complete. */
  readonly abandoned: number;
  readonly connections: number;
  /** Replies that were written to their end, and the tokens that they named. */
  readonly replies: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Calls by SHA-256 of the body. */
  readonly byBody: { readonly [hash: string]: number };
}

export interface Tally {
  readonly started: (body: Uint8Array) => {
    readonly index: number;
    readonly repeat: number;
    readonly hash: string;
  };
  readonly finished: (complete: boolean) => void;
  readonly replied: (usage: {
    readonly inputTokens?: number;
    readonly outputTokens?: number;
  }) => void;
  readonly listed: () => void;
  readonly connected: () => void;
  readonly snapshot: () => LoopbackCounters;
  readonly reset: () => void;
}

export function createTally(): Tally {
  let byBody = new Map<string, number>();
  let now = {
    calls: 0,
    modelLists: 0,
    inFlight: 0,
    highestInFlight: 0,
    abandoned: 0,
    connections: 0,
    replies: 0,
    inputTokens: 0,
    outputTokens: 0,
  };
  return {
    started(body) {
      const hash = createHash('sha256').update(body).digest('hex');
      const repeat = byBody.get(hash) ?? 0;
      byBody.set(hash, repeat + 1);
      const index = now.calls;
      now.calls += 1;
      now.inFlight += 1;
      now.highestInFlight = Math.max(now.highestInFlight, now.inFlight);
      return { index, repeat, hash };
    },
    finished(complete) {
      now.inFlight -= 1;
      if (!complete) now.abandoned += 1;
    },
    replied({ inputTokens = 0, outputTokens = 0 }) {
      now.replies += 1;
      now.inputTokens += inputTokens;
      now.outputTokens += outputTokens;
    },
    listed() {
      now.modelLists += 1;
    },
    connected() {
      now.connections += 1;
    },
    snapshot: () => ({ ...now, byBody: Object.fromEntries(byBody) }),
    reset() {
      byBody = new Map();
      now = {
        ...now,
        calls: 0,
        modelLists: 0,
        highestInFlight: now.inFlight,
        abandoned: 0,
        connections: 0,
        replies: 0,
        inputTokens: 0,
        outputTokens: 0,
      };
    },
  };
}
