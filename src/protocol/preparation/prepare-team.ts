/** Which team works on which dataset: are all the names known, and do the parameters make a team? */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadTeamPrompts, type TeamPrompts } from '../../config/load-prompts.ts';
import { namedEntry, nameProblem } from '../../config/names.ts';
import { type ProtocolConfig, readProtocolConfig } from '../../config/protocol.ts';
import type { ParameterValue, TopologyParameters } from '../../core/candidate.ts';
import { type Dataset, datasetName } from '../../core/dataset.ts';
import { PrerequisiteError, UsageError } from '../../core/errors.ts';
import type { Embedder } from '../../core/model.ts';
import { defaultParameters, type SearchSpace } from '../../core/space.ts';
import type { Topology } from '../../core/topology.ts';
import { datasets, topologies } from '../../registry.ts';
import {
  type Installation,
  type ParameterFlags,
  remembered,
  type TeamRequest,
} from './job-request.ts';
import { openDataset } from './open-dataset.ts';

export interface PreparedTeam {
  readonly protocol: ProtocolConfig;
  readonly topology: Topology;
  readonly team: TeamPrompts;
  /** The full setting: flags over defaults. */
  readonly parameters: TopologyParameters;
  /** What flags pinned. */
  readonly fixed: TopologyParameters;
  /** Pinned values that the parameter's grid does not have, in words. */
  readonly offGrid: readonly string[];
  readonly dataset: Dataset;
  /** The embedding model that the dataset was opened with, if any; a method may ask it too. */
  readonly embedder: Embedder | null;
}

/** @throws UsageError with every unknown name at once; PrerequisiteError when the data is not here */
export async function prepareTeam(
  request: TeamRequest,
  installation: Installation,
  moreNames: readonly (string | null)[] = [],
): Promise<PreparedTeam> {
  const problems = [
    ...moreNames,
    nameProblem(request.dataset, { axis: 'dataset', known: Object.keys(datasets) }),
    nameProblem(request.topology, { axis: 'topology', known: Object.keys(topologies) }),
  ].filter((problem) => problem !== null);
  if (problems.length > 0) {
    throw new UsageError(problems, {
      hints: ['see: protocol list methods · protocol list topologies · protocol list datasets'],
    });
  }
  const protocol = await readConfig(installation, 'protocol.yaml', readProtocolConfig);
  const topology = await namedEntry(topologies, request.topology, 'topology')();
  const { parameters: usual, fixed, offGrid } = teamParameters(topology, request.parameters);
  const parameters = request.space === 'wide' ? { ...usual, ...widerDefaults(topology) } : usual;
  checkTopologyAnswers(topology, request.answering);
  const { datasetOptions: options } = request;
  const { signal } = new AbortController();
  const opened = await openDataset(request.dataset, options, { installation, signal });
  const { dataset, embedder } = opened;
  const team = await loadTeamPrompts(
    join(installation.packageRoot, 'configs'),
    request.topology,
    dataset.promptSet ?? request.dataset,
  );
  topology.graph(team.lineup, parameters);
  checkDatasetAnswers(dataset, request.answering);
  return { protocol, topology, team, parameters, fixed, offGrid, dataset, embedder };
}

/** @throws UsageError where calls are to be carried out, but not in a debate */
function checkTopologyAnswers(topology: Topology, answering: TeamRequest['answering']): void {
  if (answering === undefined || answering.toolTurns === null) return;
  // Peers speak in rounds, and what one has tried the others can read.
  if (topology.parameters.some(({ name }) => name === 'rounds')) return;
  throw new UsageError(
    `--tools execute: in topology ${topology.id} no peer reads what another has tried`,
    { hints: ['debates can have it: --topology decentralized', 'or leave --tools out'] },
  );
}

/** @throws UsageError for a dataset whose tasks cannot be answered by function calls */
function checkDatasetAnswers(dataset: Dataset, answering: TeamRequest['answering']): void {
  if (answering === undefined || dataset.tools !== null) return;
  throw new UsageError(`--answer-mode tools: ${datasetName(dataset)} offers no functions`, {
    hints: ['leave it out: its answers are written as text'],
  });
}

/** @throws UsageError for a topology whose space is the grid's */
function widerDefaults(topology: Topology): TopologyParameters {
  if (topology.wider !== undefined) return defaultParameters(topology.wider);
  throw new UsageError(`--space wide: topology ${topology.id} has no parameters beyond the grid`, {
    hints: ['leave it out, or take --topology sequential'],
  });
}

/** Reads a file of configs/ with the reader that checks it. */
export function readConfig<T>(
  installation: Installation,
  name: string,
  read: (text: string, file: string) => T,
): Promise<T> {
  // Two readers of one file give two things.
  const memoryName = `configs/${name} ${read.name}`;
  return remembered(installation, memoryName, () => readConfigFile(installation, name, read));
}

async function readConfigFile<T>(
  installation: Installation,
  name: string,
  read: (text: string, file: string) => T,
): Promise<T> {
  const file = `configs/${name}`;
  let text: string;
  try {
    text = await readFile(join(installation.packageRoot, file), 'utf8');
  } catch (error) {
    throw new PrerequisiteError(`${file} cannot be read`, {
      cause: error,
      hints: ['it ships with the package: install mas-protocol again, or restore the file'],
    });
  }
  return read(text, file);
}

export function teamParameters(
  topology: Topology,
  flags: ParameterFlags,
): Pick<PreparedTeam, 'parameters' | 'fixed' | 'offGrid'> {
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
    spec === undefined || gridValues(spec).includes(value)
      ? []
      : [`${flagOf(name)} ${value} (the grid has ${gridValues(spec).join(', ')})`],
  );
  return { parameters: { ...defaultParameters(space), ...fixed }, fixed, offGrid };
}

/** The grid varies team size and message format; every other parameter stands at its default in all of its cells. */
function gridValues(spec: SearchSpace[number]): readonly ParameterValue[] {
  return ['teamSize', 'communication'].includes(spec.name) ? spec.values : [spec.default];
}

/** `teamSize` → `--team-size`. */
export function flagOf(parameter: string): string {
  return `--${parameter.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
