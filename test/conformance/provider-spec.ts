/** Does a provider keep its contract? One suite for every provider. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ModelError } from '../../src/core/errors.ts';
import type { Message, ModelProvider, ModelRequest, ToolSchema } from '../../src/core/model.ts';

/** What the model behind the provider must be able to do, as the last message of a request says it. */
export const SAY = 'say: hello there';
export const LIMITED = 'fail: rate limit';
export const HANG = 'fail: hang';
/** Asks for the calls of {@link LOOK_UPS}. */
export const CALL = 'call: look up two words';
/** Asks for a call with {@link DAMAGED_ARGUMENTS}. */
export const DAMAGED_CALL = 'call: break off';

export const LOOK_UP: ToolSchema = {
  name: 'look_up',
  description: 'Looks up a word.',
  parameters: {
    type: 'object',
    properties: { word: { type: 'string' }, times: { type: 'integer' } },
    required: ['word'],
  },
};
export const LOOK_UPS = [
  { name: 'look_up', arguments: '{"word":"tide","times":2}' },
  { name: 'look_up', arguments: '{"word":"Æ \\"quoted\\""}' },
] as const;
export const DAMAGED_ARGUMENTS = '{"word": "ti';
/** What the model says of the result of a call. */
export function saidOf(result: string): string {
  return `it came back: ${result}`;
}

/** A provider over a model that knows the texts above, and everything that must not be seen. */
export interface ProviderUnderTest {
  readonly provider: ModelProvider;
  readonly secrets: readonly string[];
  readonly close: () => Promise<void>;
}

export interface ProviderCase {
  readonly title: string;
  readonly open: () => Promise<ProviderUnderTest>;
  /** Equal requests must have equal replies. */
  readonly deterministic: boolean;
  /** Tests that cannot be asked of this provider, and why. */
  readonly skip?: readonly { readonly reason: string; readonly tests: readonly string[] }[];
}

export function specRequest(lastMessage: string, change: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model: 'spec/model',
    channel: 'task',
    messages: [
      { role: 'system', content: 'You answer in few words.' },
      { role: 'user', content: lastMessage },
    ],
    decoding: {
      temperature: 0.2,
      topP: 0.9,
      maxTokens: 64,
      repetitionPenalty: 1.05,
      thinking: false,
    },
    seed: 7,
    sample: 0,
    ...change,
  };
}

/** The last of them is the result of a call. */
export function trialMessages(result: string): readonly Message[] {
  const [call] = LOOK_UPS;
  return [
    { role: 'system', content: 'You answer in few words.' },
    { role: 'user', content: CALL },
    { role: 'assistant', content: '', toolCalls: [{ id: 'call00001', ...call }] },
    { role: 'tool', toolCallId: 'call00001', content: result },
  ];
}

export async function failureOf(work: Promise<unknown>): Promise<ModelError> {
  const error: unknown = await work.then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ModelError);
  return error as ModelError;
}

export function describeProvider(subject: ProviderCase): void {
  const skipped = new Map(
    (subject.skip ?? []).flatMap(({ reason, tests }) =>
      tests.map((name) => [name, reason] as const),
    ),
  );
  const check = (name: string, body: () => Promise<void>, timeoutMs = 30_000): void => {
    const reason = skipped.get(name);
    if (reason === undefined) test(name, body, timeoutMs);
    else test.skip(`${name} (${reason})`, body);
  };

  describe(`provider ${subject.title}`, () => {
    let opened: ProviderUnderTest;
    beforeAll(async () => {
      opened = await subject.open();
    });
    afterAll(() => opened.close());
    const never = new AbortController().signal;
    const ask = (text: string, change?: Partial<ModelRequest>, signal = never) =>
      opened.provider.generate(specRequest(text, change), signal);

    check('answers with text, one call and its tokens', async () => {
      const reply = await ask(SAY);
      expect(reply).toMatchObject({ text: 'hello there', reasoning: null, finishReason: 'stop' });
      expect(reply.usage.modelCalls).toBe(1);
      expect(reply.usage.inputTokens).toBeGreaterThan(0);
      expect(reply.usage.outputTokens).toBeGreaterThan(0);
      expect(reply.servedModel).not.toBe('');
    });

    check('hands on what is called, in order and as it was written', async () => {
      const { text, toolCalls, finishReason, usage } = await ask(CALL, { tools: [LOOK_UP] });
      expect({ text, finishReason }).toEqual({ text: '', finishReason: 'stop' });
      expect(toolCalls?.map(({ name }) => name)).toEqual(['look_up', 'look_up']);
      expect(toolCalls?.map(({ arguments: sent }) => JSON.parse(sent) as unknown)).toEqual(
        LOOK_UPS.map(({ arguments: sent }) => JSON.parse(sent) as unknown),
      );
      expect(new Set(toolCalls?.map(({ id }) => id)).size).toBe(2);
      expect(usage.modelCalls).toBe(1);
    });

    check('hands on damaged arguments as they are', async () => {
      const { toolCalls } = await ask(DAMAGED_CALL, { tools: [LOOK_UP] });
      expect(toolCalls?.map(({ arguments: sent }) => sent)).toEqual([DAMAGED_ARGUMENTS]);
    });

    check('an answer in words has no calls, although tools were offered', async () => {
      const reply = await ask(SAY, { tools: [LOOK_UP] });
      expect(reply.text).toBe('hello there');
      expect(reply.toolCalls ?? []).toEqual([]);
    });

    check('takes the result of a call back', async () => {
      const messages = trialMessages('high water');
      const reply = await ask('', { tools: [LOOK_UP], messages });
      expect(reply.text).toBe(saidOf('high water'));
    });

    check('leaves the request as it was', async () => {
      const request = specRequest(SAY);
      const before = structuredClone(request);
      await opened.provider.generate(request, never);
      expect(request).toEqual(before);
    });

    check('gives equal replies to equal requests', async () => {
      expect(subject.deterministic).toBe(true);
      const [first, second] = await Promise.all([ask(SAY), ask(SAY)]);
      expect(second).toEqual(first);
    });

    check('a signal that fired before is an abort, and nothing is sent', async () => {
      const error = await failureOf(ask(SAY, {}, AbortSignal.abort()));
      expect(error).toMatchObject({ kind: 'aborted', retry: false });
    });

    check(
      'a signal ends a call that hangs',
      async () => {
        const controller = new AbortController();
        const call = failureOf(ask(HANG, {}, controller.signal));
        setTimeout(() => controller.abort(), 20);
        expect(await call).toMatchObject({ kind: 'aborted', retry: false });
      },
      1020,
    );

    check('a rate limit is told with the wait the server asks for', async () => {
      const error = await failureOf(ask(LIMITED));
      expect(error).toMatchObject({ kind: 'rate-limit', retry: true, retryAfterMs: 3000 });
    });

    check('a failure is a ModelError, not a reply', async () => {
      const error = await failureOf(ask(LIMITED));
      expect(error.message).not.toBe('');
      expect(error.code).toBe('model');
    });

    check('forty calls at once on one signal are forty replies and no warning', async () => {
      const warnings: Error[] = [];
      const listen = (warning: Error): number => warnings.push(warning);
      process.on('warning', listen);
      const { signal } = new AbortController();
      const replies = await Promise.all(
        Array.from({ length: 40 }, (_, sample) => ask(SAY, { sample }, signal)),
      );
      await new Promise((resolve) => setImmediate(resolve));
      process.off('warning', listen);
      expect(replies.map((reply) => reply.text)).toEqual(Array(40).fill('hello there'));
      expect(warnings).toEqual([]);
    });

    check('neither the id nor an error holds a secret', async () => {
      const error = await failureOf(ask(LIMITED));
      const { inspect } = await import('node:util');
      const seen = `${opened.provider.id}\n${inspect(error, { depth: 8, showHidden: true })}`;
      for (const secret of opened.secrets) expect(seen).not.toContain(secret);
      expect(opened.provider.id).toMatch(/^[a-z]+@\S+$/);
    });
  });
}
