/** What may someone watching a job hear? One way: a listener can never change the job. */
import type { SpendSnapshot } from './attempt.ts';
import type { Usage } from './model.ts';
import type { OptimizerEvent } from './optimizer.ts';

export type Phase = 'optimize' | 'validate' | 'test';

export interface PhaseProgress {
  readonly phase: Phase;
  readonly done: number;
  readonly planned: number;
  /**
   * Highest mean of a candidate over enough tasks, in [0, 1], and the seed's on the same tasks; null before any. For
   * orientation: chosen for being high, so it is optimistic.
   */
  readonly best: number | null;
  readonly baseline: number | null;
  readonly usage: Usage;
  /** Share of rollout attempts that failed for infrastructure reasons, in [0, 1]. */
  readonly infrastructureRate: number;
  /** Of the whole job so far, the method's own calls included; absent where nobody keeps a ledger. */
  readonly spend?: SpendSnapshot;
}

export type JobEvent =
  | { readonly kind: 'job-started'; readonly title: string; readonly notices: readonly string[] }
  | { readonly kind: 'job-resumed'; readonly message: string }
  | { readonly kind: 'phase-started'; readonly phase: Phase; readonly planned: number }
  | { readonly kind: 'phase-progressed'; readonly progress: PhaseProgress }
  | { readonly kind: 'phase-finished'; readonly phase: Phase; readonly summary: string }
  | { readonly kind: 'method-noted'; readonly event: OptimizerEvent }
  | { readonly kind: 'notice'; readonly message: string };

export type JobListener = (event: JobEvent) => void;
