import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readProtocolConfig } from '../../../src/config/protocol.ts';
import { repositoryRoot } from '../../support/shared.ts';

const text = readFileSync(join(repositoryRoot, 'configs', 'protocol.yaml'), 'utf8');

// Values of the published protocol.
test('the shipped defaults are the published protocol', () => {
  const config = readProtocolConfig(text, 'configs/protocol.yaml');
  const task = { topP: 0.9, maxTokens: 32768, repetitionPenalty: 1.05, thinking: false };
  expect(config).toMatchObject({
    model: 'qwen',
    reflectionModel: 'Qwen/Qwen3.5-122B-A10B-FP8',
    budget: 600,
    seeds: [0, 1, 2],
    infrastructureRate: 0.02,
    split: { seed: 0, train: 150, validation: 50 },
    decoding: {
      search: { ...task, temperature: 0.2 },
      evaluation: { ...task, temperature: 0 },
      reflection: { temperature: 1, topP: 1, maxTokens: 48000, thinking: true },
    },
  });
});

test('a sampled evaluation is refused, and so is an unknown setting, each with its place', () => {
  const sampled = text.replace('temperature: 0\n', 'temperature: 0.5\n');
  expect(() => readProtocolConfig(sampled, 'configs/protocol.yaml')).toThrow(
    /^configs\/protocol.yaml:\d+:18 validation and test are greedy: the temperature must be 0/,
  );
  const slip = text.replace('budget: 600', 'bugdet: 600');
  expect(() => readProtocolConfig(slip, 'configs/protocol.yaml')).toThrow(
    /"budget" is missing[\s\S]*unknown key "bugdet"\. Did you mean "budget"\?/,
  );
});

test('a budget of zero is a budget', () => {
  const zero = text.replace('budget: 600', 'budget: 0');
  expect(readProtocolConfig(zero, 'configs/protocol.yaml').budget).toBe(0);
});
