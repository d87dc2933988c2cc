/** How long do the steps of a job take, when replies take so long and so many are asked for side by side? */
import type { Bound, Bounds } from './bounds.ts';
import { mapBounds } from './bounds.ts';
import type { Step } from './dry/tally.ts';

export interface Pace {
  /** Milliseconds of one reply of so many tokens. */
  readonly milliseconds: (tokens: number) => Bounds;
  /** Where it comes from, in a sentence. */
  readonly said: string;
}

export interface GivenPace {
  /** Until a reply begins; the whole of it where nothing is said of its speed. */
  readonly latencyMs: number | null;
  /** Of one reply while it is written. */
  readonly tokensPerSecond: number | null;
}

export interface MeasuredPace {
  readonly calls: number;
  readonly milliseconds: Bounds;
  readonly tokens: number;
}

/** Null when nothing is known. */
export function paceOf(
  { latencyMs, tokensPerSecond }: GivenPace,
  measured: MeasuredPace | null,
): Pace | null {
  if (latencyMs !== null || tokensPerSecond !== null) {
    const speed = tokensPerSecond === null ? '' : `, ${tokensPerSecond} tokens per second`;
    return {
      milliseconds: (tokens) => {
        const writing = tokensPerSecond === null ? 0 : (1000 * tokens) / tokensPerSecond;
        return mapBounds(() => (latencyMs ?? 0) + writing);
      },
      said: `${latencyMs ?? 0} ms a reply${speed}, as given`,
    };
  }
  if (measured === null) return null;
  const { milliseconds, tokens: usual, calls } = measured;
  return {
    // A longer reply takes longer; a shorter one is given no less, for nobody knows what of it was waiting.
    milliseconds: (tokens) =>
      mapBounds((bound) => milliseconds[bound] * Math.max(1, tokens / Math.max(1, usual))),
    said: `${Math.round(milliseconds.likely)} ms a reply as in the ${calls} calls of the probe, which had the server to themselves`,
  };
}

/**
 * Each step waits for its slowest rollout, and for all of its work at so many calls side by side, whichever is longer.
 * That replies are as fast in company as alone is assumed.
 */
export function stepsMilliseconds(
  steps: readonly Step[],
  at: {
    readonly agentMs: Bounds;
    readonly methodMs: Bounds;
    readonly concurrency: number;
    readonly bound: Bound;
  },
): number {
  const agentMs = at.agentMs[at.bound];
  const methodMs = at.methodMs[at.bound];
  return steps.reduce((sum, { depth, agentCalls, methodCalls }) => {
    const longest = Math.max(depth * agentMs, methodCalls > 0 ? methodMs : 0);
    const work = agentCalls * agentMs + methodCalls * methodMs;
    return sum + Math.max(longest, work / at.concurrency);
  }, 0);
}
