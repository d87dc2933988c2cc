/** Which team settings may a method reach without buying accuracy with more model calls? */
import type { TopologyParameters } from '../../core/candidate.ts';
import { UsageError } from '../../core/errors.ts';
import { canonicalJson } from '../../core/json.ts';
import {
  type BoundedSpace,
  enumerateSettings,
  largeSpace,
  listedSpace,
  type ParameterSpec,
  pinnedSpace,
  type SearchSpace,
  settingValue,
} from '../../core/space.ts';
import type { Lineup, Topology } from '../../core/topology.ts';

export interface SpaceRequest {
  readonly topology: Topology;
  readonly lineup: Lineup;
  /** The seed team's full setting. */
  readonly seed: TopologyParameters;
  /** Values given by flags: never changed. */
  readonly fixed: TopologyParameters;
  /** True when the parameters beyond the grid may change too. */
  readonly isWide: boolean;
  /** False when only prompts are optimised: the seed setting is then the only one. */
  readonly optimizeTopology: boolean;
  /** A setting may need at most this many times the seed team's calls per task. */
  readonly maxCallRatio: number;
}

/** Settings up to which a space is listed: more than the grid has for any topology. */
const LISTED = 100;
/** Combinations that are looked through to find out. */
const LOOKED_THROUGH = 2_000;

export function boundedSpace(request: SpaceRequest): BoundedSpace {
  const { topology, lineup, seed, fixed, isWide, optimizeTopology } = request;
  if (!optimizeTopology) return pinnedSpace(seed);
  const wider = isWide ? (topology.wider?.(lineup) ?? []) : [];
  const parameters = [...topology.parameters, ...wider];
  const reach = reachable(request);
  const combinations = parameters
    .filter(({ name }) => fixed[name] === undefined)
    .reduce((count, { values }) => count * values.length, 1);
  if (combinations <= LOOKED_THROUGH) {
    const settings = withSeed(seed, reached(enumerateSettings(parameters, fixed), reach));
    if (settings.length <= LISTED) {
      return listedSpace(freeSpecs(parameters, fixed, settings), settings);
    }
  }
  const free = freeSpecs(parameters, fixed, withSeed(seed, samples(request, wider, reach)));
  const seedKey = canonicalJson(seed);
  return largeSpace(free, seed, (setting) => {
    if (canonicalJson(setting) === seedKey) return seed;
    const known = reach(setting);
    return known !== null && isWithin(free, parameters, { setting: known, seed }) ? known : null;
  });
}

/**
 * Settings that show which values can be reached, without a look at every combination: those of the grid, and what lies one
 * step beyond. Parameters that stand alone move by themselves only.
 */
function samples(
  { topology, seed, fixed }: SpaceRequest,
  wider: SearchSpace,
  reach: BoundedSpace['reach'],
): TopologyParameters[] {
  const isTied = (spec: ParameterSpec): boolean => spec.standsAlone !== true;
  const resting = topology.parameters
    .filter((spec) => !isTied(spec))
    .map((spec) => [spec.name, settingValue(spec, seed)]);
  const still = { ...(Object.fromEntries(resting) as TopologyParameters), ...fixed };
  const grid = reached(enumerateSettings(topology.parameters, still), reach);
  const tied = grid.flatMap((setting) => steps(setting, wider.filter(isTied)));
  const alone = [...topology.parameters, ...wider].filter((spec) => !isTied(spec));
  const single = grid.slice(0, 1).flatMap((setting) => steps(setting, alone));
  return [...grid, ...reached([...tied, ...single], reach)];
}

function steps(setting: TopologyParameters, specs: SearchSpace): TopologyParameters[] {
  return specs.flatMap(({ name, values }) =>
    values.map((value) => ({ ...setting, [name]: value })),
  );
}

/** Settings as the space writes them when they make a team within the bound; else null. */
function reachable(request: SpaceRequest): BoundedSpace['reach'] {
  const { topology, lineup, seed, fixed, maxCallRatio } = request;
  const limit = topology.graph(lineup, seed).callsPerTask * maxCallRatio;
  const normal = normaliser(topology, lineup);
  return (parameters) => {
    try {
      const setting = normal({ ...parameters, ...fixed });
      return topology.graph(lineup, setting).callsPerTask <= limit ? setting : null;
    } catch (error) {
      // Some combinations make no team (a stage that nobody reads): they are not in the space.
      if (error instanceof UsageError) return null;
      throw error;
    }
  };
}

/** The same team, without what is said beyond the grid and changes nothing: equal teams have equal settings. */
export function normalSetting(
  topology: Topology,
  lineup: Lineup,
  parameters: TopologyParameters,
): TopologyParameters {
  return normaliser(topology, lineup)(parameters);
}

function normaliser(
  topology: Topology,
  lineup: Lineup,
): (parameters: TopologyParameters) => TopologyParameters {
  const wider = new Map(topology.wider?.(lineup).map((spec) => [spec.name, spec]));
  return (parameters) => {
    const idle = Object.keys(parameters).filter((name) => {
      const spec = wider.get(name);
      if (spec === undefined) return false;
      const isUsual = parameters[name] === spec.default;
      return isUsual || topology.matters?.(lineup, parameters, name) === false;
    });
    if (idle.length === 0) return parameters;
    return Object.fromEntries(Object.entries(parameters).filter(([name]) => !idle.includes(name)));
  };
}

function reached(
  settings: readonly TopologyParameters[],
  reach: BoundedSpace['reach'],
): TopologyParameters[] {
  const found = new Map<string, TopologyParameters>();
  for (const parameters of settings) {
    const setting = reach(parameters);
    if (setting !== null) found.set(canonicalJson(setting), setting);
  }
  return [...found.values()];
}

/** A seed off the grid (`--allow-any-cell`) is reachable all the same: it is where the search starts. */
function withSeed(
  seed: TopologyParameters,
  settings: readonly TopologyParameters[],
): readonly TopologyParameters[] {
  const key = canonicalJson(seed);
  return settings.some((setting) => canonicalJson(setting) === key)
    ? settings
    : [seed, ...settings];
}

function freeSpecs(
  parameters: SearchSpace,
  fixed: TopologyParameters,
  settings: readonly TopologyParameters[],
): ParameterSpec[] {
  return parameters
    .filter((spec) => fixed[spec.name] === undefined)
    .map((spec) => {
      const taken = new Set(settings.map((setting) => settingValue(spec, setting)));
      return { ...spec, values: spec.values.filter((value) => taken.has(value)) };
    })
    .filter((spec) => spec.values.length > 1);
}

/** True when every parameter has a value that the space offers, or the seed's. */
function isWithin(
  free: SearchSpace,
  parameters: SearchSpace,
  { setting, seed }: { readonly setting: TopologyParameters; readonly seed: TopologyParameters },
): boolean {
  return parameters.every((spec) => {
    const value = settingValue(spec, setting);
    if (value === settingValue(spec, seed)) return true;
    return free.find(({ name }) => name === spec.name)?.values.includes(value) === true;
  });
}
