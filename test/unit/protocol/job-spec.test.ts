/** What makes two jobs the same job, and two measurements the same measurement? */
import { describe, expect, test } from 'vitest';
import { digest } from '../../../src/core/json.ts';
import { DEFAULT_GATE, type GateSettings } from '../../../src/protocol/gate.ts';
import { evaluationCondition, type JobSpec, jobIdentity } from '../../../src/protocol/job-spec.ts';
import { conformanceProblems } from '../../../src/protocol/preparation/conformance.ts';
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

describe('the answer mode', () => {
  const proposed = { mode: 'tools', toolTurns: null } as const;
  const carriedOut = { mode: 'tools', toolTurns: 4 } as const;

  test('is part of a job and of a measurement', () => {
    const modes = [{}, { answering: proposed }, { answering: carriedOut }];
    modes.push({ answering: { mode: 'tools', toolTurns: 5 } as never });
    expect(new Set(modes.map(job)).size).toBe(4);
    expect(new Set(modes.map(measurement)).size).toBe(4);
  });

  test('text leaves no mark, so that jobs from before are the same jobs', () => {
    expect(JSON.stringify(jobIdentity(team, split))).not.toContain('answering');
    expect(JSON.stringify(evaluationCondition(team))).not.toContain('answering');
  });

  test('tools are not conformant: the grid is in text', () => {
    const rules = {
      budget: spec.budget,
      reflectionModel: spec.reflection.model,
      maxCallRatio: spec.maxCallRatio,
      splitSeed: spec.split.seed,
      seeds: [spec.seed],
      decoding: spec.decoding,
      parameters: Object.keys(spec.parameters),
    };
    const problems = (of: JobSpec) => conformanceProblems(of, { tables: ['t'], off: [] }, rules);
    expect(problems(team)).not.toContain('answer mode tools, not text');
    expect(problems({ ...team, answering: proposed })).toContain('answer mode tools, not text');
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

describe('the gate', () => {
  const rules = {
    budget: spec.budget,
    reflectionModel: spec.reflection.model,
    maxCallRatio: spec.maxCallRatio,
    splitSeed: spec.split.seed,
    seeds: [spec.seed],
    decoding: spec.decoding,
    parameters: Object.keys(spec.parameters),
  };
  const problems = (gate: GateSettings) =>
    conformanceProblems({ ...team, gate }, { tables: ['t'], off: [] }, rules).filter(
      (problem) => problem.includes('gate') || problem.includes('kept from'),
    );

  test('of a conformant job leaves no mark, any other is another job and the same measurement', () => {
    expect(JSON.stringify(jobIdentity(team, split))).not.toContain('gate');
    const gates: GateSettings[] = [
      { ...DEFAULT_GATE, rule: 'paired' },
      { ...DEFAULT_GATE, level: 0.1 },
      { ...DEFAULT_GATE, tasks: 5 },
    ];
    expect(new Set([job({}), ...gates.map((gate) => job({ gate }))]).size).toBe(4);
    for (const gate of gates) expect(measurement({ gate })).toBe(measurement({}));
  });

  test('is named where it departs from the protocol: in what it deploys, not in what it tells', () => {
    expect(problems({ ...DEFAULT_GATE, rule: 'margin', tasks: 7 })).toEqual([
      'gate margin, not strict',
      '7 validation tasks kept from the method (--gate-tasks)',
    ]);
    expect(problems({ ...DEFAULT_GATE, level: 0.1 })).toEqual([]);
  });
});
