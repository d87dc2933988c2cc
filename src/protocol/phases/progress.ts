/** How far is the phase, for someone who watches? */
import type { JobListener, Phase } from '../../core/events.ts';
import { addUsage, NO_USAGE, type Usage } from '../../core/model.ts';
import type { Rollout } from '../../core/rollout.ts';
import type { FailureLimit } from '../../evaluation/failure-limit.ts';

/** Means of fewer rollouts than this say nothing worth showing. */
const SHOWN_FROM = 10;

/** Turns finished rollouts into progress events. Never read by anything that decides. */
export class ProgressMeter {
  readonly #phase: Phase;
  readonly #planned: number;
  readonly #listen: JobListener;
  readonly #failures: FailureLimit;
  readonly #baseline: string;
  readonly #scores = new Map<string, { sum: number; count: number }>();
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
      const score = this.#scores.get(candidate) ?? { sum: 0, count: 0 };
      this.#scores.set(candidate, { sum: score.sum + rollout.score, count: score.count + 1 });
    }
    this.#usage = addUsage(this.#usage, rollout.usage);
    this.#listen({
      kind: 'phase-progressed',
      progress: {
        phase: this.#phase,
        done: this.#done,
        planned: this.#planned,
        best: this.#best(),
        baseline: this.#mean(this.#baseline),
        usage: this.#usage,
        infrastructureRate: this.#failures.rate(),
      },
    });
  }

  #mean(candidate: string): number | null {
    const score = this.#scores.get(candidate);
    return score === undefined || score.count < SHOWN_FROM ? null : score.sum / score.count;
  }

  #best(): number | null {
    const means = [...this.#scores.keys()].flatMap((candidate) => this.#mean(candidate) ?? []);
    return means.length === 0 ? null : Math.max(...means);
  }
}
