/** What was found about one answer? */
import type { ErrorClass } from '../../../core/error-class.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import type { SearchScorer } from './options.ts';

export type Stage = 'parse' | 'api_name' | 'score';

/** Where an error came up while the call was carried out; null when none did. */
export type ErrorPlace = 'replay' | 'call' | 'coerce' | 'check';

/** How one way of judging a search came out. `correct` is null where only an embedding model could tell. */
export interface SearchVerdict {
  readonly correct: boolean | null;
  readonly error: string | null;
  /**
   * How it was decided: `recorded`, `similarity`, `bad_parameter`, `missing_parameter`, or `impossible` (no search can
   * return the recorded output). Absent for `keyword`, which compares texts.
   */
  readonly path?: string;
}

export type SearchVerdicts = { readonly [scorer in SearchScorer]: SearchVerdict };

export interface Verdict {
  /** Where the answer failed, else `score`. */
  readonly stage: Stage;
  /** A stable word for counting, for example `result_mismatch`; null when correct or undecided. */
  readonly errorKind: string | null;
  readonly error: string | null;
  readonly where: ErrorPlace | null;
  /** Null when the configured scorer cannot decide: an embedding model or an outside service would be needed. */
  readonly correct: boolean | null;
  /** The call as read: `{ name, kwargs }`. */
  readonly parsed: JsonObject | null;
  /** The result of the call, or the text of the error that ended it. */
  readonly result: Json;
  /** For reference calls of ToolSearcher: every way of judging them. */
  readonly scorers: SearchVerdicts | null;
  /** What a method may learn: what was wrong, never a reference value. */
  readonly feedback: string;
}

/** A verdict, and the class under which a report counts it; null when correct. */
export interface ClassifiedVerdict extends Verdict {
  readonly errorClass: ErrorClass | null;
}
