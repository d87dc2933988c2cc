/** What is an errand: one request of somebody, and the calls that meet it? */
import type { Json } from '../../../core/json.ts';
import type { RandomStream } from '../../../core/random.ts';
import { asObject } from '../../apibank/data/dialogues.ts';
import type { Facts } from './facts.ts';
import type { PlanRecorder } from './recorder.ts';

export interface ErrandContext {
  readonly random: RandomStream;
  readonly facts: Facts;
  readonly plan: PlanRecorder;
}

/** Makes the calls on the plan and returns the request that asks for exactly these, in this order. */
export type Errand = (context: ErrandContext) => string;

/** A field of a call's output. @throws RangeError when the output has none. */
export function outputField(output: Json, name: string): Json {
  const value = asObject(output)?.[name];
  if (value === undefined) throw new RangeError(`no ${name} in ${JSON.stringify(output)}`);
  return value;
}

/** A list in a call's output. @throws RangeError when there is none. */
export function outputList(output: Json, name: string): readonly Json[] {
  const value = outputField(output, name);
  if (!Array.isArray(value))
    throw new RangeError(`${name} is no list in ${JSON.stringify(output)}`);
  return value as readonly Json[];
}

export function outputNumber(output: Json, name: string): number {
  return Number(outputField(output, name));
}

/** @throws RangeError when the field is no text. */
export function outputText(output: Json, name: string): string {
  return asText(outputField(output, name));
}

/** @throws RangeError for anything but a text. */
export function asText(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  throw new RangeError(`no text: ${JSON.stringify(value)}`);
}
