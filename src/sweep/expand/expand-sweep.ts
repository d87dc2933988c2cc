/** Which jobs does a sweep file stand for? Nothing is opened or run to know it. */
import { join, resolve } from 'node:path';
import { resolveModel } from '../../config/models.ts';
import { namedEntry } from '../../config/names.ts';
import { type ProtocolConfig, readProtocolConfig } from '../../config/protocol.ts';
import type { SpendCaps } from '../../core/attempt.ts';
import { ConfigError, type ConfigProblem, UsageError } from '../../core/errors.ts';
import type { Installation, JobRequest } from '../../protocol/preparation/job-request.ts';
import { readConfig } from '../../protocol/preparation/prepare-team.ts';
import { topologies } from '../../registry.ts';
import { type ReadSweep, readSweep } from '../file/read-sweep.ts';
import { type CellRules, type SweepCell, settingsOf, sweepCells } from './cells.ts';
import { jobKey } from './job-key.ts';
import { jobRequest } from './sweep-request.ts';

export interface SweepJob {
  /** Path of the job's folder below the sweep's root, with `/`; the same for the same job, whatever else the grid has. */
  readonly key: string;
  readonly cell: SweepCell;
  readonly request: JobRequest;
}

export interface Sweep {
  readonly name: string;
  /** Absolute path of the folder that holds the job folders. */
  readonly root: string;
  /** Of all jobs together, as the file has it. */
  readonly caps: SpendCaps;
  /** Each once, in the order in which they are run. */
  readonly jobs: readonly SweepJob[];
}

export interface ExpandOptions {
  /** The path of the file as the user should read it in messages. */
  readonly file: string;
  readonly installation: Installation;
  /** Of every job. */
  readonly allowAnyCell: boolean;
  /** The command that runs one job of it, kept in the job's config.yaml. */
  readonly commandLine: (key: string) => string;
}

/** @throws ConfigError with all problems of the file at once */
export async function expandSweep(text: string, options: ExpandOptions): Promise<Sweep> {
  const { installation, file } = options;
  const read = readSweep(text, file);
  const protocol = await readConfig(installation, 'protocol.yaml', readProtocolConfig);
  const aliases = await modelAliases(read, installation, protocol);
  const { cells, problems } = sweepCells(read, await cellRules(read, protocol));
  const all = [...aliases.problems, ...problems];
  if (all.length > 0) throw new ConfigError(all);
  const root = resolve(installation.workingDirectory, read.value.out ?? 'runs');
  const jobs = new Map<string, SweepJob>();
  for (const cell of cells) {
    const settings = settingsOf(read.value, cell);
    const alias = aliases.of.get(cell.model) ?? cell.model;
    const key = jobKey(cell, settings, { protocol, alias });
    if (jobs.has(key)) continue;
    const request = jobRequest(cell, settings, {
      folder: join(root, ...key.split('/')),
      sharedFolder: join(root, SHARED_FOLDER, 'evaluations'),
      allowAnyCell: options.allowAnyCell,
      commandLine: options.commandLine(key),
    });
    jobs.set(key, { key, cell, request });
  }
  return { name: read.name, caps: read.caps, root, jobs: [...jobs.values()] };
}

/** Below a sweep's root: what its jobs share, and no job folder. */
export const SHARED_FOLDER = '.shared';

async function cellRules(read: ReadSweep, protocol: ProtocolConfig): Promise<CellRules> {
  const named = [
    ...read.value.matrix.topologies,
    ...(read.value.include ?? []).flatMap(({ topology }) => topology ?? []),
  ];
  const choices = new Map<string, Set<string>>();
  for (const id of new Set(named)) {
    const topology = await namedEntry(topologies, id, 'topology')();
    const several = topology.parameters.filter(({ values }) => values.length > 1);
    choices.set(id, new Set(several.map(({ name }) => name)));
  }
  const { dataset, model, seed, split } = protocol;
  return {
    defaults: { dataset, model, seed, split: split.kind },
    hasChoice: (topology, parameter) => choices.get(topology)?.has(parameter) ?? false,
  };
}

/** How folders call the models: a full id of a named model is that model. */
async function modelAliases(
  { value, problemAt }: ReadSweep,
  installation: Installation,
  protocol: ProtocolConfig,
): Promise<{ of: ReadonlyMap<string, string>; problems: readonly ConfigProblem[] }> {
  const modelsFileText = await readConfig(installation, 'models.yaml', (text) => text);
  const of = new Map<string, string>();
  const problems: ConfigProblem[] = [];
  for (const { path, model } of namedModels(value, protocol)) {
    try {
      const { environment } = installation;
      const context = { modelsFileText, path: 'configs/models.yaml', environment, flags: {} };
      of.set(model, resolveModel(model, context).alias);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      problems.push(problemAt(path, error.message));
    }
  }
  return { of, problems };
}

function namedModels(
  { matrix, include = [] }: ReadSweep['value'],
  protocol: ProtocolConfig,
): { path: (string | number)[]; model: string }[] {
  const inMatrix = matrix.models ?? [protocol.model];
  return [
    ...inMatrix.map((model, index) => ({ path: ['matrix', 'models', index], model })),
    ...include.flatMap(({ model = [] }, entry) => {
      if (typeof model === 'string') return [{ path: ['include', entry, 'model'], model }];
      return model.map((name, index) => ({
        path: ['include', entry, 'model', index],
        model: name,
      }));
    }),
  ];
}
