import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type MethodResult,
  methodFigure,
  methodRows,
  seedRows,
} from '../support/method-results.ts';
import { repositoryRoot } from '../support/shared.ts';

interface Recorded {
  readonly simulated: boolean;
  readonly results: readonly MethodResult[];
}

function read(name: string): Recorded {
  return JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8')) as Recorded;
}

const recorded = read('simulated-methods.json');

test('the picture in the README is the one of the recorded results', () => {
  const picture = readFileSync(join(import.meta.dirname, 'simulated-methods.svg'), 'utf8');
  expect(picture).toBe(methodFigure(recorded.results));
  expect(picture).toContain('SIMULATED MODEL');
});

test('the table in the README is the one of the recorded results', () => {
  const readme = readFileSync(join(repositoryRoot, 'README.md'), 'utf8');
  expect(recorded.simulated).toBe(true);
  for (const row of methodRows(recorded.results)) expect(readme).toContain(row);
});

test('the table of all methods on generated tasks is the one of the recorded results', () => {
  const readme = readFileSync(join(repositoryRoot, 'README.md'), 'utf8');
  const { simulated, results } = read('simulated-methods-synth.json');
  expect(simulated).toBe(true);
  for (const row of seedRows(results)) expect(readme).toContain(row);
});
