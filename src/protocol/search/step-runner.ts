/** How does one step of a method become answers, exactly once? */
import { candidateDigest } from '../../core/candidate.ts';
import type { TaskRef } from '../../core/dataset.ts';
import { ContractError, PrerequisiteError } from '../../core/errors.ts';
import { type Decoding, type Embedder, NO_USAGE } from '../../core/model.ts';
import type {
  Ask,
  CompletionAnswer,
  CompletionAsk,
  EmbedAsk,
  RolloutsAsk,
} from '../../core/optimizer.ts';
import { derivedSeed } from '../../core/random.ts';
import { notRun, type Rollout } from '../../core/rollout.ts';
import type { FailureLimit } from '../../evaluation/failure-limit.ts';
import type { RolloutRunner } from '../../evaluation/rollout-runner.ts';
import type { WorkPool } from '../../evaluation/work-pool.ts';
import { MODEL_VARIABLE } from '../../models/embedders/choice.ts';
import type { CompletionRunner } from './completion-runner.ts';
import type { SearchBudget } from './search-budget.ts';
import type { RecordedStep, SearchLog } from './search-log.ts';
import { stepHash } from './step-hash.ts';

export interface StepRunnerOptions {
  readonly log: SearchLog;
  readonly budget: SearchBudget;
  readonly failures: FailureLimit;
  readonly runner: RolloutRunner;
  readonly completions: CompletionRunner;
  readonly embedder: Embedder | null;
  /** Rejects when the endpoints are gone: what is missing then is not made final. */
  readonly confirmReachable: () => Promise<void>;
  readonly pool: WorkPool;
  /** Train and validation tasks by id: a task that is not here cannot be asked for. */
  readonly tasks: ReadonlyMap<string, TaskRef>;
  readonly decoding: Decoding;
  /** The job's seed; together with task and replicate it gives the sampling seed. */
  readonly seed: number;
  readonly signal: AbortSignal;
  /** Called for each rollout in the order of finishing: for progress only. */
  readonly onRollout: (candidate: string, rollout: Rollout) => void;
}

type Answer = readonly Rollout[] | CompletionAnswer | readonly (readonly number[])[];

/** Runs the steps of one search in order; step numbers are the journal's. */
export class StepRunner {
  readonly #options: StepRunnerOptions;
  #next = 0;

  constructor(options: StepRunnerOptions) {
    this.#options = options;
  }

  /**
   * Answers in ask order. What the journal holds is taken from it; the rest is run and recorded as it finishes, then
   * charged and delivered together.
   */
  async run(asks: readonly Ask[]): Promise<readonly Answer[]> {
    const { log, budget, pool } = this.#options;
    const step = this.#next;
    this.#next += 1;
    const recorded = log.open(step, stepHash(asks));
    const grants = asks.map((ask) => (ask.kind === 'rollouts' ? budget.reserve(ask) : 0));
    const units = asks.flatMap((ask, index) =>
      this.#units(ask, { step, index, granted: grants[index] ?? 0 }),
    );
    const values = await pool.runAll(units.map((unit) => () => unit.run(recorded)));
    let cursor = 0;
    const answered = asks.map((ask, index) => {
      const count = ask.kind === 'rollouts' ? (grants[index] ?? 0) : 1;
      const mine = values.slice(cursor, cursor + count);
      cursor += count;
      return ask.kind === 'rollouts'
        ? [...(mine as Rollout[]), ...ask.tasks.slice(count).map((task) => notRun(task.id))]
        : (mine[0] as Answer);
    });
    if (!recorded.delivered && answered.some(isIncomplete)) {
      await this.#options.confirmReachable();
    }
    const answers = budget.deliver(asks, answered);
    this.#deliver(step, { asks, answered, answers, recorded, granted: sum(grants) });
    return answers.map((answer, index) =>
      asks[index]?.kind === 'rollouts' ? (answer as readonly Rollout[]).map(methodView) : answer,
    );
  }

  /** Books the charge; what stayed unobserved becomes final now, so a replay sees what the method saw. */
  #deliver(
    step: number,
    done: {
      asks: readonly Ask[];
      /** What came back, and what of it counts. */
      answered: readonly Answer[];
      answers: readonly Answer[];
      recorded: RecordedStep;
      granted: number;
    },
  ): void {
    const { log, budget } = this.#options;
    let charged = 0;
    done.asks.forEach((ask, index) => {
      if (ask.kind === 'rollouts') {
        charged += scoredRows(done.answers[index] as readonly Rollout[]);
        (done.answered[index] as readonly Rollout[]).forEach((rollout, row) => {
          const key = `${index}:${row}`;
          if (rollout.outcome === 'infrastructure_failure' && !done.recorded.rollouts.has(key)) {
            log.recordRollout(step, key, rollout);
          }
        });
      } else if (ask.kind === 'completion' && !done.recorded.completions.has(String(index))) {
        log.recordCompletion(step, String(index), UNREACHABLE);
      }
    });
    budget.settle(done.granted, charged);
    if (!done.recorded.delivered) log.recordDelivery(step, charged);
  }

  #units(ask: Ask, place: { step: number; index: number; granted: number }): Unit[] {
    switch (ask.kind) {
      case 'rollouts':
        return this.#rolloutUnits(ask, place);
      case 'completion':
        return [this.#completionUnit(ask, place)];
      case 'embed':
        return [this.#embedUnit(ask, place)];
    }
  }

  #rolloutUnits(ask: RolloutsAsk, place: { step: number; index: number; granted: number }): Unit[] {
    const candidateId = candidateDigest(ask.candidate);
    return ask.tasks
      .slice(0, place.granted)
      .map((task, row) => this.#rolloutUnit(ask, { ...place, row, taskId: task.id, candidateId }));
  }

  #rolloutUnit(
    ask: RolloutsAsk,
    place: { step: number; index: number; row: number; taskId: string; candidateId: string },
  ): Unit {
    const { log, runner, failures, tasks, seed, decoding, onRollout } = this.#options;
    const key = `${place.index}:${place.row}`;
    const task = tasks.get(place.taskId);
    if (task === undefined) {
      throw new ContractError(
        `the method asked for task "${place.taskId}", which is not in train or validation`,
      );
    }
    const base = ask.from?.[place.row];
    const edit = ask.edits?.[place.row] ?? null;
    const { candidateId } = place;
    return {
      run: async (recorded) => {
        const known = recorded.rollouts.get(key);
        const rollout =
          known ??
          (await runner.run({
            candidate: ask.candidate,
            candidateId,
            task,
            seed: derivedSeed('rollout', seed, task.id, ask.replicate ?? 0),
            decoding,
            ...(base === undefined ? {} : { base }),
            ...(edit === null ? {} : { edit }),
            ...(ask.mask === undefined ? {} : { mask: ask.mask }),
            ...(ask.maskAgents === undefined ? {} : { maskAgents: ask.maskAgents }),
          }));
        const missing = rollout.outcome === 'infrastructure_failure';
        failures.countAttempt(missing);
        // A failure that the journal delivered is final; one of an unfinished step is tried again on resume.
        if (missing) failures.countMissing(rollout.failure);
        if (known === undefined && !missing) log.recordRollout(place.step, key, rollout);
        onRollout(candidateId, rollout);
        return rollout;
      },
    };
  }

  #completionUnit(ask: CompletionAsk, place: { step: number; index: number }): Unit {
    const { log, completions } = this.#options;
    const key = String(place.index);
    return {
      run: async (recorded) => {
        const known = recorded.completions.get(key);
        const completion = known ?? (await completions.run(ask));
        completions.count(ask.channel, completion.usage);
        if (known === undefined && completion.text !== null) {
          log.recordCompletion(place.step, key, completion);
        }
        return { text: completion.text, truncated: completion.truncated };
      },
    };
  }

  #embedUnit(ask: EmbedAsk, place: { step: number; index: number }): Unit {
    const { log, embedder, signal } = this.#options;
    const key = String(place.index);
    return {
      run: async (recorded) => {
        const known = recorded.embeddings.get(key);
        if (known !== undefined) return known;
        if (embedder === null) {
          throw new PrerequisiteError(
            'this method needs an embedding model, and none is configured',
            { hints: [`name one in ${MODEL_VARIABLE}, see src/models/README.md`] },
          );
        }
        const vectors = (await embedder.embed(ask.texts, signal)).map((vector) => [...vector]);
        log.recordEmbeddings(place.step, key, vectors);
        return vectors;
      },
    };
  }
}

/** A scorer's own error text may name the reference answer; a method gets the feedback, which does not. */
function methodView(rollout: Rollout): Rollout {
  const { failure, feedback } = rollout;
  return failure === null ? rollout : { ...rollout, failure: { ...failure, message: feedback } };
}

/** Something of it was asked for and did not come. */
function isIncomplete(answer: Answer): boolean {
  if ('text' in answer) return answer.text === null;
  return answer.some((item) => 'outcome' in item && item.outcome === 'infrastructure_failure');
}

function scoredRows(rows: readonly Rollout[]): number {
  return rows.filter(({ score }) => score !== null).length;
}

const UNREACHABLE = { text: null, truncated: false, usage: NO_USAGE };

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

interface Unit {
  run(recorded: RecordedStep): Promise<Answer | Rollout>;
}
