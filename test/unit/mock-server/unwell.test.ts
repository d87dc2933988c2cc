/** Does the mock server fail as its profile says, and the same way every time? */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canonicalJson, digest } from '../../../src/core/json.ts';
import type { LoopbackCall, LoopbackReply } from '../../../src/mock-server/brain.ts';
import { FAULT_KINDS, type Profile, readProfile } from '../../../src/mock-server/profile.ts';
import { unwellBrain } from '../../../src/mock-server/unwell.ts';
import { repositoryRoot } from '../../support/shared.ts';

const calm: Profile = {
  description: 'nothing',
  seed: 0,
  latency: { medianMs: 0, spread: 0, tokensPerSecond: 0 },
  faults: [],
};

const call = (number: number, repeat = 0): LoopbackCall => ({
  wire: 'openai',
  index: number,
  repeat,
  model: 'sim',
  messages: [],
  body: {},
  bodyHash: digest(number),
  headers: {},
});

const reply: LoopbackReply = {
  text: "[GetToday(day='1')]",
  toolCalls: [{ id: 'a', name: 'GetToday', arguments: '{"day":"1"}' }],
  inputTokens: 100,
  outputTokens: 50,
};

function brainOf(profile: Profile, now = () => 0) {
  return unwellBrain(profile, () => Promise.resolve(reply), now);
}

describe('a profile', () => {
  it('without faults passes every reply on', async () => {
    const { brain, faults } = brainOf(calm);
    expect(await brain(call(1))).toEqual({ ...reply, latencyMs: 0 });
    expect(faults()).toEqual({});
  });

  it('gives the same request the same fate, in whatever order requests come, and a fresh one to its retry', async () => {
    const profile: Profile = { ...calm, faults: [{ kind: 'rate-limit', chance: 0.5 }] };
    const numbers = Array.from({ length: 40 }, (_, index) => index);
    const fates = async (order: readonly number[], repeat: number) => {
      const { brain } = brainOf(profile);
      const told = new Map<number, string>();
      for (const number of order) {
        told.set(number, canonicalJson(await brain(call(number, repeat))));
      }
      return numbers.map((number) => told.get(number));
    };
    const first = await fates(numbers, 0);
    expect(await fates([...numbers].reverse(), 0)).toEqual(first);
    expect(await fates(numbers, 1)).not.toEqual(first);
    expect(new Set(first).size).toBe(2);
  });

  it('meets each fault as often as it says', async () => {
    const faults = FAULT_KINDS.map((kind) => ({ kind, chance: 0.05 }));
    const { brain, faults: met } = brainOf({ ...calm, faults });
    const count = 4_000;
    for (let number = 0; number < count; number += 1) await brain(call(number));
    expect(Object.keys(met()).sort()).toEqual([...FAULT_KINDS].sort());
    // Five standard deviations of a binomial of 4,000 at 0.05.
    for (const times of Object.values(met())) {
      expect(Math.abs(times - count * 0.05)).toBeLessThan(5 * Math.sqrt(count * 0.05 * 0.95));
    }
  });

  it('spares attempts beyond those it names', async () => {
    const { brain } = brainOf({ ...calm, faults: [{ kind: 'hang', chance: 1, attempts: 2 }] });
    expect(await brain(call(1, 0))).toMatchObject({ fault: 'hang' });
    expect(await brain(call(1, 1))).toMatchObject({ fault: 'hang' });
    expect(await brain(call(1, 2))).toMatchObject({ text: reply.text });
  });

  it('storms at the end of each period only', async () => {
    let time = 0;
    const storms = { everyMs: 1_000, lengthMs: 200, chance: 1, retryAfter: '3' };
    const { brain, faults } = brainOf({ ...calm, storms }, () => time);
    const refused: number[] = [];
    for (time = 0; time < 2_000; time += 100) {
      const answer = await brain(call(time));
      if (typeof answer === 'object' && 'fault' in answer) refused.push(time);
    }
    expect(refused).toEqual([800, 900, 1_800, 1_900]);
    expect(faults()).toEqual({ storm: 4 });
  });

  it('takes longer for longer replies, around its median', async () => {
    const latency = { medianMs: 100, spread: 0.5, tokensPerSecond: 1_000 };
    const { brain } = brainOf({ ...calm, latency });
    const times: number[] = [];
    for (let number = 0; number < 1_001; number += 1) {
      times.push(((await brain(call(number))) as LoopbackReply).latencyMs ?? 0);
    }
    times.sort((left, right) => left - right);
    // 50 tokens at 1,000 per second are 50 ms, always; the median's error is about 2 ms.
    expect(times[500]).toBeGreaterThan(140);
    expect(times[500]).toBeLessThan(160);
    expect(times[0]).toBeGreaterThan(50);
  });

  it('spoils what it says it spoils, and leaves texts without calls alone where it damages arguments', async () => {
    const spoilt = async (kind: (typeof FAULT_KINDS)[number]) =>
      (await brainOf({ ...calm, faults: [{ kind, chance: 1 }] }).brain(call(3))) as LoopbackReply;
    expect(await spoilt('empty-content')).toMatchObject({ text: '', toolCalls: [] });
    expect(await spoilt('null-content')).toMatchObject({ text: null });
    expect(await spoilt('reasoning-only')).toMatchObject({ text: null, reasoning: reply.text });
    expect((await spoilt('thinking-leak')).text).toMatch(/<\/think>\n\[GetToday/);
    const cut = await spoilt('truncated');
    expect(cut.finishReason).toBe('length');
    expect(reply.text?.startsWith(cut.text ?? '?')).toBe(true);
    const [damaged] = (await spoilt('damaged-arguments')).toolCalls ?? [];
    expect(() => JSON.parse(String(damaged?.arguments)) as unknown).toThrow(SyntaxError);
    const plain = unwellBrain(
      { ...calm, faults: [{ kind: 'damaged-arguments', chance: 1 }] },
      () => Promise.resolve({ text: 'no call' }),
      () => 0,
    );
    expect(await plain.brain(call(1))).toEqual({ text: 'no call', latencyMs: 0 });
  });
});

describe('the shipped profiles', () => {
  const folder = join(repositoryRoot, 'configs', 'mock-server');
  it.each(readdirSync(folder))('%s can be read, and its chances leave room for replies', (file) => {
    const { faults } = readProfile(readFileSync(join(folder, file), 'utf8'), file);
    expect(faults.reduce((sum, { chance }) => sum + chance, 0)).toBeLessThan(0.5);
  });
});

it('says where a profile is wrong', () => {
  const text = 'description: x\nseed: 0\nlatency: { medianMs: 1, spread: 0, tokensPerSecond: 0 }\n';
  expect(() => readProfile(`${text}faults:\n  - { kind: hnag, chance: 2 }\n`, 'p.yaml')).toThrow(
    /p\.yaml:5/,
  );
});
