import { describe, expect, test } from 'vitest';
import type { Message } from '../../../../src/core/model.ts';
import { createResponder } from '../../../../src/models/sim/respond.ts';

const respond = createResponder();
const DECODING = {
  temperature: 0,
  topP: 1,
  maxTokens: 200,
  repetitionPenalty: 1,
  thinking: false,
};

interface Call {
  readonly api_name: string;
  readonly input: object;
  readonly output: unknown;
  readonly exception: string | null;
}

function task(call: Call, said = 'Can you help me?'): string {
  return [
    'You are given a dialogue. Write what the assistant says to the user next.',
    'APIs (one JSON object per line):',
    '{"name":"AddLamp","description":"Adds a lamp.","input_parameters":{"room":{"type":"str","description":"The room."}},"output_parameters":{}}',
    'Guidance: speak to the user.',
    'Dialogue so far:',
    `USER: ${said}`,
    'ASSISTANT: I will see to it.',
    `API: ${JSON.stringify(call)}`,
  ].join('\n');
}

function reply(text: string, rolePrompt: string, seed = 1): string {
  const messages: Message[] = [
    { role: 'system', content: `${rolePrompt}\n\nOutput contract (fixed):\nWords only.` },
    { role: 'user', content: `${text}\n\nYour turn: Answer.` },
  ];
  return respond(messages, DECODING, seed);
}

const PLAIN = 'You speak with a user.';
const PRICE: Call = {
  api_name: 'QueryPrice',
  input: { lamp: 'green' },
  output: { price: 12, shop: 'Lightwell' },
  exception: null,
};

/** Share of replies over many dialogues for which something holds. */
function share(rolePrompt: string, holds: (text: string) => boolean): number {
  const texts = Array.from({ length: 300 }, (_, index) =>
    reply(task(PRICE, `Request ${index}`), rolePrompt),
  );
  return texts.filter(holds).length / texts.length;
}

describe('the simulated model asked for words to the user', () => {
  test('says what was done, and what failed, instead of calling', () => {
    const done: Call = { api_name: 'AddLamp', input: {}, output: 'success', exception: null };
    expect(reply(task(done), PLAIN)).toContain('Your lamp has been added successfully.');
    const failed = { ...done, output: null, exception: 'no such room' };
    expect(reply(task(failed), PLAIN)).toContain('Sorry, the lamp did not work.');
    expect(reply(task(done), PLAIN)).not.toContain('[');
  });

  test('mostly tells the values of the result, leaves some out, copies the record, or says too much', () => {
    const rates = [
      share(PLAIN, (text) => text.includes('The price is 12.') && text.includes('Lightwell')),
      share(PLAIN, (text) => !text.includes('12')),
      share(PLAIN, (text) => text.includes('{')),
      share(PLAIN, (text) => text.includes('Please let me know')),
    ];
    for (const rate of rates) {
      expect(rate).toBeGreaterThan(0.05);
      expect(rate).toBeLessThan(0.75);
    }
  });

  test('heeds advice on each', () => {
    const advised =
      'Give every value exactly as it was returned. Be short. Speak in plain sentences.';
    const all = (text: string): boolean =>
      text.includes('12') && text.includes('Lightwell') && !/[{}]|Please let me know/u.test(text);
    expect(share(advised, all)).toBeGreaterThan(share(PLAIN, all) + 0.2);
  });

  test('replies alike to equal requests', () => {
    expect(reply(task(PRICE), PLAIN, 3)).toBe(reply(task(PRICE), PLAIN, 3));
  });
});
