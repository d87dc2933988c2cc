/** What can be combined, and what does a combination look like as a team? */
import type { Candidate, TopologyParameters } from '../../core/candidate.ts';
import { canonicalJson } from '../../core/json.ts';
import type { OptimizerContext } from '../../core/optimizer.ts';
import { settingValue } from '../../core/space.ts';
import {
  type Choices,
  type Coordinates,
  coordinatesOf,
  unitVector,
} from '../kit/bandit/coordinates.ts';
import type { RolePool } from './pools.ts';

export interface Arms {
  readonly coordinates: Coordinates;
  candidate(choices: Choices): Candidate;
}

/** Roles in graph order; the setting last, where it may change. Choice 0 is the seed's everywhere. */
export function armsOf(
  context: OptimizerContext,
  pools: readonly RolePool[],
  embeddings: readonly (readonly (readonly number[])[])[],
): Arms {
  const { seedCandidate } = context;
  const settings = settingsOf(context);
  const words = embeddings.map((vectors) => vectors.map(unitVector));
  const places = new Map(pools.map(({ node }, place) => [node.role, place]));
  const edges = pools.flatMap(({ node }, place) =>
    node.predecessors.flatMap((source) => {
      const from = places.get(source);
      return from === undefined || from === place ? [] : [[from, place] as const];
    }),
  );
  const features = settings.length > 1 ? [...words, oneHot(context, settings)] : words;
  return {
    coordinates: coordinatesOf(features, edges),
    candidate(choices) {
      const prompts = pools.map(({ node, prompts: own }, place) => [
        node.role,
        own[choices[place] ?? 0] ?? '',
      ]);
      return {
        ...seedCandidate,
        roles: { ...seedCandidate.roles, ...(Object.fromEntries(prompts) as Candidate['roles']) },
        parameters: settings[choices[pools.length] ?? 0] ?? seedCandidate.parameters,
      };
    },
  };
}

function settingsOf({ seedCandidate, space, optimize }: OptimizerContext): TopologyParameters[] {
  const own = canonicalJson(seedCandidate.parameters);
  const others = optimize.topology
    ? space.settings.filter((setting) => canonicalJson(setting) !== own)
    : [];
  return [seedCandidate.parameters, ...others];
}

/** One place per value of each free parameter, so that settings are alike as far as they share values. */
function oneHot(
  { space }: OptimizerContext,
  settings: readonly TopologyParameters[],
): readonly (readonly number[])[] {
  return settings.map((setting) =>
    unitVector(
      space.free.flatMap((spec) =>
        spec.values.map((value) => (settingValue(spec, setting) === value ? 1 : 0)),
      ),
    ),
  );
}
