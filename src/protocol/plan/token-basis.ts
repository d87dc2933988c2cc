/** How many tokens is a text, and how long is a reply that nobody has seen yet? */
import type { Usage } from '../../core/model.ts';
import type { Bound, Bounds } from './bounds.ts';
import { exactly, mapBounds } from './bounds.ts';
import type { Tally } from './dry/tally.ts';

/** Of one kind of reply, in tokens. */
export interface ReplyLength {
  /** What others read. */
  readonly visible: Bounds;
  /** Thought before it, paid for and read by nobody. */
  readonly reasoning: Bounds;
}

export interface TokenBasis {
  /** Tokens per character of prompts. */
  readonly perCharacter: Bounds;
  /** Of one reply of an agent. */
  readonly agent: ReplyLength;
  /** Of what a method asks for: so many times as long as the stand-in's reply; or a length that was given. */
  readonly method:
    | { readonly kind: 'given'; readonly tokens: number }
    | { readonly kind: 'scaled'; readonly factor: Bounds; readonly reasoning: Bounds };
  /** Where each comes from, in sentences. */
  readonly said: readonly string[];
}

export interface GivenLengths {
  readonly replyTokens: number | null;
  readonly methodReplyTokens: number | null;
}

/** What was measured with real calls; see probe.ts. */
export interface MeasuredLengths {
  readonly tasks: number;
  readonly calls: number;
  readonly promptTokensPerCharacter: number;
  readonly visibleTokens: Bounds;
  readonly reasoningTokens: Bounds;
}

export interface Thinking {
  readonly agent: boolean;
  readonly method: boolean;
}

/** English prose with JSON in it: 4.4, 3.9 and 3.2 characters per token, from the tokenizers of common models. */
const PER_CHARACTER: Bounds = { low: 1 / 4.4, likely: 1 / 3.9, high: 1 / 3.2 };
/** From a bare call to a call with its reasons. */
const VISIBLE: Bounds = { low: 15, likely: 70, high: 260 };
const REASONING: Bounds = { low: 200, likely: 900, high: 4_000 };
/** The stand-in writes short prompts; models like to write more. */
const METHOD_FACTOR: Bounds = { low: 0.6, likely: 1.5, high: 4 };

export function tokenBasis(
  given: GivenLengths,
  measured: MeasuredLengths | null,
  thinking: Thinking,
): TokenBasis {
  const { agent, said } = agentLength(given, measured, thinking.agent);
  const reasoning = thinking.method ? REASONING : exactly(0);
  const { methodReplyTokens: tokens } = given;
  return {
    perCharacter:
      measured === null ? PER_CHARACTER : around(measured.promptTokensPerCharacter, 0.05),
    agent,
    method:
      tokens === null
        ? { kind: 'scaled', factor: METHOD_FACTOR, reasoning }
        : { kind: 'given', tokens },
    said: [
      measured === null
        ? 'prompts: the real ones, 3.2 to 4.4 characters per token'
        : `prompts: the real ones, ${(1 / measured.promptTokensPerCharacter).toFixed(2)} characters per token as the probe's server counts`,
      said,
      tokens === null
        ? `replies to the method: assumed from the stand-in's, ${METHOD_FACTOR.low} to ${METHOD_FACTOR.high} times as long${thinking.method ? `, and ${REASONING.low} to ${REASONING.high} tokens of reasoning` : ''}`
        : `replies to the method: ${tokens} tokens each, as given`,
    ],
  };
}

function agentLength(
  { replyTokens }: GivenLengths,
  measured: MeasuredLengths | null,
  thinks: boolean,
): { readonly agent: ReplyLength; readonly said: string } {
  if (replyTokens !== null) {
    const agent = { visible: exactly(replyTokens), reasoning: exactly(0) };
    return { agent, said: `replies of agents: ${replyTokens} tokens each, as given` };
  }
  if (measured !== null) {
    const { visibleTokens: visible, reasoningTokens: reasoning, tasks, calls } = measured;
    const total = Math.round(visible.likely + reasoning.likely);
    return {
      agent: { visible, reasoning },
      said: `replies of agents: ${total} tokens on average in ${calls} calls on ${tasks} probe tasks`,
    };
  }
  const reasoning = thinks ? REASONING : exactly(0);
  const thought = thinks ? `, and ${REASONING.low} to ${REASONING.high} of reasoning` : '';
  return {
    agent: { visible: VISIBLE, reasoning },
    said: `replies of agents: assumed, ${VISIBLE.low} to ${VISIBLE.high} tokens${thought}`,
  };
}

export function around(value: number, share: number): Bounds {
  return { low: value * (1 - share), likely: value, high: value * (1 + share) };
}

/** Of the calls of agents: of a rollout, or as a probe of the method. */
export function agentUsage(tally: Tally, basis: TokenBasis, bound: Bound): Usage {
  const { visible, reasoning } = basis.agent;
  const reasoningTokens = Math.round(tally.calls * reasoning[bound]);
  return {
    modelCalls: tally.calls,
    inputTokens: promptTokens(tally, basis, bound),
    outputTokens: Math.round(tally.calls * visible[bound]) + reasoningTokens,
    reasoningTokens,
  };
}

/** Of the calls with which a method has prompts written, or outputs judged. */
export function methodUsage(tally: Tally, basis: TokenBasis, bound: Bound): Usage {
  const { method } = basis;
  const reasoningTokens =
    method.kind === 'given' ? 0 : Math.round(tally.calls * method.reasoning[bound]);
  const visible =
    method.kind === 'given'
      ? tally.calls * method.tokens
      : tally.written * basis.perCharacter[bound] * method.factor[bound];
  return {
    modelCalls: tally.calls,
    inputTokens: promptTokens(tally, basis, bound),
    outputTokens: Math.round(visible) + reasoningTokens,
    reasoningTokens,
  };
}

function promptTokens(
  { characters, replies }: Tally,
  { perCharacter, agent }: TokenBasis,
  bound: Bound,
): number {
  return Math.round(characters * perCharacter[bound] + replies * agent.visible[bound]);
}

/** Tokens of one reply: of an agent, and to the method on average. */
export function replyTokens(
  basis: TokenBasis,
  written: { readonly calls: number; readonly characters: number },
): { readonly agent: Bounds; readonly method: Bounds } {
  const { visible, reasoning } = basis.agent;
  const average = written.calls === 0 ? 0 : written.characters / written.calls;
  const { method } = basis;
  return {
    agent: mapBounds((bound) => visible[bound] + reasoning[bound]),
    method: mapBounds((bound) =>
      method.kind === 'given'
        ? method.tokens
        : average * basis.perCharacter[bound] * method.factor[bound] + method.reasoning[bound],
    ),
  };
}
