/** Are structured messages read as meant, and everything else handed on as it is? */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HAND_OFF_LIMIT } from '../../../../src/evaluation/team/formats/format.ts';
import {
  MESSAGE_FORMATS,
  messageFormat,
} from '../../../../src/evaluation/team/formats/message-format.ts';
import { semiStructured } from '../../../../src/evaluation/team/formats/semi-structured.ts';
import { findSoftObject } from '../../../../src/evaluation/team/formats/soft-json.ts';
import { structuredSoft } from '../../../../src/evaluation/team/formats/structured-soft.ts';

const call = "[AddAlarm(time='07:30')]";

describe.each(MESSAGE_FORMATS)('$id', (format) => {
  test('shows peers a blank reply as no answer', () => {
    for (const blank of ['', ' ', '\n\t\u00a0'])
      expect(format.read(blank).text).toBe('(no answer)');
  });

  test('cuts an endless reply in the middle and says how much is missing', () => {
    const text = `start ${'x'.repeat(50_000)} ${call}`;
    const read = format.read(text).text;
    expect(read.length).toBeLessThan(HAND_OFF_LIMIT + 60);
    expect(read.startsWith('start ')).toBe(true);
    expect(read.endsWith(call)).toBe(true);
    const left = Number(/… (\d+) characters left out …/.exec(read)?.[1]);
    const kept = read.length - `\n… ${left} characters left out …\n`.length;
    expect(kept + left).toBe(text.length);
  });

  test('never tears a character in two', () => {
    for (const shift of ['', 'a']) {
      const read = format.read(shift + '😀'.repeat(20_000)).text;
      expect(Buffer.from(read).toString()).toBe(read);
    }
  });

  test('reads any text without failing and never hands on a blank', () => {
    const noise = fc.array(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('{', '}', '"', "'", ':', ',', '\\', 'Finding:', 'Proposed answer:', '\n'),
      ),
    );
    fc.assert(
      fc.property(noise, (parts) => {
        const { text, parsed } = format.read(parts.join(''));
        expect(text.trim()).not.toBe('');
        expect(parsed === null).toBe(format.contract === null);
      }),
    );
  });
});

describe('semi_structured', () => {
  test('puts sections in order and keeps their text', () => {
    const reply = `Here is my report.\nProposed answer: ${call}\nEvidence: "wake me\nat half past seven"\nFinding: an alarm`;
    expect(semiStructured.read(reply)).toEqual({
      text: `Finding: an alarm\nEvidence: "wake me\nat half past seven"\nProposed answer: ${call}`,
      parsed: true,
    });
  });

  test.each([
    ['bold', `**Finding:** a\n**Proposed answer**: ${call}`],
    ['headings', `## Finding: a\n## Proposed answer: ${call}`],
    ['list', `- Finding: a\n- PROPOSED ANSWER: ${call}`],
    ['key spelling', `finding: a\nproposed_answer: ${call}`],
    ['Windows lines', `Finding: a\r\nProposed answer:\r\n${call}\r\n`],
    ['empty optional sections', `Finding: a\nEvidence:\nOpen question:\nProposed answer: ${call}`],
  ])('tolerates %s', (_name, reply) => {
    expect(semiStructured.read(reply)).toEqual({
      text: `Finding: a\nProposed answer: ${call}`,
      parsed: true,
    });
  });

  test.each([
    ['free text', `The call is ${call}.`],
    ['a missing section', 'Finding: an alarm'],
    ['an empty required section', `Finding:\nProposed answer: ${call}`],
    ['labels inside a line', `My finding: x and proposed answer: ${call}`],
  ])('hands on %s as it is and counts it', (_name, reply) => {
    expect(semiStructured.read(reply)).toEqual({ text: reply, parsed: false });
  });

  test('reads its own rendering', () => {
    const reply = `Finding: a\nEvidence: b\nOpen question: none\nProposed answer: ${call}`;
    expect(semiStructured.read(reply)).toEqual({ text: reply, parsed: true });
  });
});

describe('structured_soft', () => {
  const expected = { finding: 'an alarm', proposed_answer: call };

  test.each([
    ['strict JSON', JSON.stringify(expected)],
    ['a fence and chatter', `Sure!\n\`\`\`json\n${JSON.stringify(expected)}\n\`\`\`\nDone.`],
    ['the answer once more below', `${JSON.stringify(expected)}\n${call}`],
    ['single quotes', `{'finding': 'an alarm', 'proposed_answer': "${call}"}`],
    ['unescaped inner quotes', `{'finding': 'an alarm', 'proposed_answer': '${call}'}`],
    ['trailing comma', `{"finding": "an alarm", "proposed_answer": "${call}",}`],
    ['bare keys', `{finding: "an alarm", proposed_answer: "${call}"}`],
    ['other key spelling', `{"Finding": "an alarm", "Proposed answer": "${call}"}`],
    ['a lost closing brace', `{"finding": "an alarm", "proposed_answer": "${call}"`],
    ['a brace before it', `Set {x} first. {"finding": "an alarm", "proposed_answer": "${call}"}`],
    ['a wrapping object', `{"message": {"finding": "an alarm", "proposed_answer": "${call}"}}`],
    [
      'an escaped apostrophe',
      String.raw`{"finding": "an alarm", "proposed_answer": "[AddAlarm(time=\'07:30\')]"}`,
    ],
  ])('reads %s', (_name, reply) => {
    const { text, parsed } = structuredSoft.read(reply);
    expect(parsed).toBe(true);
    expect(JSON.parse(text)).toEqual(expected);
  });

  test.each([
    ['free text', `The call is ${call}.`],
    ['another object', '{"name": "AddAlarm", "arguments": {}}'],
    ['a missing field', '{"finding": "x"}'],
    ['a null field', '{"finding": "x", "proposed_answer": null}'],
    ['a list', '["finding", "proposed_answer"]'],
    ['a text without an end', '{"finding": "x", "proposed_answer": "[AddAlarm('],
  ])('hands on %s as it is and counts it', (_name, reply) => {
    expect(structuredSoft.read(reply)).toEqual({ text: reply, parsed: false });
  });

  test('orders the known fields, keeps the others and what they hold', () => {
    const reply = `{"confidence": 0, "proposed_answer": "${call}", "values": [1, 1.5, true, null, {"a": "b"}], "finding": 0, "phone": 01234567890123456789}`;
    const { text } = structuredSoft.read(reply);
    expect(Object.entries(JSON.parse(text) as object)).toEqual([
      ['finding', 0],
      ['proposed_answer', call],
      ['confidence', 0],
      ['values', [1, 1.5, true, null, { a: 'b' }]],
      ['phone', '01234567890123456789'],
    ]);
  });
});

describe('soft JSON', () => {
  const always = () => true;

  test('reads every object that JSON can say as JSON does', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (object) => {
        const text = JSON.stringify(object, null, 1);
        const read = findSoftObject(text, always);
        expect(JSON.stringify(Object.fromEntries(read ?? []))).toBe(
          JSON.stringify(JSON.parse(text)),
        );
      }),
      { numRuns: 300, examples: [[{ __proto__: 1 }], [{ a: '"} ,' }]] },
    );
  });

  test('gives up on bottomless nesting instead of overflowing', () => {
    expect(findSoftObject('{"a":'.repeat(100_000), always)).toBeNull();
    expect(findSoftObject(`{"a":${'['.repeat(100_000)}`, always)).toBeNull();
  });

  test('reads Python words and keeps unknown escapes', () => {
    const read = findSoftObject(
      String.raw`{'a': True, 'b': None, 'c': 'C:\dir', 'd': "\u00e9"}`,
      always,
    );
    expect(Object.fromEntries(read ?? [])).toEqual({ a: true, b: null, c: 'C:\\dir', d: 'é' });
  });
});

test('an unknown format is an error that lists the known ones', () => {
  expect(() => messageFormat('telepathy')).toThrow(/telepathy.*freeform, semi_structured/);
  expect(messageFormat(undefined).id).toBe('freeform');
});
