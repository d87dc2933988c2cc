/** Which knobs does a topology have, and what does one setting of them say? */
import type { ParameterValue, TopologyParameters } from '../../core/candidate.ts';
import { UsageError } from '../../core/errors.ts';
import type { ParameterSpec, SearchSpace } from '../../core/space.ts';

/** Largest accepted team size or number of rounds: far beyond any study, small enough to enumerate. */
export const COUNT_LIMIT = 1000;

export const teamSizeSpec: ParameterSpec = {
  name: 'teamSize',
  description: 'Number of agents in the team.',
  values: [2, 4, 8, 10],
  ordered: true,
  default: 4,
};

export const roundsSpec: ParameterSpec = {
  name: 'rounds',
  description: 'Number of times every agent speaks; the last round votes.',
  values: [1, 2, 3, 4],
  ordered: true,
  default: 2,
};

export const communicationSpec: ParameterSpec = {
  name: 'communication',
  description: 'Format of the messages that agents hand on.',
  values: ['freeform', 'semi_structured', 'structured_soft'],
  ordered: false,
  default: 'freeform',
};

/** Which edges of a chain are there; beyond the experiment grid. */
export const readsSpec: ParameterSpec = {
  name: 'reads',
  description: 'Which reports a stage reads: of all earlier stages, or of the previous one only.',
  values: ['all', 'previous'],
  ordered: false,
  default: 'all',
};

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
}

/**
 * Checks `parameters` against the knobs of a topology; a missing one takes its default. Counts may lie off the grid
 * (any whole number from 1 to {@link COUNT_LIMIT}); names must be listed values.
 *
 * @throws UsageError with every problem at once.
 */
export function readSetting(topology: Knobs, parameters: TopologyParameters): Setting {
  const known = new Map(topology.parameters.map((spec) => [spec.name, spec]));
  const unknown = Object.keys(parameters).filter((name) => !known.has(name));
  const problems = [
    ...unknown.map(
      (name) =>
        `topology "${topology.id}" has no parameter "${name}"; it has: ${[...known.keys()].join(', ')}`,
    ),
    ...topology.parameters.flatMap((spec) =>
      problemsOf(topology.id, spec, chosenValue(spec, parameters)),
    ),
  ];
  if (problems.length > 0) {
    throw new UsageError(problems, { hints: [`see: protocol list topologies`] });
  }
  const read = <Value extends ParameterValue>(name: string, neutral: Value): Value => {
    const spec = known.get(name);
    return spec === undefined ? neutral : (chosenValue(spec, parameters) as Value);
  };
  return {
    teamSize: read<number>('teamSize', 1),
    rounds: read<number>('rounds', 1),
    communication: read<string>('communication', 'freeform'),
  };
}

function chosenValue(spec: ParameterSpec, parameters: TopologyParameters): ParameterValue {
  return parameters[spec.name] ?? spec.default;
}

function problemsOf(id: string, spec: ParameterSpec, value: ParameterValue): string[] {
  const where = `${spec.name} of topology "${id}"`;
  const listed = spec.values.join(', ');
  if (typeof spec.default === 'number') {
    const fits = Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= COUNT_LIMIT;
    return fits
      ? []
      : [
          `${where} must be a whole number from 1 to ${COUNT_LIMIT} (usual: ${listed}), got ${shown(value)}`,
        ];
  }
  return spec.values.includes(value)
    ? []
    : [`${where} must be one of ${listed}, got ${shown(value)}`];
}

function shown(value: ParameterValue): string {
  return typeof value === 'string' ? `"${value}"` : String(value);
}
