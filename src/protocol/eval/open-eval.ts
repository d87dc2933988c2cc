/** Which team is evaluated, on which dataset, with which model, and where does it go? */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Candidate } from '../../core/candidate.ts';
import { benchmarkName } from '../../core/dataset.ts';
import { PrerequisiteError, StoreConflictError, UsageError } from '../../core/errors.ts';
import { canonicalJson, type JsonObject } from '../../core/json.ts';
import { answeringFolders, answeringTitle } from '../../evaluation/answering.ts';
import type { Evaluator } from '../../evaluation/evaluate-task.ts';
import { readSealed } from '../../store/files.ts';
import { pathSegment } from '../../store/path-segment.ts';
import { checkJobModels, openJobModels, resolveJobModels } from '../preparation/job-models.ts';
import {
  type Installation,
  replyCacheFolder,
  type TeamRequest,
} from '../preparation/job-request.ts';
import { type PreparedTeam, prepareTeam } from '../preparation/prepare-team.ts';
import { flagOf } from '../preparation/team-parameters.ts';
import type { JobEnvironment } from '../run-job.ts';
import type { EvalSelection } from './select-tasks.ts';

export interface EvalRequest extends TeamRequest {
  readonly selection: EvalSelection;
  /** A frozen.json to run instead of the seed prompts, or null. */
  readonly config: string | null;
  /** Folder that is emptied first; null: `runs/eval/<dataset>/<topology>/<model>`, `/tools` below it for that mode. */
  readonly outDir: string | null;
  /** Where the results go; null: results.jsonl in the folder. */
  readonly out: string | null;
}

/** What an evaluation hears and tells while it runs. */
export type EvalEnvironment = Pick<JobEnvironment, 'stop' | 'abort'> & {
  readonly onTask: (done: number, planned: number) => void;
};

/** Names looked up and the configuration read; no model is asked yet. */
export interface PreparedEvaluation {
  readonly prepared: PreparedTeam;
  readonly candidate: Candidate;
}

/** A team that can be asked. */
export interface OpenedEvaluation {
  readonly evaluator: Evaluator;
  readonly concurrency: number;
  readonly folder: string;
  /** Where the results go; null: into the folder. */
  readonly out: string | null;
  readonly simulated: boolean;
  /** One line for the head of the output. */
  readonly title: string;
}

export async function prepareEvaluation(
  request: EvalRequest,
  installation: Installation,
): Promise<PreparedEvaluation> {
  const prepared = await prepareTeam(request, installation);
  return { prepared, candidate: evalCandidate(request, prepared, installation) };
}

/**
 * Opens the model for an evaluation whose tasks are chosen.
 *
 * @param name of the folder below `runs/eval/`, and what the title says is evaluated
 */
export async function openEvaluation(
  request: EvalRequest,
  { prepared, name }: { readonly prepared: PreparedTeam; readonly name: string },
  { installation, environment }: { installation: Installation; environment: EvalEnvironment },
): Promise<OpenedEvaluation> {
  const { protocol, dataset, topology, team } = prepared;
  const models = await resolveJobModels(request, installation, protocol);
  const { model, alias, simulated } = models.task;
  const folder = evalFolder(request, { name, alias }, installation);
  refuseJobFolder(folder);
  const concurrency = request.concurrency ?? protocol.concurrency;
  await checkJobModels(models, { needsReflection: false, signal: environment.abort });
  const opened = await openJobModels(models, {
    concurrency,
    replies: null,
    replyCache: replyCacheFolder(request, installation),
    stop: environment.stop,
    signal: environment.abort,
    needsReflection: false,
  });
  return {
    evaluator: {
      dataset,
      topology,
      lineup: team.lineup,
      provider: opened.task,
      model,
      ...(request.answering === undefined ? {} : { answering: request.answering }),
    },
    concurrency,
    folder,
    out: request.out === null ? null : resolve(installation.workingDirectory, request.out),
    simulated,
    title: `${name} × ${topology.id} × ${model}${answeringTitle(request.answering)}${simulated ? ' · SIMULATED MODEL' : ''}`,
  };
}

function evalFolder(
  request: EvalRequest,
  { name, alias }: { readonly name: string; readonly alias: string },
  installation: Installation,
): string {
  if (request.outDir !== null) return resolve(installation.workingDirectory, request.outDir);
  const answering = answeringFolders(request.answering);
  const segments = [name, request.topology, alias, ...answering].map(pathSegment);
  return join(installation.workingDirectory, 'runs', 'eval', ...segments);
}

/** The seed prompts under the flags' setting, or the frozen configuration as it is. */
function evalCandidate(
  request: EvalRequest,
  prepared: PreparedTeam,
  installation: Installation,
): Candidate {
  if (request.config === null) {
    return { roles: prepared.team.prompts, demonstrations: {}, parameters: prepared.parameters };
  }
  const path = resolve(installation.workingDirectory, request.config);
  const frozen = readSealed(path);
  if (frozen === null) {
    throw new PrerequisiteError(`${request.config} does not exist`, {
      hints: ['a job writes frozen.json into its folder when it has validated'],
    });
  }
  const problems = frozenProblems(frozen, prepared).map(
    (problem) => `${request.config} ${problem}`,
  );
  const flags = Object.keys(prepared.fixed).map(flagOf);
  if (flags.length > 0) {
    problems.push(`${flags.join(' and ')}: a frozen configuration brings its own; leave it out`);
  }
  if (problems.length > 0) throw new UsageError(problems);
  return frozen['candidate'] as unknown as Candidate;
}

/** Why this file is not what the team of this installation can run, in words that follow the file's name. */
function frozenProblems(frozen: JsonObject, prepared: PreparedTeam): string[] {
  const { topology, dataset, team } = prepared;
  if (frozen['schema'] !== 'frozen-1') return ['is not a frozen configuration'];
  const held = benchmarkName(frozen['dataset'] as { readonly id: string; readonly name?: string });
  const problems: string[] = [];
  const name = benchmarkName(dataset);
  if (held !== name) problems.push(`is for dataset "${held}", not ${name}`);
  if (frozen['topology'] !== topology.id) {
    problems.push(`is for topology ${JSON.stringify(frozen['topology'])}, not ${topology.id}`);
  }
  if (problems.length > 0) return problems;
  const { parameters } = frozen['candidate'] as unknown as Candidate;
  const graph = topology.graph(team.lineup, parameters);
  return canonicalJson(graph) === canonicalJson(frozen['graph'])
    ? []
    : [
        `was found with other roles than configs/prompts/${topology.id}/${dataset.promptSet ?? dataset.id} has now`,
      ];
}

/** An evaluation empties its folder: of a job it would take the transcripts. */
function refuseJobFolder(folder: string): void {
  if (!existsSync(join(folder, 'job.json'))) return;
  throw new StoreConflictError(
    `${folder} is the folder of a job, and an evaluation empties its own`,
    {
      hints: ['choose another folder with --out-dir'],
    },
  );
}
