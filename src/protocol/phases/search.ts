/** How is the best configuration searched for, and what is left when the search ends? */
import { type Candidate, candidateDigest } from '../../core/candidate.ts';
import type { Dataset, TaskRef, TaskView } from '../../core/dataset.ts';
import { BudgetExhaustedError, ContractError, UsageError } from '../../core/errors.ts';
import type { JobListener } from '../../core/events.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Embedder, Usage } from '../../core/model.ts';
import type {
  AnswersOf,
  Ask,
  BudgetSnapshot,
  Optimizer,
  OptimizerContext,
  OptimizerEvent,
  OptimizerResult,
  TokenSnapshot,
} from '../../core/optimizer.ts';
import { randomStream } from '../../core/random.ts';
import type { Lineup, Topology } from '../../core/topology.ts';
import { briefForMethod, callsPerTurn } from '../../evaluation/answering.ts';
import { FailureLimit } from '../../evaluation/failure-limit.ts';
import type { RolloutRunner } from '../../evaluation/rollout-runner.ts';
import { firstTokensPerCall, TokenBudget } from '../../evaluation/token-budget.ts';
import type { WorkPool } from '../../evaluation/work-pool.ts';
import type { Journal } from '../../store/journal.ts';
import { gateSplit } from '../gate.ts';
import type { JobSpec } from '../job-spec.ts';
import { CandidateRegister } from '../search/candidate-register.ts';
import { type CompletionModel, completionRunner } from '../search/completion-runner.ts';
import { type Leader, leaderOf } from '../search/leader.ts';
import { SearchBudget } from '../search/search-budget.ts';
import { SearchLog } from '../search/search-log.ts';
import { SearchScores, type SearchScoresSummary } from '../search/search-scores.ts';
import { boundedSpace } from '../search/space.ts';
import { StepRunner } from '../search/step-runner.ts';
import type { Split } from '../splits.ts';
import { ProgressMeter } from './progress.ts';

export interface SearchPorts {
  readonly optimizer: Optimizer;
  readonly dataset: Dataset;
  readonly topology: Topology;
  readonly lineup: Lineup;
  readonly journal: Journal;
  readonly records: readonly JsonObject[];
  /** Makes a rollout runner that reports failed attempts to the limit given. */
  readonly runner: (failures: FailureLimit) => RolloutRunner;
  readonly pool: WorkPool;
  readonly reflection: CompletionModel;
  readonly task: CompletionModel;
  readonly embedder: Embedder | null;
  readonly confirmReachable: () => Promise<void>;
  readonly writeCandidate: (digest: string, content: JsonObject) => void;
  readonly listen: JobListener;
  readonly signal: AbortSignal;
  /** What the user is told when a cap ends the search. Absent: there is none. */
  readonly onCapReached?: (error: BudgetExhaustedError, leader: Leader | null) => Error;
}

export interface SearchOutcome {
  readonly incumbent: Candidate;
  readonly stop: string;
  /** Null when every role has a prompt and the setting makes a team; else why the incumbent cannot be deployed. */
  readonly problem: string | null;
  readonly charged: number;
  /** Null: tokens did not bound the search. */
  readonly tokens: TokenSnapshot | null;
  /** Rollouts that comparisons did not need; null in a job that runs each to its end. */
  readonly saved: { readonly race: number; readonly abort: number } | null;
  readonly usage: {
    readonly task: Usage;
    readonly reflect: Usage;
    readonly judge: Usage;
    readonly probe: Usage;
  };
  readonly scores: SearchScoresSummary;
  readonly candidates: {
    readonly proposed: number;
    readonly accepted: number;
    readonly rejected: number;
  };
}

/** Runs the method from its start; what the journal holds is replayed, not repeated. */
export async function search(
  spec: JobSpec,
  split: Split,
  ports: SearchPorts,
): Promise<SearchOutcome> {
  const train = await ports.dataset.load(split.train, ports.signal);
  const { offered } = gateSplit(split.validation, spec.gate);
  const validation = await ports.dataset.load(offered, ports.signal);
  const budget = searchBudget(spec, ports, train);
  const failures = new FailureLimit(spec.infrastructureRate, spec.budget);
  const completions = completionRunner({
    reflection: ports.reflection,
    task: ports.task,
    seed: spec.seed,
    failures: new FailureLimit(spec.infrastructureRate, spec.budget),
    signal: ports.signal,
  });
  const meter = new ProgressMeter({
    phase: 'optimize',
    planned: spec.budget,
    listen: ports.listen,
    failures,
    baseline: candidateDigest(spec.seedCandidate),
  });
  const steps = new StepRunner({
    log: new SearchLog(ports.journal, ports.records),
    budget,
    failures,
    runner: ports.runner(failures),
    completions,
    embedder: ports.embedder,
    confirmReachable: ports.confirmReachable,
    pool: ports.pool,
    tasks: byId([...train, ...validation]),
    decoding: spec.decoding.search,
    seed: spec.seed,
    signal: ports.signal,
    onRollout: (candidate, rollout) => meter.rolloutFinished(candidate, rollout),
  });
  const register = new CandidateRegister(ports.writeCandidate);
  register.see(spec.seedCandidate);
  const scores = new SearchScores();
  const parts = { steps, budget, register, scores, train, validation };
  const context = optimizerContext(spec, ports, parts);
  const scoresOf = (incumbent: Candidate): SearchScoresSummary =>
    scores.summary(split, { seed: spec.seedCandidate, incumbent });
  const result = await optimized(ports, context, { spec, register, scoresOf });
  register.see(result.incumbent);
  register.flush();
  return {
    incumbent: result.incumbent,
    stop: result.stop,
    problem: incumbentProblem(result.incumbent, spec, ports),
    ...charges(budget.snapshot()),
    saved: spec.racing === undefined ? null : register.saved(),
    usage: { task: meter.usage, ...completions.usage() },
    scores: scoresOf(result.incumbent),
    candidates: register.counts(),
  };
}

function charges({ charged, tokens }: BudgetSnapshot): Pick<SearchOutcome, 'charged' | 'tokens'> {
  return { charged, tokens: tokens ?? null };
}

/** Tokens are guessed from the texts that every call holds, until calls have been counted. */
function searchBudget(
  spec: JobSpec,
  { dataset, topology, lineup }: Pick<SearchPorts, 'dataset' | 'topology' | 'lineup'>,
  train: readonly TaskRef[],
): SearchBudget {
  const { seedCandidate, budgetTokens } = spec;
  const first = (): number =>
    firstTokensPerCall(
      train.map((task) => briefForMethod(dataset, task, spec.answering)),
      Object.values(seedCandidate.roles),
    );
  return new SearchBudget({
    rollouts: spec.budget,
    tokens: budgetTokens === undefined ? null : new TokenBudget(budgetTokens, first()),
    seedCandidate,
    callsPerTask: ({ parameters }) =>
      topology.graph(lineup, parameters).callsPerTask * callsPerTurn(spec.answering),
  });
}

async function optimized(
  { optimizer, onCapReached }: SearchPorts,
  context: OptimizerContext,
  known: {
    readonly spec: JobSpec;
    readonly register: CandidateRegister;
    readonly scoresOf: (candidate: Candidate) => SearchScoresSummary;
  },
): Promise<OptimizerResult> {
  try {
    return await optimizer.optimize(context, known.spec.method.options as never);
  } catch (error) {
    if (!(error instanceof BudgetExhaustedError) || onCapReached === undefined) throw error;
    throw onCapReached(error, leaderOf(known.register.accepted(), known.scoresOf));
  }
}

interface ContextParts {
  readonly steps: StepRunner;
  readonly budget: SearchBudget;
  readonly register: CandidateRegister;
  readonly scores: SearchScores;
  readonly train: readonly TaskRef[];
  readonly validation: readonly TaskRef[];
}

function optimizerContext(
  spec: JobSpec,
  ports: SearchPorts,
  parts: ContextParts,
): OptimizerContext {
  const { topology, lineup, dataset } = ports;
  let underWay = false;
  const view = (task: TaskRef): TaskView => ({
    id: task.id,
    stratum: task.stratum,
    brief: briefForMethod(dataset, task, spec.answering),
  });
  return {
    seedCandidate: spec.seedCandidate,
    space: boundedSpace({
      topology,
      lineup,
      seed: spec.parameters,
      fixed: spec.fixed,
      isWide: spec.space === 'wide',
      optimizeTopology: spec.optimize.topology,
      maxCallRatio: spec.maxCallRatio,
    }),
    optimize: spec.optimize,
    lineup,
    ...(spec.racing === undefined ? {} : { racing: spec.racing }),
    graph: (candidate) => topology.graph(lineup, candidate.parameters),
    train: parts.train.map(view),
    validation: parts.validation.map(view),
    random: (...path) => randomStream('method', spec.method.id, spec.seed, ...path),
    budget: () => parts.budget.snapshot(),
    async step<const A extends readonly Ask[]>(asks: A): Promise<AnswersOf<A>> {
      if (underWay) {
        throw new ContractError(
          `method "${spec.method.id}" began a step before the last one settled`,
        );
      }
      underWay = true;
      try {
        for (const ask of asks) if (ask.kind === 'rollouts') parts.register.see(ask.candidate);
        parts.register.flush();
        const answers = await parts.steps.run(asks);
        parts.scores.record(asks, answers);
        return answers as unknown as AnswersOf<A>;
      } finally {
        underWay = false;
      }
    },
    note(event: OptimizerEvent) {
      parts.register.note(event);
      ports.listen({ kind: 'method-noted', event });
    },
  };
}

function byId(tasks: readonly TaskRef[]): ReadonlyMap<string, TaskRef> {
  return new Map(tasks.map((task) => [task.id, task]));
}

/** Why an incumbent cannot be deployed, or null. A method's mistake must not end in a broken frozen.json. */
export function incumbentProblem(
  incumbent: Candidate,
  spec: Pick<JobSpec, 'seedCandidate'>,
  team: { readonly topology: Topology; readonly lineup: Lineup },
): string | null {
  const empty = Object.keys(spec.seedCandidate.roles).filter(
    (role) => (incumbent.roles[role] ?? '').trim() === '',
  );
  if (empty.length > 0) return `no prompt for ${empty.join(', ')}`;
  try {
    team.topology.graph(team.lineup, incumbent.parameters);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return null;
}
