/** Does the wider space open its parameters only when it is asked for, and does the team then do what they say? */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TopologyParameters } from '../../../src/core/candidate.ts';
import { UsageError } from '../../../src/core/errors.ts';
import { canonicalJson } from '../../../src/core/json.ts';
import { randomStream } from '../../../src/core/random.ts';
import {
  type BoundedSpace,
  countSettings,
  defaultParameters,
  drawSetting,
  enumerateSettings,
  neighbours,
  withoutValues,
} from '../../../src/core/space.ts';
import type { Lineup, Topology } from '../../../src/core/topology.ts';
import { boundedSpace, normalSetting } from '../../../src/protocol/search/space.ts';
import { topology as centralized } from '../../../src/topologies/centralized.ts';
import { topology as decentralized } from '../../../src/topologies/decentralized.ts';
import { topology as sequential } from '../../../src/topologies/sequential.ts';
import { topology as single } from '../../../src/topologies/single.ts';
import { runTrial } from '../../conformance/topology-spec-kit.ts';

const lineupOf = (...ids: string[]): Lineup => ({
  roles: ids.map((id, index) => ({ id, priority: ids.length - index })),
});
const lineup = lineupOf('scout', 'lead', 'critic', 'closer');

function spaceOf(
  topology: Topology,
  changes: {
    readonly isWide?: boolean;
    readonly fixed?: TopologyParameters;
    readonly ratio?: number;
  } = {},
): BoundedSpace {
  const { isWide = true, fixed = {}, ratio = 1 } = changes;
  const stated = { ...defaultParameters(topology.parameters), ...fixed };
  const seed = normalSetting(topology, lineup, stated);
  return boundedSpace({
    topology,
    lineup,
    seed,
    fixed,
    isWide,
    optimizeTopology: true,
    maxCallRatio: ratio,
  });
}

const keysOf = (settings: readonly TopologyParameters[]): Set<string> =>
  new Set(settings.map((setting) => canonicalJson(setting)));

test('a job over the grid neither states nor varies a wider parameter', () => {
  const space = spaceOf(sequential, { isWide: false });
  expect(space.free.map(({ name }) => name)).toEqual(['teamSize', 'communication']);
  expect(space.settings).toHaveLength(2 * 3);
  expect(space.isWhole).toBe(true);
  for (const setting of space.settings) {
    expect(Object.keys(setting)).toEqual(['teamSize', 'communication', 'aggregation']);
  }
});

test('the wider space has roles, edges, worked examples and temperature', () => {
  const names = (topology: Topology) => spaceOf(topology).free.map(({ name }) => name);
  expect(names(sequential)).toEqual([
    ...['teamSize', 'communication', 'role.scout', 'role.lead', 'role.critic'],
    ...['edge.scout.lead', 'edge.scout.critic', 'edge.lead.critic'],
    ...['edge.scout.closer', 'edge.lead.closer'],
    ...['demonstrations', 'temperature'],
  ]);
  expect(names(centralized)).toContain('edge.scout.critic');
  expect(names(centralized)).not.toContain('role.closer');
  expect(names(decentralized)).toEqual([
    ...['teamSize', 'rounds', 'communication', 'demonstrations', 'temperature'],
  ]);
  expect(names(single)).toEqual(['demonstrations', 'temperature']);
});

describe.each([sequential, centralized])('the settings of $id', (topology) => {
  const space = spaceOf(topology);
  const limit = topology.graph(lineup, {}).callsPerTask;
  const start = space.settings[0] as TopologyParameters;

  test('lead from neighbour to neighbour to teams within the bound, and back', () => {
    const walk = fc.array(fc.nat(1000), { minLength: 1, maxLength: 12 });
    const property = fc.property(walk, (steps) => {
      let here = start;
      for (const step of steps) {
        const around = neighbours(space, here);
        expect(keysOf(around).size).toBe(around.length);
        expect(keysOf(around)).not.toContain(canonicalJson(here));
        here = around[step % around.length] as TopologyParameters;
        expect(space.reach(here)).toEqual(here);
        expect(topology.graph(lineup, here).callsPerTask).toBeLessThanOrEqual(limit);
      }
    });
    fc.assert(property, { numRuns: 20 });
  });

  test('are drawn near the start, all of them reachable', () => {
    const random = randomStream('draws', topology.id);
    const drawn = Array.from({ length: 300 }, () => drawSetting(space, random));
    for (const setting of drawn) expect(space.reach(setting)).toEqual(setting);
    const names = new Set(drawn.flatMap((setting) => Object.keys(setting)));
    for (const { name } of space.free) expect(names).toContain(name);
    const one = drawn.filter((setting) =>
      keysOf(neighbours(space, start)).has(canonicalJson(setting)),
    );
    expect(one.length / drawn.length).toBeGreaterThan(0.25);
  });
});

test('are counted exactly: every combination once, however it is said', () => {
  const fixed = { communication: 'freeform', demonstrations: 0, temperature: 0.7 };
  const space = spaceOf(sequential, { fixed });
  const specs = [...sequential.parameters, ...(sequential.wider?.(lineup) ?? [])];
  const teams = new Set<string>();
  for (const setting of enumerateSettings(specs, fixed)) {
    if (Number(setting['teamSize']) > 4) continue;
    try {
      const { agents, roles } = sequential.graph(lineup, setting);
      const [first, second, third, last] = lineup.roles.map(({ id }) => id);
      const present = roles.map(({ role }) => role);
      const edges = [
        [first, second],
        [first, third],
        [second, third],
        [first, last],
        [second, last],
        [third, last],
      ]
        .filter((edge) => edge.every((role) => present.includes(role ?? '')))
        .map(([source, reader]) => setting[`edge.${source}.${reader}`]);
      // A chain of two has the same roles whether two others are absent or it is a team of two.
      teams.add(JSON.stringify([setting['teamSize'], agents, edges]));
    } catch (error) {
      expect(error).toBeInstanceOf(UsageError);
    }
  }
  expect(countSettings(space)).toBe(teams.size);
  const whole = spaceOf(sequential);
  expect(whole.isWhole).toBe(false);
  expect(countSettings(whole)).toBe(teams.size * 3 * 4 * 5);
  expect(countSettings(spaceOf(single))).toBe(4 * 5);
  expect(spaceOf(single).settings).toHaveLength(4 * 5);
});

test('a pinned parameter never moves, and a call bound binds', () => {
  const fixed = { 'role.lead': 'absent', temperature: 0.3 };
  const space = spaceOf(sequential, { fixed });
  for (const setting of space.settings) expect(setting).toMatchObject(fixed);
  expect(space.free.map(({ name }) => name)).not.toContain('temperature');
  const larger = spaceOf(sequential, { ratio: 2 });
  expect(larger.free.find(({ name }) => name === 'teamSize')?.values).toEqual([2, 4, 8]);
});

test('values can be taken out again, but not the default', () => {
  const space = withoutValues(spaceOf(sequential), 'demonstrations', (value) => Number(value) <= 1);
  const seed = space.settings[0] as TopologyParameters;
  expect(space.reach({ ...seed, demonstrations: 2 })).toBeNull();
  expect(space.reach({ ...seed, demonstrations: 1 })).not.toBeNull();
  const none = withoutValues(spaceOf(single), 'demonstrations', () => false);
  expect(none.settings).toHaveLength(5);
  expect(none.free.map(({ name }) => name)).not.toContain('demonstrations');
});

const usual = { communication: 'freeform' };

test.each([
  { off: [], mask: [], read: [[], [0], [0, 1], [0, 1, 2]] },
  { off: ['scout.critic', 'scout.closer', 'lead.closer'], mask: [], read: [[], [0], [1], [2]] },
  { off: ['scout.lead'], mask: ['critic'], read: [[], [], [0, 1]] },
])('with the edges $off off and $mask masked a stage reads $read', async ({ off, mask, read }) => {
  const parameters = {
    ...usual,
    ...Object.fromEntries(off.map((edge) => [`edge.${edge}`, 'off'])),
  };
  const run = await runTrial({ topology: sequential, lineup, parameters, mask });
  expect(run.acted.map(({ reports }) => reports.map(({ agent }) => agent))).toEqual(read);
});

test('an absent role asks no model, and a team without workers is its manager', async () => {
  const parameters = { ...usual, 'role.lead': 'absent' };
  const chain = await runTrial({ topology: sequential, lineup, parameters });
  expect(chain.asked.map(({ role }) => role)).toEqual(['scout', 'critic', 'closer']);
  const alone = { ...parameters, 'role.scout': 'absent', 'role.critic': 'absent' };
  const manager = await runTrial({ topology: centralized, lineup, parameters: alone });
  expect(manager.asked.map(({ role }) => role)).toEqual(['closer']);
});

test('a worker reads others before it reports, and may report to them alone', async () => {
  const parameters = { ...usual, 'edge.scout.critic': 'on', 'edge.scout.closer': 'off' };
  const run = await runTrial({ topology: centralized, lineup, parameters, latencySeed: 3 });
  const readBy = Object.fromEntries(
    run.acted.map(({ agent, reports }) => [agent, reports.map(({ role }) => role)]),
  );
  expect(readBy).toEqual({ 0: [], 1: [], 2: ['scout'], 3: ['lead', 'critic'] });
  expect(centralized.graph(lineup, parameters).roles.at(-1)?.predecessors).toEqual([
    'lead',
    'critic',
  ]);
});

test.each([
  [sequential, { 'role.closer': 'absent' }, 'role.closer'],
  [sequential, { teamSize: 1, 'role.closer': 'absent' }, 'role.closer'],
  [centralized, { 'edge.scout.closer': 'off' }, 'nobody reads role scout'],
  [sequential, { 'edge.critic.closer': 'off' }, 'nobody reads role critic'],
  [sequential, { 'edge.closer.scout': 'on' }, 'no parameter "edge.closer.scout"'],
  [sequential, { temperature: 2.1 }, 'a number from 0 to 2'],
  [single, { temperature: 'warm' }, 'temperature of topology "single"'],
  [decentralized, { demonstrations: 3 }, 'one of 0, 1, 2, 4'],
] as const)('setting %# is refused', (topology, parameters, message) => {
  expect(() => topology.graph(lineup, parameters)).toThrow(UsageError);
  expect(() => topology.graph(lineup, parameters)).toThrow(message);
});
