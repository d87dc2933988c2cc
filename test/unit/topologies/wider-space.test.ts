/** Does the wider space open its parameters only when it is asked for, and does a stage then read what they say? */
import { expect, test } from 'vitest';
import { defaultParameters, neighbours } from '../../../src/core/space.ts';
import { boundedSpace } from '../../../src/protocol/search/space.ts';
import { topology } from '../../../src/topologies/sequential.ts';
import { runTrial } from '../../conformance/topology-spec-kit.ts';

const lineup = {
  roles: ['scout', 'lead', 'critic', 'closer'].map((id, index) => ({ id, priority: index + 1 })),
};
const usual = defaultParameters(topology.parameters);

function spaceFrom(seed: typeof usual) {
  const request = { topology, lineup, seed, fixed: {}, optimizeTopology: true, maxCallRatio: 1 };
  return boundedSpace(request);
}

test('a job over the grid neither states nor varies a wider parameter', () => {
  const space = spaceFrom(usual);
  expect(space.free.map(({ name }) => name)).toEqual(['teamSize', 'communication']);
  expect(space.settings).toHaveLength(2 * 3);
  for (const setting of space.settings) expect(Object.keys(setting)).not.toContain('reads');
});

test('a job over the wider space can move along it, within the same calls', () => {
  const seed = { ...usual, reads: 'all' };
  const space = spaceFrom(seed);
  expect(space.settings).toHaveLength(2 * 3 * 2);
  expect(neighbours(space, seed)).toContainEqual({ ...usual, reads: 'previous' });
  for (const setting of space.settings) {
    expect(topology.graph(lineup, setting).callsPerTask).toBeLessThanOrEqual(4);
  }
});

test.each([
  { reads: 'all', mask: [], read: [[], [0], [0, 1], [0, 1, 2]] },
  { reads: 'previous', mask: [], read: [[], [0], [1], [2]] },
  { reads: 'previous', mask: ['critic'], read: [[], [0], [1]] },
])('with reads $reads and $mask masked a stage reads $read', async ({ reads, mask, read }) => {
  const run = await runTrial({ topology, lineup, parameters: { ...usual, reads }, mask });
  expect(run.acted.map(({ reports }) => reports.map(({ agent }) => agent))).toEqual(read);
});
