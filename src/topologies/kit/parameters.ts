/** Which knobs does a topology have, and what does one setting of them say? */
import type { ParameterValue, TopologyParameters } from '../../core/candidate.ts';
import { UsageError } from '../../core/errors.ts';
import { type ParameterSpec, type SearchSpace, settingValue } from '../../core/space.ts';

/** Largest accepted team size or number of rounds: far beyond any study, small enough to enumerate. */
export const COUNT_LIMIT = 1000;

const count = { minimum: 1, maximum: COUNT_LIMIT, whole: true };

export const teamSizeSpec: ParameterSpec = {
  name: 'teamSize',
  description: 'Number of agents in the team.',
  values: [2, 4, 8, 10],
  ordered: true,
  default: 4,
  range: count,
};

export const roundsSpec: ParameterSpec = {
  name: 'rounds',
  description: 'Number of times every agent speaks; the last round votes.',
  values: [1, 2, 3, 4],
  ordered: true,
  default: 2,
  range: count,
};

export const communicationSpec: ParameterSpec = {
  name: 'communication',
  description: 'Format of the messages that agents hand on.',
  values: ['freeform', 'semi_structured', 'structured_soft'],
  ordered: false,
  default: 'freeform',
  standsAlone: true,
};

/** What every team has beyond the grid; the engine carries it out. */
export const engineSpecs: SearchSpace = [
  {
    name: 'demonstrations',
    description: 'Worked examples that each role is shown, from train tasks that the seed solved.',
    values: [0, 1, 2, 4],
    ordered: true,
    default: 0,
    standsAlone: true,
  },
  {
    name: 'temperature',
    description:
      "Sampling temperature of the team's calls; protocol: as configs/protocol.yaml says.",
    values: [0, 'protocol', 0.3, 0.7, 1],
    ordered: true,
    default: 'protocol',
    standsAlone: true,
    range: { minimum: 0, maximum: 2, whole: false },
  },
];

/** A topology combines answers in one way; the parameter names it so that records say which. */
export function aggregationSpec(value: string, description: string): ParameterSpec {
  return { name: 'aggregation', description, values: [value], ordered: false, default: value };
}

/** A checked setting; a knob that the topology lacks has its neutral value (1, 1, `freeform`). */
export interface Setting {
  readonly teamSize: number;
  readonly rounds: number;
  readonly communication: string;
}

interface Knobs {
  readonly id: string;
  readonly parameters: SearchSpace;
  /** A parameter beyond the grid by its name. */
  readonly beyond: (name: string) => ParameterSpec | undefined;
}

/** The parameter of this name that every team has beyond the grid. */
export function engineSpec(name: string): ParameterSpec | undefined {
  return engineSpecs.find((spec) => spec.name === name);
}

/**
 * Checks `parameters` against the knobs of a topology; a missing one takes its default. Numbers may lie off the grid where
 * the parameter has a range; anything else must be a listed value.
 *
 * @throws UsageError with every problem at once.
 */
export function readSetting(topology: Knobs, parameters: TopologyParameters): Setting {
  const usual = new Map(topology.parameters.map((spec) => [spec.name, spec]));
  const others = Object.keys(parameters).filter((name) => !usual.has(name));
  const problems = [
    ...topology.parameters.flatMap((spec) =>
      problemsOf(topology.id, spec, settingValue(spec, parameters)),
    ),
    ...others.flatMap((name) => {
      const spec = topology.beyond(name);
      if (spec !== undefined) return problemsOf(topology.id, spec, settingValue(spec, parameters));
      return [`topology "${topology.id}" has no parameter "${name}"`];
    }),
  ];
  if (problems.length > 0) {
    throw new UsageError(problems, { hints: [`see: protocol explain ${topology.id}`] });
  }
  const read = <Value extends ParameterValue>(name: string, neutral: Value): Value => {
    const spec = usual.get(name);
    return spec === undefined ? neutral : (settingValue(spec, parameters) as Value);
  };
  return {
    teamSize: read<number>('teamSize', 1),
    rounds: read<number>('rounds', 1),
    communication: read<string>('communication', 'freeform'),
  };
}

function problemsOf(id: string, spec: ParameterSpec, value: ParameterValue): string[] {
  if (spec.values.includes(value)) return [];
  const where = `${spec.name} of topology "${id}"`;
  const listed = spec.values.join(', ');
  const { range } = spec;
  if (range === undefined) return [`${where} must be one of ${listed}, got ${shown(value)}`];
  const { minimum, maximum, whole } = range;
  const isNumber = whole ? Number.isSafeInteger(value) : Number.isFinite(value);
  if (isNumber && Number(value) >= minimum && Number(value) <= maximum) return [];
  const kind = whole ? 'a whole number' : 'a number';
  return [
    `${where} must be ${kind} from ${minimum} to ${maximum} (usual: ${listed}), got ${shown(value)}`,
  ];
}

function shown(value: ParameterValue): string {
  return typeof value === 'string' ? `"${value}"` : String(value);
}
