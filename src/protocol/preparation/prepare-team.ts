/** Which team works on which dataset: are all the names known, and do the parameters make a team? */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadTeamPrompts, type TeamPrompts } from '../../config/load-prompts.ts';
import { namedEntry, nameProblem } from '../../config/names.ts';
import { type ProtocolConfig, readProtocolConfig } from '../../config/protocol.ts';
import { type Dataset, datasetName } from '../../core/dataset.ts';
import { PrerequisiteError, UsageError } from '../../core/errors.ts';
import type { Embedder } from '../../core/model.ts';
import type { Topology } from '../../core/topology.ts';
import { datasets, topologies } from '../../registry.ts';
import { type Installation, remembered, type TeamRequest } from './job-request.ts';
import { openDataset } from './open-dataset.ts';
import { flaggedParameters, pinnedParameters, type TeamParameters } from './team-parameters.ts';

export interface PreparedTeam extends TeamParameters {
  readonly protocol: ProtocolConfig;
  readonly topology: Topology;
  readonly team: TeamPrompts;
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
  const flagged = flaggedParameters(topology, request.parameters);
  checkTopologyAnswers(topology, request.answering);
  const { datasetOptions: options } = request;
  const { signal } = new AbortController();
  const opened = await openDataset(request.dataset, options, { installation, signal });
  const { dataset, embedder } = opened;
  const prompts = dataset.promptSet ?? request.dataset;
  const configs = join(installation.packageRoot, 'configs');
  const team = await remembered(installation, `prompts ${request.topology} ${prompts}`, () =>
    loadTeamPrompts(configs, request.topology, prompts),
  );
  const at = { topology, lineup: team.lineup };
  const settled = pinnedParameters(request.pinned ?? {}, flagged, at);
  topology.graph(team.lineup, settled.parameters);
  checkDatasetAnswers(dataset, request.answering);
  return { protocol, topology, team, ...settled, dataset, embedder };
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
