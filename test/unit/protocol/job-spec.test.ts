/** What makes two jobs the same job, and two measurements the same measurement? */
import { describe, expect, test } from 'vitest';
import { digest } from '../../../src/core/json.ts';
import { evaluationCondition, type JobSpec, jobIdentity } from '../../../src/protocol/job-spec.ts';
import { tinyJob } from '../../support/job/tiny-job.ts';

const { spec } = await tinyJob({ folder: '' });
const split = { train: ['a'], validation: ['b'], test: ['c'], hash: 'h' };
const roles = [
  { id: 'reader', priority: 2 },
  { id: 'writer', priority: 1 },
];
const team: JobSpec = { ...spec, lineup: { roles } };
const job = (changes: Partial<JobSpec>): string =>
  digest(jobIdentity({ ...team, ...changes }, split));
const measurement = (changes: Partial<JobSpec>): string =>
  digest(evaluationCondition({ ...team, ...changes }));

describe('the cast', () => {
  test.each([
    ['order', roles.toReversed()],
    ['priorities', roles.map(({ id, priority }) => ({ id, priority: 3 - priority }))],
  ])('in another %s is another job and another measurement', (_name, other) => {
    const lineup = { roles: other };
    expect(job({ lineup })).not.toBe(job({}));
    expect(measurement({ lineup })).not.toBe(measurement({}));
  });
});

test('the name that a model was called by changes nothing', () => {
  const model = { ...spec.model, alias: 'another' };
  expect(job({ model })).toBe(job({}));
  expect(measurement({ model })).toBe(measurement({}));
});

test('methods and budgets share their measurements, seeds and models do not', () => {
  const method = { id: 'other', version: 2, options: {} };
  expect(measurement({ method, budget: 7, maxCallRatio: 2 })).toBe(measurement({}));
  expect(measurement({ seed: 9 })).not.toBe(measurement({}));
  const model = { ...spec.model, model: 'another/model' };
  expect(measurement({ model })).not.toBe(measurement({}));
});
