/** What does somebody want of an API, and what must be said before it can be called? */
import type { JsonObject } from '../../../core/json.ts';
import type { RandomStream } from '../../../core/random.ts';
import type { ApiTurn } from '../../apibank/data/dialogues.ts';
import type { Day } from '../grammar/calendar.ts';
import type { PersonRecords } from '../records/person-records.ts';
import type { BaseRecords } from '../records/record-types.ts';

/** Where and when a dialogue takes place. */
export interface Scene {
  readonly random: RandomStream;
  readonly records: BaseRecords;
  /** Who talks: the one who signs in where that is needed. */
  readonly owner: PersonRecords;
  readonly today: Day;
  /** The dialogue says which day today is, so days may be said by their distance from it. */
  readonly todayIsSaid: boolean;
}

/** One piece of information. Templates hold `{value}`; the sentences may hold `{noun}`. */
export interface Detail {
  /** `date`, `doctor`: what it is called in questions and corrections. */
  readonly noun: string;
  readonly said: string;
  /** A phrase of the language, which begins a sentence with a capital; a value in it would keep its letters. */
  readonly isPhrase: boolean;
  /** Another value, said in the same way, that a correction may take back; null when it is never corrected. */
  readonly slip: string | null;
  /** What can be put behind a request, such as `on {value}`; empty when nothing can. */
  readonly clauses: readonly string[];
  /** Whole sentences that say it. */
  readonly statements: readonly string[];
  /** How the assistant asks for it. */
  readonly questions: readonly string[];
  /** Answers that only make sense right after the question. */
  readonly answers: readonly string[];
}

/** The call of one API and the talk that leads to it. */
export interface Goal {
  readonly api: string;
  /** Ways of asking for it, with `{details}` where clauses go; a first letter may become a small one. */
  readonly requests: readonly string[];
  readonly details: readonly Detail[];
  /** What the assistant says afterwards; `{output}` is the output when that is text or a number. */
  readonly done: readonly string[];
  /** Arguments without the token of the signed-in person. `earlier` are the calls of the dialogue so far. */
  readonly arguments: (earlier: readonly ApiTurn[]) => JsonObject;
  /** Does the user say who is talking? Always where the request says little else, never where other people are meant. */
  readonly introduced?: 'always' | 'never';
}

/** One thing that people come with: a goal, or several in a row. Null when the records hold nothing fitting. */
export type Storyline = (scene: Scene) => readonly Goal[] | null;
