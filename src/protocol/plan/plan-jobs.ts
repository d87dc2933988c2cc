/** What would some jobs ask for, cost and take, alone and together? */

import type { ModelPurpose } from '../../config/models.ts';
import { namedEntry } from '../../config/names.ts';
import { readProtocolConfig } from '../../config/protocol.ts';
import { candidateDigest } from '../../core/candidate.ts';
import { datasetName } from '../../core/dataset.ts';
import { UsageError } from '../../core/errors.ts';
import type { Phase } from '../../core/events.ts';
import { digest, type Json } from '../../core/json.ts';
import type { ModelProvider, Usage } from '../../core/model.ts';
import { costUsd, type Price } from '../../core/price.ts';
import { providers } from '../../registry.ts';
import { evaluationCondition } from '../job-spec.ts';
import { resolveJobModels } from '../preparation/job-models.ts';
import type { Installation, JobRequest } from '../preparation/job-request.ts';
import { prepareJob } from '../preparation/prepare-job.ts';
import { readConfig } from '../preparation/prepare-team.ts';
import { smallBudgetNotice } from '../preparation/smallest-budget.ts';
import type { Job, JobPhase } from '../run-job.ts';
import { makeSplit } from '../splits.ts';
import { capNotices } from './cap-notices.ts';
import { type GivenPace, paceOf } from './pace.ts';
import { estimateJob, type JobEstimate } from './plan-job.ts';
import { type Probe, type ProbedJob, type ProbePorts, probeModel } from './probe.ts';
import { ASSUMED, DRY_ROLLOUTS, runScenarios, type ScenarioRun } from './scenarios.ts';
import { type GivenLengths, tokenBasis } from './token-basis.ts';

export interface PlanOptions {
  readonly given: GivenLengths & GivenPace;
  /** Ask three tasks of each team and model: the only thing that spends. */
  readonly probe: boolean;
}

export interface PlanPorts extends ProbePorts {
  readonly installation: Installation;
  /** Dry runs take seconds each. */
  readonly onPlanned: (done: number, planned: number) => void;
}

export interface JobPlan extends JobEstimate {
  readonly title: string;
  readonly method: string;
  readonly dataset: string;
  readonly topology: string;
  readonly seed: number;
  readonly budget: number;
  readonly models: { readonly [Name in ModelPurpose]: string };
  readonly prices: { readonly [Name in ModelPurpose]: Price };
  readonly agents: number;
  /** Of the seed team. */
  readonly callsPerTask: number;
  /** Rollouts below which the method does not do one step. */
  readonly minimumBudget: number;
  /** Why the experiment grid has no such cell; empty when it has. */
  readonly offGrid: readonly string[];
  /** True when `protocol run` would refuse it without --allow-any-cell. */
  readonly refused: boolean;
  /** True when an earlier job of the plan measures the seed team for this one too. */
  readonly sharesBaseline: boolean;
  readonly notices: readonly string[];
  /** What tokens and time stand on. */
  readonly said: readonly string[];
}

export interface ProbeSpending {
  readonly title: string;
  readonly usage: Usage;
  /** Null: nobody can say. */
  readonly costUsd: number | null;
}

export interface Plan {
  readonly jobs: readonly JobPlan[];
  /** Cells that cannot be run at all, with what a job would say. */
  readonly impossible: readonly { readonly title: string; readonly problem: string }[];
  readonly probes: readonly ProbeSpending[];
  readonly said: string;
}

/**
 * @throws UsageError when the only job cannot be prepared; else such jobs are told apart
 * @throws ConfigError, PrerequisiteError as preparing does
 */
export async function planJobs(
  requests: readonly JobRequest[],
  options: PlanOptions,
  ports: PlanPorts,
): Promise<Plan> {
  const planner = new Planner(options, ports, await standInReflection());
  const jobs: JobPlan[] = [];
  const impossible: { title: string; problem: string }[] = [];
  for (const [index, request] of requests.entries()) {
    ports.signal.throwIfAborted();
    try {
      jobs.push(await planner.plan(request));
    } catch (error) {
      if (!(error instanceof UsageError) || requests.length === 1) throw error;
      impossible.push({ title: requestTitle(request), problem: error.message });
    }
    ports.onPlanned(index + 1, requests.length);
  }
  return { jobs, impossible, probes: planner.probes, said: ASSUMED };
}

interface PlannedJob extends ProbedJob {
  readonly title: string;
  readonly request: JobRequest;
}

/** Remembers dry runs, probes and baselines, for the jobs of a study have much in common. */
class Planner {
  readonly probes: ProbeSpending[] = [];
  readonly #options: PlanOptions;
  readonly #ports: PlanPorts;
  readonly #reflection: ModelProvider;
  readonly #runs = new Map<string, readonly ScenarioRun[]>();
  readonly #probed = new Map<string, Probe>();
  readonly #baselines = new Set<string>();

  constructor(options: PlanOptions, ports: PlanPorts, reflection: ModelProvider) {
    this.#options = options;
    this.#ports = ports;
    this.#reflection = reflection;
  }

  async plan(request: JobRequest): Promise<JobPlan> {
    const { installation } = this.#ports;
    const { job, title } = await prepareJob({ ...request, allowAnyCell: true }, installation);
    const protocol = await readConfig(installation, 'protocol.yaml', readProtocolConfig);
    const models = await resolveJobModels(request, installation, protocol);
    const { id, pool, evaluation } = job.parts.dataset;
    const split = makeSplit({ dataset: id, pool, evaluation }, job.spec.split);
    const planned = { job, title, split, models, request };
    const runs = await this.#scenarios(planned);
    const probe = this.#options.probe ? await this.#probe(planned) : null;
    return this.#estimate(planned, runs, probe);
  }

  #estimate(planned: PlannedJob, runs: readonly ScenarioRun[], probe: Probe | null): JobPlan {
    const { job, split, models, request } = planned;
    const { spec } = job;
    const { given } = this.#options;
    const basis = tokenBasis(given, probe?.lengths ?? null, {
      agent: spec.decoding.search.thinking && !spec.model.simulated,
      method: spec.decoding.reflection.thinking && !spec.reflection.simulated,
    });
    const pace = paceOf(given, probe?.pace ?? null);
    const prices = { task: priceOf(models.task), reflection: priceOf(models.reflection) };
    const sharesBaseline = this.#sharesBaseline(planned);
    const estimate = estimateJob(runs, {
      budget: spec.budget,
      phases: phasesOf(job.phase),
      testRatio: split.test.length / split.validation.length,
      seedIsMeasured: sharesBaseline,
      toolTurns: spec.answering?.toolTurns ?? 1,
      basis,
      pace,
      concurrency: job.concurrency,
      prices,
    });
    const offGrid = offGridOf(job.conformanceProblems);
    return {
      ...jobFacts(planned),
      ...estimate,
      prices,
      offGrid,
      refused: offGrid.length > 0 && !request.allowAnyCell,
      sharesBaseline,
      notices: [...noticesOf(planned, runs), ...capNotices(job.caps, estimate)],
      said: [...basis.said, ...(pace === null ? [] : [`time: ${pace.said}`])],
    };
  }

  /** Jobs that differ in seed or model only ask for the same, as far as anybody can know. */
  async #scenarios({ job, split, models }: PlannedJob): Promise<readonly ScenarioRun[]> {
    const { needsEndpoint } = await namedEntry(providers, models.task.provider, 'provider')();
    const asked = { ...job.spec, seed: null, model: null, reflection: null };
    const key = digest({ asked: asked as unknown as Json, remembers: needsEndpoint });
    const known = this.#runs.get(key);
    if (known !== undefined) return known;
    const dry = { spec: job.spec, split, parts: job.parts, reflection: this.#reflection };
    const runs = await runScenarios({ ...dry, remembers: needsEndpoint }, this.#ports.signal);
    this.#runs.set(key, runs);
    return runs;
  }

  async #probe(planned: PlannedJob): Promise<Probe> {
    const { job, models, title } = planned;
    const { provider, model, endpoints } = models.task;
    const { dataset, topology, parameters, answering = null } = job.spec;
    const key = digest([
      { provider, model, endpoints: [...endpoints], topology, answering } as unknown as Json,
      { dataset, parameters } as unknown as Json,
    ]);
    const known = this.#probed.get(key);
    if (known !== undefined) return known;
    const probe = await probeModel(planned, this.#ports);
    this.#probed.set(key, probe);
    const { usage } = probe;
    this.probes.push({ title, usage, costUsd: costUsd(usage, priceOf(models.task)) });
    return probe;
  }

  #sharesBaseline({ job, split }: PlannedJob): boolean {
    const { evaluationCacheFolder: folder } = job.parts;
    if (folder === null) return false;
    const key = digest({
      folder,
      condition: evaluationCondition(job.spec),
      split: split.hash,
      candidate: candidateDigest(job.spec.seedCandidate),
    });
    const known = this.#baselines.has(key);
    this.#baselines.add(key);
    return known;
  }
}

function jobFacts({ job, title, models }: PlannedJob) {
  const { spec, parts } = job;
  const graph = parts.topology.graph(parts.lineup, spec.parameters);
  return {
    title,
    method: spec.method.id,
    dataset: datasetName(spec.dataset),
    topology: spec.topology,
    seed: spec.seed,
    budget: spec.budget,
    models: { task: models.task.model, reflection: models.reflection.model },
    agents: graph.agents.length,
    callsPerTask: graph.callsPerTask,
    minimumBudget: parts.optimizer.minimumBudget(spec.method.options as never, shapeOf(job)),
  };
}

function shapeOf({ spec, parts }: Job) {
  return {
    graph: parts.topology.graph(parts.lineup, spec.parameters),
    trainTasks: spec.split.train,
    validationTasks: spec.split.validation - (spec.gate?.tasks ?? 0),
  };
}

function noticesOf({ job }: PlannedJob, runs: readonly ScenarioRun[]): string[] {
  const { spec, parts } = job;
  const small = smallBudgetNotice(parts.optimizer, spec, { shape: shapeOf(job), strict: false });
  const embeds = runs.some(({ run }) => run.embeds) && parts.embedder === null;
  return [
    ...(small === null ? [] : [small]),
    ...(embeds
      ? [`${spec.method.id} needs an embedding model and none is configured: the job would stop`]
      : []),
    ...(spec.budget > DRY_ROLLOUTS
      ? [`the dry run ends at ${DRY_ROLLOUTS} rollouts; the rest is taken to go on like it`]
      : []),
  ];
}

const OFF_GRID = 'off the experiment grid: ';

function offGridOf(problems: readonly string[]): string[] {
  return problems
    .filter((problem) => problem.startsWith(OFF_GRID))
    .flatMap((problem) => problem.slice(OFF_GRID.length).split('; '));
}

const PHASES_UNTIL: { readonly [Name in JobPhase]: readonly Phase[] } = {
  optimize: ['optimize'],
  validate: ['optimize', 'validate'],
  test: ['optimize', 'validate', 'test'],
  all: ['optimize', 'validate', 'test'],
};

function phasesOf(phase: JobPhase): readonly Phase[] {
  return PHASES_UNTIL[phase];
}

function priceOf({ price }: { readonly price?: Price }): Price {
  return price ?? 'unknown';
}

function requestTitle({ method, dataset, topology, model, seed }: JobRequest): string {
  return `${dataset} · ${method} × ${topology} × ${model ?? 'the default model'} · seed ${seed}`;
}

/** The program that rehearsals ask: it knows every question of the methods. */
async function standInReflection(): Promise<ModelProvider> {
  const plugin = await namedEntry(providers, 'sim', 'provider')();
  return plugin.create({ endpoints: [], apiKey: null, timeoutMs: 0, options: {} });
}
