/** What is there in the world of levels 1 and 2? */
import type { Json } from '../../../core/json.ts';
import type { Person } from '../grammar/people.ts';
import type { PersonRecords } from './person-records.ts';

/** A device of a scene as the API keeps it: the description is its room. */
export type Device = { readonly name: string; readonly description: string };

export interface MediaFile {
  readonly url: string;
  /** Caption or transcript. */
  readonly text: string;
}

export interface BaseRecords {
  readonly people: readonly PersonRecords[];
  /** People without an account. */
  readonly strangers: readonly Person[];
  readonly doctors: readonly string[];
  readonly scenes: readonly { readonly name: string; readonly devices: readonly Device[] }[];
  readonly pictures: readonly MediaFile[];
  readonly recordings: readonly MediaFile[];
  readonly documents: readonly {
    readonly url: string;
    readonly answers: readonly (readonly [question: string, answer: string])[];
  }[];
  readonly databases: { readonly [name: string]: Json };
}
