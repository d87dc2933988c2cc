/** Under which parameters does a team begin, and which of them did a flag pin? */
import { didYouMean } from '../../config/did-you-mean.ts';
import type { ParameterValue, TopologyParameters } from '../../core/candidate.ts';
import { UsageError } from '../../core/errors.ts';
import { defaultParameters, type ParameterSpec, type SearchSpace } from '../../core/space.ts';
import type { Lineup, Topology } from '../../core/topology.ts';
import { normalSetting } from '../search/space.ts';
import type { ParameterFlags } from './job-request.ts';

export interface TeamParameters {
  /** The full setting: flags over defaults; of those beyond the grid only what is not at its default. */
  readonly parameters: TopologyParameters;
  /** What flags pinned. */
  readonly fixed: TopologyParameters;
  /** Pinned values that the experiment grid does not have, in words. */
  readonly offGrid: readonly string[];
}

/** @throws UsageError with every flag that the topology has no use for */
export function flaggedParameters(topology: Topology, flags: ParameterFlags): TeamParameters {
  const space: SearchSpace = topology.parameters;
  const given = Object.entries(flags).flatMap(([name, value]: [string, ParameterValue | null]) =>
    // A team of one is what `single` is: saying so is no mistake.
    value === null || (topology.id === 'single' && name === 'teamSize' && value === 1)
      ? []
      : [{ name, value, spec: space.find((candidate) => candidate.name === name) }],
  );
  const problems = given.flatMap(({ name, value, spec }) => {
    if (spec === undefined) return [`${flagOf(name)} means nothing to topology ${topology.id}`];
    if (typeof value === 'number' || spec.values.includes(value)) return [];
    return [
      `${flagOf(name)} must be ${spec.values.join(' or ')} for ${topology.id}, got "${value}"`,
    ];
  });
  if (problems.length > 0) throw new UsageError(problems);
  const fixed = Object.fromEntries(given.map(({ name, value }) => [name, value]));
  const offGrid = given.flatMap(({ name, value, spec }) =>
    spec === undefined ? [] : offGridWords(spec, value, flagOf(name)),
  );
  return { parameters: { ...defaultParameters(space), ...fixed }, fixed, offGrid };
}

/**
 * Adds what `--parameter` pinned, as typed; it may name every parameter, those beyond the grid too.
 *
 * @throws UsageError with every unknown name and every value that its parameter cannot have
 */
export function pinnedParameters(
  pinned: { readonly [name: string]: string },
  flagged: TeamParameters,
  { topology, lineup }: { readonly topology: Topology; readonly lineup: Lineup },
): TeamParameters {
  const names = Object.keys(pinned);
  if (names.length === 0) return flagged;
  const space = [...topology.parameters, ...(topology.wider?.(lineup) ?? [])];
  const readings = Object.entries(pinned).map(([name, text]) => {
    const spec = space.find((candidate) => candidate.name === name);
    return readPin({ name, text, spec }, { topology, space, fixed: flagged.fixed });
  });
  const problems = readings.flatMap((reading) => (typeof reading === 'string' ? [reading] : []));
  if (problems.length > 0) {
    throw new UsageError(problems, { hints: [`see: protocol explain ${topology.id}`] });
  }
  const read = readings.filter((reading) => typeof reading !== 'string');
  const values = Object.fromEntries(read.map(({ spec, value }) => [spec.name, value]));
  const usual = read.filter(({ spec }) => topology.parameters.includes(spec));
  return {
    parameters: normalSetting(topology, lineup, { ...flagged.parameters, ...values }),
    fixed: { ...flagged.fixed, ...values },
    offGrid: [
      ...flagged.offGrid,
      ...usual.flatMap(({ spec, value }) => offGridWords(spec, value, `--parameter ${spec.name}`)),
    ],
  };
}

interface Pin {
  readonly name: string;
  readonly text: string;
  readonly spec: ParameterSpec | undefined;
}

/** The value, or what is wrong with it. */
function readPin(
  { name, text, spec }: Pin,
  at: {
    readonly topology: Topology;
    readonly space: SearchSpace;
    readonly fixed: TopologyParameters;
  },
): string | { readonly spec: ParameterSpec; readonly value: ParameterValue } {
  const { topology, space, fixed } = at;
  if (spec === undefined) {
    const known = space.map((each) => each.name);
    return `--parameter ${name}: topology ${topology.id} has no such parameter${didYouMean(name, known)}`;
  }
  if (fixed[name] !== undefined) return `--parameter ${name} and ${flagOf(name)} say it twice`;
  const listed = spec.values.find((value) => String(value) === text);
  const value = listed ?? numberIn(spec, text);
  if (value === null) return `--parameter ${name} must be ${rangeWords(spec)}, got "${text}"`;
  if (name === 'demonstrations' && value !== 0) {
    return `--parameter demonstrations=${text}: worked examples are found by a search; pin 0, or leave it to --space wide`;
  }
  return { spec, value };
}

function numberIn({ range }: ParameterSpec, text: string): number | null {
  if (range === undefined || !/^\d+(?:\.\d+)?$/.test(text)) return null;
  const value = Number(text);
  const fits = range.whole ? Number.isSafeInteger(value) : Number.isFinite(value);
  return fits && value >= range.minimum && value <= range.maximum ? value : null;
}

function rangeWords({ values, range }: ParameterSpec): string {
  const listed = values.join(', ');
  if (range === undefined) return values.length === 1 ? listed : `one of ${listed}`;
  const kind = range.whole ? 'a whole number' : 'a number';
  return `${kind} from ${range.minimum} to ${range.maximum} (usual: ${listed})`;
}

function offGridWords(spec: ParameterSpec, value: ParameterValue, flag: string): string[] {
  const values = gridValues(spec);
  return values.includes(value) ? [] : [`${flag} ${value} (the grid has ${values.join(', ')})`];
}

/** The grid varies team size and message format; every other parameter stands at its default in all of its cells. */
function gridValues(spec: ParameterSpec): readonly ParameterValue[] {
  return ['teamSize', 'communication'].includes(spec.name) ? spec.values : [spec.default];
}

/** `teamSize` → `--team-size`; a parameter without a flag of its own → `--parameter role.critic`. */
export function flagOf(parameter: string): string {
  if (!OWN_FLAGS.includes(parameter)) return `--parameter ${parameter}`;
  return `--${parameter.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

const OWN_FLAGS: readonly string[] = ['teamSize', 'communication', 'rounds', 'aggregation'];
