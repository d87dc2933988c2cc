/** How does a request become a job that can run: names looked up, settings resolved, the cell placed? */
import { join, resolve } from 'node:path';
import { stringify } from 'yaml';
import { readGrid } from '../../config/grid.ts';
import { namedEntry, nameProblem } from '../../config/names.ts';
import type { Candidate } from '../../core/candidate.ts';
import { benchmarkName, datasetName } from '../../core/dataset.ts';
import { UsageError } from '../../core/errors.ts';
import { canonicalJson } from '../../core/json.ts';
import type { Optimizer } from '../../core/optimizer.ts';
import { answeringFolders, answeringTitle, callsPerTurn } from '../../evaluation/answering.ts';
import { optimizers } from '../../registry.ts';
import { pathSegment } from '../../store/path-segment.ts';
import type { JobSpec } from '../job-spec.ts';
import type { Job } from '../run-job.ts';
import { showingExamples } from '../search/examples.ts';
import { boundedSpace, type SpaceRequest } from '../search/space.ts';
import { conformanceProblems } from './conformance.ts';
import { placeCell } from './grid.ts';
import { checkJobModels, modelIdentity, openJobModels, resolveJobModels } from './job-models.ts';
import { type Installation, type JobRequest, remembered, replyCacheFolder } from './job-request.ts';
import { methodOptions } from './method-options.ts';
import { type PreparedTeam, prepareTeam, readConfig } from './prepare-team.ts';
import { scheduledMethod } from './schedule.ts';
import { smallBudgetNotice } from './smallest-budget.ts';
import { refuseUnknownPrices } from './spend-caps.ts';

export interface PreparedJob {
  readonly job: Job;
  /** One line for the head of the output. */
  readonly title: string;
  /** Things that the user should know before the job starts. */
  readonly notices: readonly string[];
}

/**
 * @throws UsageError for unknown names and values, and for a cell off the grid without `allowAnyCell`
 * @throws ConfigError, PrerequisiteError as the parts do
 */
export async function prepareJob(
  request: JobRequest,
  installation: Installation,
): Promise<PreparedJob> {
  const unknown = nameProblem(request.method, { axis: 'method', known: Object.keys(optimizers) });
  const prepared = await prepareTeam(request, installation, [unknown]);
  const method = await namedEntry(optimizers, request.method, 'method')();
  const { methodOptions: pairs, model, taskEndpoints } = request;
  // Most jobs of a study have the same options and models as others.
  const asked = canonicalJson([request.method, pairs]);
  const options = await remembered(installation, `options ${asked}`, () =>
    Promise.resolve(methodOptions(request.method, method.optionsSchema, pairs)),
  );
  const { optimizer: scheduled, ordered } = await scheduledMethod(method, request.schedule);
  const optimizer = request.space === 'wide' ? showingExamples(scheduled) : scheduled;
  const named = canonicalJson([model, taskEndpoints]);
  const models = await remembered(installation, `models ${named}`, () =>
    resolveJobModels(request, installation, prepared.protocol),
  );
  const spec = { ...jobSpec(request, { prepared, optimizer, options, models }), ...ordered };
  const problems = await standing(request, spec, { prepared, installation });
  const concurrency = request.concurrency ?? prepared.protocol.concurrency;
  const needsReflection = optimizer.id !== 'identity';
  const replyCache = replyCacheFolder(request, installation);
  refuseUnknownPrices(request.caps, models, needsReflection);
  return {
    job: {
      spec,
      conformanceProblems: problems,
      parts: {
        dataset: prepared.dataset,
        topology: prepared.topology,
        lineup: prepared.team.lineup,
        optimizer,
        embedder: prepared.embedder,
        evaluationCacheFolder:
          request.evaluationCache === null
            ? null
            : resolve(installation.workingDirectory, request.evaluationCache),
      },
      folder: jobFolderPath(request, spec, installation),
      phase: request.phase,
      concurrency,
      ...(request.caps === undefined ? {} : { caps: request.caps }),
      get configText() {
        return stringify({ commandLine: request.commandLine, concurrency, ...spec });
      },
      checkModels: (signal) => checkJobModels(models, { needsReflection, signal }),
      openModels: (ports) =>
        openJobModels(models, { concurrency, needsReflection, replyCache, ...ports }),
    },
    title: jobTitle(spec, prepared, problems),
    notices: jobNotices(spec, { prepared, optimizer, problems, strict: request.strict === true }),
  };
}

/**
 * Why the job is not conformant; empty when it is.
 *
 * @throws UsageError for a cell off the grid, unless any cell is allowed
 */
async function standing(
  request: JobRequest,
  spec: JobSpec,
  parts: { readonly prepared: PreparedTeam; readonly installation: Installation },
): Promise<string[]> {
  const { prepared, installation } = parts;
  const { protocol, parameters } = prepared;
  const grid = await readConfig(installation, 'grid.yaml', readGrid);
  const place = placeCell(grid.tables, {
    method: spec.method.id,
    dataset: benchmarkName(spec.dataset),
    topology: spec.topology,
    framework: spec.framework,
    communication: String(parameters['communication'] ?? 'freeform'),
    teamSize: Number(parameters['teamSize'] ?? 1),
    model: spec.model.model,
    simulated: spec.model.simulated,
  });
  const off = place.off.length > 0 ? place.off : prepared.offGrid;
  if (off.length > 0 && !request.allowAnyCell) throw offGridError(off);
  return conformanceProblems(
    spec,
    { tables: off.length > 0 ? [] : place.tables, off },
    {
      budget: protocol.budget,
      reflectionModel: protocol.reflectionModel,
      maxCallRatio: protocol.maxCallRatio,
      splitSeed: protocol.split.seed,
      seeds: protocol.seeds,
      decoding: protocol.decoding,
      parameters: prepared.topology.parameters.map(({ name }) => name),
    },
  );
}

interface SpecParts {
  readonly prepared: PreparedTeam;
  readonly optimizer: Optimizer;
  readonly options: JobSpec['method']['options'];
  readonly models: Awaited<ReturnType<typeof resolveJobModels>>;
}

function jobSpec(request: JobRequest, parts: SpecParts): JobSpec {
  const { prepared, optimizer, options, models } = parts;
  const { protocol, dataset, topology, team, parameters, fixed } = prepared;
  refuseLargeGate(request.gate?.tasks ?? 0, protocol.split.validation);
  const optimize = request.optimize ?? protocol.optimize;
  const maxCallRatio = request.maxCallRatio ?? protocol.maxCallRatio;
  const optimizeTopology = optimize.includes('topology');
  refuseIdleSpace(request, optimizeTopology);
  return {
    method: { id: optimizer.id, version: optimizer.version, options },
    dataset: {
      id: dataset.id,
      version: dataset.version,
      identity: dataset.identity,
      ...(dataset.name === undefined ? {} : { name: dataset.name }),
      ...(dataset.reopen === undefined ? {} : { reopen: dataset.reopen }),
    },
    topology: topology.id,
    lineup: team.lineup,
    framework: request.framework ?? protocol.framework,
    parameters,
    fixed,
    ...(request.space === 'wide' ? { space: 'wide' } : {}),
    model: modelIdentity(models.task),
    reflection: modelIdentity(models.reflection),
    seed: request.seed,
    budget: request.budget ?? protocol.budget,
    ...(request.budgetTokens === undefined ? {} : { budgetTokens: request.budgetTokens }),
    optimize: { prompts: optimize.includes('prompts'), topology: optimizeTopology },
    maxCallRatio,
    ...(request.racing === undefined ? {} : { racing: request.racing }),
    ...(request.gate === undefined ? {} : { gate: request.gate }),
    split: {
      kind: request.split ?? protocol.split.kind,
      seed: request.splitSeed ?? protocol.split.seed,
      train: protocol.split.train,
      validation: protocol.split.validation,
    },
    decoding: protocol.decoding,
    ...(request.answering === undefined ? {} : { answering: request.answering }),
    infrastructureRate: protocol.infrastructureRate,
    seedCandidate: seedCandidate({
      topology,
      team,
      parameters,
      fixed,
      isWide: request.space === 'wide',
      optimizeTopology,
      maxCallRatio,
    }),
  };
}

function refuseIdleSpace({ space }: JobRequest, optimizeTopology: boolean): void {
  if (space !== 'wide' || optimizeTopology) return;
  throw new UsageError('--space wide means nothing where only prompts may change', {
    hints: ['--optimize prompts,topology lets the method move the parameters', 'or leave it out'],
  });
}

/** The method needs validation tasks of its own. */
function refuseLargeGate(tasks: number, validation: number): void {
  if (tasks < validation) return;
  throw new UsageError(
    `--gate-tasks ${tasks} leaves the method none of the ${validation} validation tasks`,
    { hints: [`keep at most ${validation - 1} from it, for example --gate-tasks 25`] },
  );
}

/** The seed prompts of every role that a reachable setting uses, so a change of team size never lacks one. */
function seedCandidate(
  parts: Pick<PreparedTeam, 'topology' | 'team' | 'parameters' | 'fixed'> &
    Pick<SpaceRequest, 'isWide' | 'optimizeTopology' | 'maxCallRatio'>,
): Candidate {
  const { team, parameters, ...request } = parts;
  const { topology } = request;
  const { lineup, prompts } = team;
  const space = boundedSpace({ ...request, lineup, seed: parameters });
  // A space too large to list is told by its values.
  const steps = space.free.flatMap(({ name, values }) =>
    values.flatMap((value) => {
      const setting = space.reach({ ...parameters, [name]: value });
      return setting === null ? [] : [setting];
    }),
  );
  const used = new Set(
    [...space.settings, ...steps].flatMap((setting) =>
      topology.graph(lineup, setting).roles.map((node) => node.role),
    ),
  );
  const roles = Object.entries(prompts).filter(([role]) => used.has(role));
  return { roles: Object.fromEntries(roles), demonstrations: {}, parameters };
}

function offGridError(off: readonly string[]): UsageError {
  return new UsageError(
    off.map((axis) => `not a cell of the experiment grid: ${axis}`),
    { hints: ['--allow-any-cell runs it all the same, exploratory and marked non-conformant'] },
  );
}

function jobFolderPath(request: JobRequest, spec: JobSpec, installation: Installation): string {
  if (request.out !== null) return resolve(installation.workingDirectory, request.out);
  const segments = [
    spec.method.id,
    datasetName(spec.dataset),
    spec.topology,
    spec.model.alias,
    ...answeringFolders(spec.answering),
    ...(spec.schedule === undefined ? [] : [spec.schedule.id]),
    String(spec.seed),
  ].map(pathSegment);
  return join(installation.workingDirectory, 'runs', ...segments);
}

function jobTitle(spec: JobSpec, prepared: PreparedTeam, problems: readonly string[]): string {
  const hash = prepared.dataset.identity['dataHash'];
  const data = typeof hash === 'string' ? `, data ${hash.slice(0, 8)}` : '';
  const standing = spec.model.simulated
    ? 'SIMULATED MODEL'
    : problems.length === 0
      ? 'conformant'
      : 'not conformant';
  return `${datasetName(spec.dataset)} (${prepared.dataset.pool.length} tasks${data}) · ${methodTitle(spec)} × ${spec.topology} × ${spec.model.model}${answeringTitle(spec.answering)} · seed ${spec.seed} · ${standing}`;
}

function methodTitle({ method, schedule }: JobSpec): string {
  return schedule === undefined ? method.id : `${method.id} (${schedule.id})`;
}

/** @throws UsageError in a strict job whose budget is too small */
function jobNotices(
  spec: JobSpec,
  parts: {
    readonly prepared: PreparedTeam;
    readonly optimizer: Optimizer;
    readonly problems: readonly string[];
    readonly strict: boolean;
  },
): string[] {
  const { prepared, optimizer, problems, strict } = parts;
  const graph = prepared.topology.graph(prepared.team.lineup, spec.parameters);
  const heldOut = prepared.dataset.evaluation.length;
  const calls = graph.callsPerTask * callsPerTurn(spec.answering);
  const atMost = calls === graph.callsPerTask ? '' : 'at most ';
  const rollouts = spec.budget + 2 * (spec.split.validation + heldOut);
  const shape = {
    graph,
    trainTasks: spec.split.train,
    validationTasks: spec.split.validation - (spec.gate?.tasks ?? 0),
  };
  const small = smallBudgetNotice(optimizer, spec, { shape, strict });
  return [
    `${counted(graph.agents.length, 'agent')}, ${atMost}${counted(calls, 'call')} per task, at most about ${(rollouts * calls).toLocaleString('en-US')} model calls besides the method's own`,
    ...(small === null ? [] : [small]),
    ...problems.map((problem) => `not conformant: ${problem}`),
  ];
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
