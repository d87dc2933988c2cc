/** Which team settings may a method reach without buying accuracy with more model calls? */
import type { TopologyParameters } from '../../core/candidate.ts';
import { UsageError } from '../../core/errors.ts';
import { canonicalJson } from '../../core/json.ts';
import { type BoundedSpace, enumerateSettings } from '../../core/space.ts';
import type { Lineup, Topology } from '../../core/topology.ts';

export interface SpaceRequest {
  readonly topology: Topology;
  readonly lineup: Lineup;
  /** The seed team's full setting. */
  readonly seed: TopologyParameters;
  /** Values given by flags: never changed. */
  readonly fixed: TopologyParameters;
  /** False when only prompts are optimised: the seed setting is then the only one. */
  readonly optimizeTopology: boolean;
  /** A setting may need at most this many times the seed team's calls per task. */
  readonly maxCallRatio: number;
}

export function boundedSpace(request: SpaceRequest): BoundedSpace {
  if (!request.optimizeTopology) return { free: [], settings: [request.seed] };
  const calls = (setting: TopologyParameters): number | null => {
    try {
      return request.topology.graph(request.lineup, setting).callsPerTask;
    } catch (error) {
      // Some combinations of grid values make no team (a manager without workers): they are not in the space.
      if (error instanceof UsageError) return null;
      throw error;
    }
  };
  const limit = (calls(request.seed) ?? 0) * request.maxCallRatio;
  // The seed of a job over the wider space states its parameters; any other job keeps to the grid's.
  const wider = (request.topology.wider ?? []).filter(
    ({ name }) => request.seed[name] !== undefined,
  );
  const parameters = [...request.topology.parameters, ...wider];
  const settings = enumerateSettings(parameters, request.fixed).filter(
    (setting) => (calls(setting) ?? Number.POSITIVE_INFINITY) <= limit,
  );
  const seedKey = canonicalJson(request.seed);
  // A seed off the grid (`--allow-any-cell`) is reachable all the same: it is where the search starts.
  const reachable = settings.some((setting) => canonicalJson(setting) === seedKey)
    ? settings
    : [request.seed, ...settings];
  const free = parameters
    .filter((spec) => request.fixed[spec.name] === undefined)
    .map((spec) => ({
      ...spec,
      values: spec.values.filter((value) =>
        reachable.some((setting) => setting[spec.name] === value),
      ),
    }))
    .filter((spec) => spec.values.length > 1);
  return { free, settings: reachable };
}
