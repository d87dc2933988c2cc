/** Which topology parameters may a method choose, and which settings lie next to each other? */
import type { ParameterValue, TopologyParameters } from './candidate.ts';
import { canonicalJson } from './json.ts';

export interface ParameterSpec {
  /** camelCase name, for example `teamSize`. */
  readonly name: string;
  /** One sentence for `--help` and for reflection prompts. */
  readonly description: string;
  /** Every value of the experiment grid, in order when `ordered`. */
  readonly values: readonly ParameterValue[];
  /** Ordered values have at most two neighbours each; unordered ones are all neighbours of each other. */
  readonly ordered: boolean;
  readonly default: ParameterValue;
}

/** The parameters of a topology, before any flag fixes one. */
export type SearchSpace = readonly ParameterSpec[];

/** What a method may search: the free parameters, and the settings that keep within the call bound. */
export interface BoundedSpace {
  readonly free: readonly ParameterSpec[];
  /** Every reachable full setting (free and fixed values), in a fixed order; never empty. */
  readonly settings: readonly TopologyParameters[];
}

export function defaultParameters(space: SearchSpace): TopologyParameters {
  return Object.fromEntries(space.map((spec) => [spec.name, spec.default]));
}

/** All settings of the space with `fixed` values pinned, in lexicographic order of value positions. */
export function enumerateSettings(
  space: SearchSpace,
  fixed: TopologyParameters,
): TopologyParameters[] {
  let settings: TopologyParameters[] = [{}];
  for (const spec of space) {
    const pinned = fixed[spec.name];
    const values = pinned === undefined ? spec.values : [pinned];
    settings = settings.flatMap((setting) =>
      values.map((value) => ({ ...setting, [spec.name]: value })),
    );
  }
  return settings;
}

/** The settings of the bounded space that differ from `parameters` in one parameter by one place. */
export function neighbours(
  space: BoundedSpace,
  parameters: TopologyParameters,
): TopologyParameters[] {
  const reachable = new Map(space.settings.map((setting) => [canonicalJson(setting), setting]));
  const found: TopologyParameters[] = [];
  for (const spec of space.free) {
    const current = parameters[spec.name];
    const position = current === undefined ? -1 : spec.values.indexOf(current);
    spec.values.forEach((value, index) => {
      if (value === current || (spec.ordered && Math.abs(index - position) !== 1)) return;
      const setting = reachable.get(canonicalJson({ ...parameters, [spec.name]: value }));
      if (setting !== undefined) found.push(setting);
    });
  }
  return found;
}
