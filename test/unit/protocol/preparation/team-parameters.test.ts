/** Which parameters may be fixed by name, and what is said about those that may not? */
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../../src/core/errors.ts';
import {
  flaggedParameters,
  pinnedParameters,
} from '../../../../src/protocol/preparation/team-parameters.ts';
import { topology } from '../../../../src/topologies/sequential.ts';

const lineup = {
  roles: ['spare', 'scout', 'lead', 'critic', 'closer'].map((id, index) => ({
    id,
    priority: id === 'spare' ? 9 : index + 1,
  })),
};
const none = { teamSize: null, communication: null, rounds: null, aggregation: null };
const pin = (pinned: { [name: string]: string }, flags: object = {}) =>
  pinnedParameters(pinned, flaggedParameters(topology, { ...none, ...flags }), {
    topology,
    lineup,
  });
const usual = { teamSize: 4, communication: 'freeform', aggregation: 'last_stage' };

test('every parameter can be fixed by its name', () => {
  expect(pin({ teamSize: '2', 'role.scout': 'absent', temperature: '0.45' })).toEqual({
    parameters: { ...usual, teamSize: 2, 'role.scout': 'absent', temperature: 0.45 },
    fixed: { teamSize: 2, 'role.scout': 'absent', temperature: 0.45 },
    offGrid: [],
  });
  expect(pin({ teamSize: '3' }).offGrid).toEqual([
    '--parameter teamSize 3 (the grid has 2, 4, 8, 10)',
  ]);
});

test('what says nothing new is fixed, but not stated', () => {
  // `spare` is not in a team of four.
  const { parameters, fixed } = pin({ temperature: 'protocol', 'role.spare': 'absent' });
  expect(parameters).toEqual(usual);
  expect(fixed).toEqual({ temperature: 'protocol', 'role.spare': 'absent' });
});

describe('refuses', () => {
  test.each([
    [{ temprature: '1' }, {}, 'no such parameter. Did you mean "temperature"?'],
    [{ 'role.critik': 'absent' }, {}, 'Did you mean "role.critic"?'],
    [{ temperature: 'hot' }, {}, 'must be a number from 0 to 2 (usual: 0, protocol, 0.3, 0.7, 1)'],
    [{ temperature: '2.5' }, {}, 'got "2.5"'],
    [{ temperature: '' }, {}, 'got ""'],
    [{ teamSize: '2.0000001' }, {}, 'must be a whole number from 1 to 1000'],
    [{ teamSize: 'NaN' }, {}, 'got "NaN"'],
    [{ 'edge.scout.lead': 'yes' }, {}, 'must be one of on, off, got "yes"'],
    [{ teamSize: '4' }, { teamSize: 4 }, '--parameter teamSize and --team-size say it twice'],
    [{ demonstrations: '2' }, {}, 'worked examples are found by a search'],
  ])('%j with the flags %j', (pinned, flags, message) => {
    expect(() => pin(pinned, flags)).toThrow(UsageError);
    expect(() => pin(pinned, flags)).toThrow(message);
  });

  test('everything at once', () => {
    const call = () => pin({ temprature: '1', temperature: 'hot' });
    expect(call).toThrow('temprature');
    expect(call).toThrow('hot');
  });
});
