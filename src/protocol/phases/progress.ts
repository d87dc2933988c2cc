/** How far is the phase, for someone who watches? */
import type { JobListener, Phase } from '../../core/events.ts';
import { addUsage, NO_USAGE, type Usage } from '../../core/model.ts';
import type { Rollout } from '../../core/rollout.ts';
import type { FailureLimit } from '../../evaluation/failure-limit.ts';
import { mean } from '../../statistics/summary.ts';

/** A mean of fewer tasks is luck more often than not: the best of many small minibatches always looks splendid. */
const SHOWN_FROM = 30;

/** Turns finished rollouts into progress events. Never read by anything that decides. */
export class ProgressMeter {
  readonly #phase: Phase;
  readonly #planned: number;
  readonly #listen: JobListener;
  readonly #failures: FailureLimit;
  readonly #baseline: string;
  /** Scores by task, per candidate. */
  readonly #scores = new Map<string, Map<string, number>>();
  #done = 0;
  #usage: Usage = NO_USAGE;

  constructor(options: {
    readonly phase: Phase;
    readonly planned: number;
    readonly listen: JobListener;
    readonly failures: FailureLimit;
    /** Digest of the seed candidate. */
    readonly baseline: string;
  }) {
    this.#phase = options.phase;
    this.#planned = options.planned;
    this.#listen = options.listen;
    this.#failures = options.failures;
    this.#baseline = options.baseline;
  }

  get usage(): Usage {
    return this.#usage;
  }

  rolloutFinished(candidate: string, rollout: Rollout): void {
    if (rollout.score !== null) {
      this.#done += 1;
      const scores = this.#scores.get(candidate) ?? new Map<string, number>();
      this.#scores.set(candidate, scores.set(rollout.taskId, rollout.score));
    }
    this.#usage = addUsage(this.#usage, rollout.usage);
    this.#listen({
      kind: 'phase-progressed',
      progress: {
        phase: this.#phase,
        done: this.#done,
        planned: this.#planned,
        ...this.#leader(),
        usage: this.#usage,
        infrastructureRate: this.#failures.rate(),
      },
    });
  }

  /** The candidate with the highest mean, beside the seed on the same tasks. */
  #leader(): { best: number | null; baseline: number | null } {
    let best: { scores: ReadonlyMap<string, number>; mean: number } | null = null;
    for (const scores of this.#scores.values()) {
      if (scores.size < SHOWN_FROM) continue;
      const average = mean([...scores.values()]) ?? 0;
      if (best === null || average > best.mean) best = { scores, mean: average };
    }
    if (best === null) return { best: null, baseline: null };
    const seed = this.#scores.get(this.#baseline);
    const shared = [...best.scores.keys()].flatMap((task) => seed?.get(task) ?? []);
    return { best: best.mean, baseline: shared.length < SHOWN_FROM ? null : mean(shared) };
  }
}
