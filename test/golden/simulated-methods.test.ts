import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type MethodResult, methodFigure, methodRows } from '../support/method-results.ts';
import { repositoryRoot } from '../support/shared.ts';

const recorded = JSON.parse(
  readFileSync(join(import.meta.dirname, 'simulated-methods.json'), 'utf8'),
) as { simulated: boolean; results: MethodResult[] };

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
