/** Which mistake does a case show, going by its feedback and its output? */

import { findCalls, type WrittenCall } from '../call-text.ts';
import type { MistakeId } from '../mistakes/kinds.ts';
import { plainText } from '../plain-text.ts';
import type { KnownTask } from '../reader/types.ts';
import { isRepeated } from '../team/evidence.ts';
import type { ShownCase } from './tags.ts';

interface CaseFacts {
  readonly shown: ShownCase;
  readonly known: KnownTask | null;
}

function keywordMistake(call: WrittenCall | undefined): MistakeId {
  const keywords = plainText(call?.arguments.find(({ name }) => /keyword/u.test(name))?.value);
  return keywords.split(/\s+/u).length > 4 ? 'long_keyword' : 'vague_keyword';
}

function stepMistake(facts: CaseFacts, calls: readonly WrittenCall[]): MistakeId {
  const call = calls.at(-1);
  const { known } = facts;
  if (calls.length > 1) return 'double_call';
  if (known === null || call === undefined) return 'repeat_call';
  if (isRepeated(known.task, call)) return 'repeat_call';
  if (known.reading.step === 'token') return 'token_skip';
  if (known.reading.step === 'search') return 'skip_search';
  return known.task.apis.some(({ name }) => name === call.api) ? 'repeat_call' : 'invented_name';
}

/** Kinds by the name of a parameter whose value was wrong. */
function valueMistake(name: string, call: WrittenCall | undefined): MistakeId {
  const value = call?.arguments.find((argument) => argument.name === name)?.value;
  if (/time|date/u.test(name)) {
    return typeof value === 'string' &&
      /^(?:\d{4}-)?\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2})?$/u.test(value)
      ? 'assumed_year'
      : 'date_form';
  }
  if (/attendees|preferences|data|devices|members/u.test(name)) return 'list_as_text';
  if (/count|distance|amount|number/u.test(name)) return 'number_form';
  if (/token|latitude|longitude|_id|salary|temperature|humidity|member/u.test(name))
    return 'wrong_result';
  if (/keyword/u.test(name)) return keywordMistake(call);
  return 'paraphrase';
}

function differing(feedback: string): string[] {
  const list = /differ from the reference: ([^;).]+)/u.exec(feedback)?.[1] ?? '';
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** What the evaluator's words point at. */
function fromFeedback(facts: CaseFacts, calls: readonly WrittenCall[]): MistakeId[] {
  const { feedback } = facts.shown;
  const call = calls.at(-1);
  if (/no complete call|could not be read|no answer/iu.test(feedback)) return ['prose'];
  if (/well-formed|written out|plain values/iu.test(feedback)) return ['broken_syntax'];
  if (/given by name|one call only/iu.test(feedback))
    return [calls.length > 1 ? 'double_call' : 'broken_syntax'];
  if (/wrong API/iu.test(feedback)) return [stepMistake(facts, calls)];
  if (/unknown parameters|not in the reference/iu.test(feedback)) {
    return [/missing:/iu.test(feedback) ? 'renamed_argument' : 'extra_argument'];
  }
  if (/required parameters|missing:/iu.test(feedback)) return ['missing_argument'];
  if (/keywords/iu.test(feedback)) return [keywordMistake(call)];
  if (/wrong type/iu.test(feedback)) return ['number_form', 'list_as_text'];
  return differing(feedback).map((name) => valueMistake(name, call));
}

/** Without feedback: what differs from one's own reading of the question. */
function fromReading(facts: CaseFacts, calls: readonly WrittenCall[]): MistakeId[] {
  const { known } = facts;
  const call = calls.at(-1);
  if (call === undefined) return ['prose'];
  if (calls.length > 1) return ['double_call'];
  if (known === null) return [];
  const { reading } = known;
  if (call.api !== reading.api) return [stepMistake(facts, calls)];
  const names = new Set(call.arguments.map(({ name }) => name));
  const missing = reading.arguments.some(({ name }) => !names.has(name));
  if (missing)
    return [
      call.arguments.length >= reading.arguments.length ? 'renamed_argument' : 'missing_argument',
    ];
  if (call.arguments.length > reading.arguments.length) return ['extra_argument'];
  return reading.arguments
    .filter(
      ({ name, value }) =>
        JSON.stringify(call.arguments.find((argument) => argument.name === name)?.value) !==
        JSON.stringify(value),
    )
    .map(({ name }) => valueMistake(name, call));
}

/** Empty for a case that went well. */
export function diagnose(facts: CaseFacts): MistakeId[] {
  const { feedback, output } = facts.shown;
  if (/^correct\b/iu.test(feedback)) return [];
  const calls = findCalls(output);
  return feedback === '' ? fromReading(facts, calls) : fromFeedback(facts, calls);
}
