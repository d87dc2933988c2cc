/** What does a method ask for, when it really runs and only the models are made up? Nothing is spent, nothing is written. */
import { type Candidate, candidateDigest } from '../../../core/candidate.ts';
import { sha256 } from '../../../core/json.ts';
import type { Embedder, ModelProvider } from '../../../core/model.ts';
import { derivedSeed } from '../../../core/random.ts';
import type { Evaluator } from '../../../evaluation/evaluate-task.ts';
import type { WorkPool } from '../../../evaluation/work-pool.ts';
import type { JobParts } from '../../job-run.ts';
import type { JobSpec } from '../../job-spec.ts';
import { type SearchOutcome, search } from '../../phases/search.ts';
import type { Split } from '../../splits.ts';
import { type Assumption, standInAgent, standInRunner } from './stand-in-team.ts';
import { type CallCounter, callCounter, type Step, type Tallies } from './tally.ts';

export interface DryJob {
  readonly spec: JobSpec;
  readonly split: Split;
  readonly parts: JobParts;
  /** Answers what the method asks: a program that knows the methods' questions. */
  readonly reflection: ModelProvider;
  /** True where equal requests are answered from the job's own file. */
  readonly remembers: boolean;
}

interface Counted {
  readonly tallies: Tallies;
  readonly steps: readonly Step[];
}

export interface DryRun {
  readonly search: Counted;
  /** One measurement of all validation tasks each; null when the method came back with the seed. */
  readonly seed: Counted;
  readonly incumbent: Counted | null;
  readonly charged: number;
  readonly proposed: number;
  readonly accepted: number;
  readonly stop: string;
  /** True when the method wanted texts as vectors. */
  readonly embeds: boolean;
}

/**
 * The search and both measurements on validation tasks. The held-out tasks are not read.
 *
 * @throws whatever the method throws, and the reason of `signal`
 */
export async function dryRun(
  job: DryJob,
  assumption: Assumption,
  signal: AbortSignal,
): Promise<DryRun> {
  const { spec, split, parts } = job;
  const counter = callCounter(job.remembers);
  const agent = counter.watch(standInAgent(assumption));
  const { dataset, topology, lineup, optimizer } = parts;
  const evaluator: Evaluator = {
    ...{ dataset, topology, lineup },
    provider: agent,
    model: spec.model.model,
    ...(spec.answering === undefined ? {} : { answering: spec.answering }),
  };
  const { seedCandidate } = spec;
  const runner = standInRunner({ evaluator, assumption, seedCandidate, signal });
  const embedder = standInEmbedder();
  const outcome = await search(spec, split, {
    ...{ optimizer, dataset, topology, lineup },
    journal: NO_JOURNAL,
    records: [],
    runner: () => runner,
    pool: oneByOne(counter, signal),
    reflection: {
      provider: counter.watch(job.reflection),
      model: spec.reflection.model,
      decoding: spec.decoding.reflection,
    },
    task: { provider: agent, model: spec.model.model, decoding: spec.decoding.search },
    embedder,
    confirmReachable: () => Promise.resolve(),
    writeCandidate: () => undefined,
    listen: () => undefined,
    signal,
  });
  const searched = counter.take();
  const measure = measurement(job, { runner, counter, signal });
  const seed = await measure(seedCandidate);
  return {
    search: searched,
    seed,
    incumbent: isUnchanged(outcome, seedCandidate) ? null : await measure(outcome.incumbent),
    charged: outcome.charged,
    proposed: outcome.candidates.proposed,
    accepted: outcome.candidates.accepted,
    stop: outcome.stop,
    embeds: embedder.asked(),
  };
}

function isUnchanged({ problem, incumbent }: SearchOutcome, seed: Candidate): boolean {
  return problem !== null || candidateDigest(incumbent) === candidateDigest(seed);
}

function measurement(
  { spec, split, parts }: DryJob,
  at: {
    readonly runner: ReturnType<typeof standInRunner>;
    readonly counter: CallCounter;
    readonly signal: AbortSignal;
  },
): (candidate: Candidate) => Promise<Counted> {
  return async (candidate) => {
    const candidateId = candidateDigest(candidate);
    for (const task of await parts.dataset.load(split.validation, at.signal)) {
      at.signal.throwIfAborted();
      const seed = derivedSeed('evaluation', 'validation', spec.seed, task.id);
      const decoding = spec.decoding.evaluation;
      await at.counter.unit(() => at.runner.run({ candidate, candidateId, task, seed, decoding }));
    }
    at.counter.endStep();
    return at.counter.take();
  };
}

/** One unit after another, so that it can be seen which calls of a rollout wait for which. */
function oneByOne(counter: CallCounter, signal: AbortSignal): WorkPool {
  return {
    async runAll<T>(units: readonly (() => Promise<T>)[]): Promise<T[]> {
      const results: T[] = [];
      for (const unit of units) {
        signal.throwIfAborted();
        results.push(await counter.unit(unit));
      }
      counter.endStep();
      return results;
    },
  };
}

const NO_JOURNAL = {
  append: () => ({ offset: 0, length: 0 }),
  sync: () => undefined,
  close: () => undefined,
};

const DIMENSION = 64;

/** Vectors that know nothing but whether two texts are equal. */
function standInEmbedder(): Embedder & { asked(): boolean } {
  let asked = false;
  return {
    id: 'stand-in',
    dimension: DIMENSION,
    asked: () => asked,
    embed(texts) {
      asked = true;
      return Promise.resolve(texts.map(vectorOf));
    },
  };
}

function vectorOf(text: string): Float32Array {
  const bits = Array.from(sha256(text), (digit) => Number.parseInt(digit, 16) - 7.5);
  const length = Math.hypot(...bits);
  return Float32Array.from(bits, (value) => value / length);
}
