/** What does a page show of a finished job? */
import type { Candidate } from '../../core/candidate.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import type { SplitMean } from '../cost/front-report.ts';
import type { LevelReport } from '../level-report.ts';

/** A candidate with its provenance and what the search saw of it. */
export interface PageCandidate {
  readonly name: string;
  readonly digest: string;
  readonly candidate: Candidate;
  /** In the order in which the method told them. */
  readonly events: readonly {
    readonly kind: string;
    readonly parents: readonly string[];
    readonly reason: string;
  }[];
  /** Null when the search never ran it, or kept no scores. */
  readonly seen: {
    /** Rollouts charged when it was first scored. */
    readonly charged: number;
    readonly train: SplitMean;
    readonly validation: SplitMean;
  } | null;
}

/** One arm's answer to a held-out task. */
export interface PageAnswer {
  readonly score: number | null;
  readonly answer: string;
  readonly errorClass: string | null;
  /** What the scorer said, or why nothing was observed. */
  readonly failure: string | null;
  /** Of the transcript; null when nothing ran. */
  readonly trace: string | null;
}

export interface PageTask {
  readonly id: string;
  readonly column: string;
  /** Null where the data is not at hand. */
  readonly expected: string | null;
  readonly seed: PageAnswer;
  readonly frozen: PageAnswer;
}

/** A transcript as the page shows it. */
export interface PageTrace {
  readonly turns: readonly {
    readonly agent: number;
    readonly role: string;
    readonly round: number;
    readonly input: string;
    readonly output: string;
    readonly finish: string;
  }[];
  readonly votes: readonly { readonly agent: number; readonly key: string | null }[];
  /** What was read in the answer; null when nothing could be. */
  readonly parsed: Json;
}

/** Who read whose messages, over all traces. */
export interface PageTeam {
  readonly agents: readonly { readonly agent: number; readonly role: string }[];
  readonly messages: readonly {
    readonly from: number;
    readonly to: number;
    /** Per task, on average. */
    readonly count: number;
  }[];
}

export interface LedgerGroup {
  readonly name: string;
  readonly attempts: number;
  readonly retries: number;
  readonly failed: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars of the requests whose price is known. */
  readonly usd: number;
  /** Requests whose price is not. */
  readonly unpriced: number;
}

/** Every request that was sent. */
export interface PageLedger {
  readonly simulated: boolean;
  readonly total: LedgerGroup;
  readonly parts: readonly { readonly by: string; readonly groups: readonly LedgerGroup[] }[];
}

export interface PageInput {
  readonly report: LevelReport;
  /** One sentence with its interval. */
  readonly verdict: string;
  /** What was decided about the winner of the search. */
  readonly decision: string;
  readonly notConformantBecause: readonly string[];
  readonly seed: Candidate;
  readonly frozen: Candidate;
  readonly candidates: readonly PageCandidate[];
  readonly search: { readonly charged: number; readonly maximum: number; readonly stop: string };
  readonly team: PageTeam;
  readonly tasks: readonly PageTask[];
  /** By hash; those that fit. */
  readonly traces: { readonly [hash: string]: PageTrace };
  readonly tracesLeftOut: number;
  /** Replies that were used, by what they were for. */
  readonly usage: readonly {
    readonly purpose: string;
    readonly modelCalls: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
  }[];
  /** Null for a job that kept none. */
  readonly ledger: PageLedger | null;
  readonly manifest: JsonObject;
}
