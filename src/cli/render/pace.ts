/** How fast does a phase go, and how long will the rest take? */
import type { PhaseProgress } from '../../core/events.ts';

export interface Pace {
  /** Since the first progress of the phase in this session; null before any time has passed. */
  readonly tokensPerSecond: number | null;
  readonly remainingMs: number | null;
}

export interface Pacer {
  observe(progress: PhaseProgress): void;
  of(progress: PhaseProgress): Pace;
}

/** Speed is measured over this session: what a resumed phase finds done took no time now. */
export function paceOf(now: () => number): Pacer {
  let first: { phase: string; done: number; tokens: number; at: number } | null = null;
  const tokensOf = ({ usage }: PhaseProgress): number => usage.inputTokens + usage.outputTokens;
  return {
    observe(progress) {
      if (first?.phase === progress.phase) return;
      first = {
        phase: progress.phase,
        done: progress.done,
        tokens: tokensOf(progress),
        at: now(),
      };
    },
    of(progress) {
      const elapsed = first === null ? 0 : now() - first.at;
      if (first === null || elapsed <= 0) return { tokensPerSecond: null, remainingMs: null };
      const done = progress.done - first.done;
      return {
        tokensPerSecond: (tokensOf(progress) - first.tokens) / (elapsed / 1000),
        remainingMs: done <= 0 ? null : (elapsed / done) * (progress.planned - progress.done),
      };
    },
  };
}
