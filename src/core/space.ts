/** Which topology parameters may a method choose, and which settings lie next to each other? */
import type { ParameterValue, TopologyParameters } from './candidate.ts';
import { canonicalJson } from './json.ts';
import { type RandomStream, randomStream } from './random.ts';

export interface ParameterSpec {
  /** A camelCase name, for example `teamSize`; about roles with dots: `role.critic`, `edge.scout.critic`. */
  readonly name: string;
  /** One sentence for `--help` and for reflection prompts. */
  readonly description: string;
  /** Every value that a search may take, in order when `ordered`. */
  readonly values: readonly ParameterValue[];
  /** Ordered values have at most two neighbours each; unordered ones are all neighbours of each other. */
  readonly ordered: boolean;
  readonly default: ParameterValue;
  /** Numbers that a flag may set beside the listed values; absent: none. */
  readonly range?: NumberRange;
  /** It never decides how many calls there are, nor whether another parameter matters. Absent: it may. */
  readonly standsAlone?: true;
}

export interface NumberRange {
  readonly minimum: number;
  readonly maximum: number;
  /** True when only whole numbers are meant. */
  readonly whole: boolean;
}

/** The parameters of a topology, before any flag fixes one. */
export type SearchSpace = readonly ParameterSpec[];

/** What a method may search: the free parameters, and the settings that keep within the call bound. */
export interface BoundedSpace {
  /** Those that may change, each with the values that can be reached: two or more. */
  readonly free: readonly ParameterSpec[];
  /** Reachable settings in a fixed order, the seed's among them; see `isWhole`. Never empty. */
  readonly settings: readonly TopologyParameters[];
  /** False for a space too large to list: `settings` then holds the seed's, its neighbours and some drawn ones. */
  readonly isWhole: boolean;
  /** The setting as the space writes it, or null when it cannot be reached. */
  reach(parameters: TopologyParameters): TopologyParameters | null;
}

/** A setting that lacks a parameter stands at its default. */
export function settingValue(spec: ParameterSpec, parameters: TopologyParameters): ParameterValue {
  return parameters[spec.name] ?? spec.default;
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

/** A space of exactly these settings. */
export function listedSpace(
  free: readonly ParameterSpec[],
  settings: readonly TopologyParameters[],
): BoundedSpace {
  const known = new Map(settings.map((setting) => [canonicalJson(setting), setting]));
  const reach = (parameters: TopologyParameters) => known.get(canonicalJson(parameters)) ?? null;
  return { free, settings, isWhole: true, reach };
}

/** A space in which nothing may move. */
export function pinnedSpace(setting: TopologyParameters): BoundedSpace {
  return listedSpace([], [setting]);
}

/** Drawn settings that stand for the rest of a space too large to list. */
const DRAWN = 24;

/**
 * A space that knows its settings when it sees them.
 *
 * @param reach is pure, gives null for what cannot be reached, and gives equal settings for equal teams
 */
export function largeSpace(
  free: readonly ParameterSpec[],
  seed: TopologyParameters,
  reach: BoundedSpace['reach'],
): BoundedSpace {
  const bare: BoundedSpace = { free, settings: [seed], isWhole: false, reach };
  const random = randomStream('space', 'settings');
  const drawn = Array.from({ length: DRAWN }, () => drawSetting(bare, random));
  return { ...bare, settings: distinct([seed, ...neighbours(bare, seed), ...drawn]) };
}

/** The same space with fewer values of one parameter; the default stays. */
export function withoutValues(
  space: BoundedSpace,
  name: string,
  isKept: (value: ParameterValue) => boolean,
): BoundedSpace {
  const spec = space.free.find((candidate) => candidate.name === name);
  if (spec === undefined) return space;
  const keeps = (value: ParameterValue): boolean => value === spec.default || isKept(value);
  const fits = (setting: TopologyParameters): boolean => keeps(settingValue(spec, setting));
  const narrowed = { ...spec, values: spec.values.filter(keeps) };
  return {
    ...space,
    free: space.free
      .map((each) => (each === spec ? narrowed : each))
      .filter(({ values }) => values.length > 1),
    settings: space.settings.filter(fits),
    reach: (parameters) => {
      const setting = space.reach(parameters);
      return setting !== null && fits(setting) ? setting : null;
    },
  };
}

/** The settings of the bounded space that differ from `parameters` in one parameter by one place. */
export function neighbours(
  space: BoundedSpace,
  parameters: TopologyParameters,
): TopologyParameters[] {
  const own = canonicalJson(parameters);
  const found = space.free.flatMap((spec) =>
    stepsFrom(spec, settingValue(spec, parameters)).flatMap((value) => {
      const setting = space.reach({ ...parameters, [spec.name]: value });
      return setting === null || canonicalJson(setting) === own ? [] : [setting];
    }),
  );
  return distinct(found);
}

/** Values one place away; from a value off the list the first of an ordered one. */
function stepsFrom(spec: ParameterSpec, current: ParameterValue): ParameterValue[] {
  const position = spec.values.indexOf(current);
  return spec.values.filter(
    (value, index) => value !== current && (!spec.ordered || Math.abs(index - position) === 1),
  );
}

/**
 * Any reachable setting. Of a listed space each is as likely as another. Of a large one the draw is a walk from the seed's
 * setting (the first one listed) to a neighbour and from there to the next: of one step with a chance of a half, of two with a
 * quarter, and so on, because most teams far away are broken ones.
 */
export function drawSetting(space: BoundedSpace, random: RandomStream): TopologyParameters {
  if (space.isWhole) return random.pick(space.settings);
  let setting = space.settings[0] as TopologyParameters;
  do {
    const around = neighbours(space, setting);
    if (around.length === 0) return setting;
    setting = random.pick(around);
  } while (random.next() < 0.5);
  return setting;
}

/** Combinations up to which a large space is counted. */
const COUNTABLE = 20_000;

/** Exactly how many settings can be reached; null when that would take too long to say. */
export function countSettings(space: BoundedSpace): number | null {
  if (space.isWhole) return space.settings.length;
  const alone = space.free.filter(({ standsAlone }) => standsAlone === true);
  const tied = space.free.filter(({ standsAlone }) => standsAlone !== true);
  if (combinationsOf(tied) > COUNTABLE) return null;
  const [seed = {}] = space.settings;
  const reached = enumerateSettings(tied, {}).flatMap((moved) => {
    const setting = space.reach({ ...seed, ...moved });
    return setting === null ? [] : [setting];
  });
  return distinct(reached).length * combinationsOf(alone);
}

function combinationsOf(specs: readonly ParameterSpec[]): number {
  return specs.reduce((count, { values }) => count * values.length, 1);
}

/** Equal settings once, at the place of the first. */
function distinct(settings: readonly TopologyParameters[]): TopologyParameters[] {
  const found = new Map<string, TopologyParameters>();
  for (const setting of settings) {
    const key = canonicalJson(setting);
    if (!found.has(key)) found.set(key, setting);
  }
  return [...found.values()];
}
