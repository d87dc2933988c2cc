/** What did the search do before this process started, and how is the next thing recorded? */
import { ContractError } from '../../core/errors.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import type { Usage } from '../../core/model.ts';
import type { CompletionAnswer } from '../../core/optimizer.ts';
import type { Rollout } from '../../core/rollout.ts';
import type { Journal } from '../../store/journal.ts';

export interface RecordedCompletion extends CompletionAnswer {
  readonly usage: Usage;
}

/** What the journal holds of one step. Keys are `<ask>` or `<ask>:<row>`. */
export interface RecordedStep {
  readonly hash: string;
  readonly rollouts: ReadonlyMap<string, Rollout>;
  readonly completions: ReadonlyMap<string, RecordedCompletion>;
  readonly embeddings: ReadonlyMap<string, readonly (readonly number[])[]>;
  readonly delivered: boolean;
}

interface MutableStep {
  hash: string;
  rollouts: Map<string, Rollout>;
  completions: Map<string, RecordedCompletion>;
  embeddings: Map<string, readonly (readonly number[])[]>;
  delivered: boolean;
}

/** Steps by number, rebuilt from journal records and extended while the search runs. */
export class SearchLog {
  readonly #journal: Journal;
  readonly #steps = new Map<number, MutableStep>();

  /** @param records every journal record, in order; those of other phases are passed over */
  constructor(journal: Journal, records: readonly JsonObject[]) {
    this.#journal = journal;
    for (const record of records) this.#absorb(record);
  }

  /** Steps that were answered in full before. */
  get deliveredSteps(): number {
    return [...this.#steps.values()].filter((step) => step.delivered).length;
  }

  /**
   * The record of a step, opened when it is new.
   *
   * @throws ContractError when the journal remembers other asks: the method changed, or is not deterministic
   */
  open(step: number, hash: string): RecordedStep {
    const known = this.#steps.get(step);
    if (known !== undefined && known.hash !== hash) {
      throw new ContractError(
        `step ${step} of the search asks for something else than the journal recorded`,
        {
          hints: [
            'the method or its code changed since the search began, or it is not deterministic',
            'start a new folder with --out; the old one stays readable',
          ],
        },
      );
    }
    return known ?? this.#write({ kind: 'step', step, hash });
  }

  recordRollout(step: number, key: string, rollout: Rollout): void {
    this.#write({ kind: 'rollout', step, key, rollout: rollout as unknown as Json });
  }

  recordCompletion(step: number, key: string, completion: RecordedCompletion): void {
    this.#write({ kind: 'completion', step, key, completion: completion as unknown as Json });
  }

  recordEmbeddings(step: number, key: string, vectors: readonly (readonly number[])[]): void {
    this.#write({ kind: 'embedding', step, key, vectors });
  }

  /** The step's answers are final and its charge is booked; synced to the disk. */
  recordDelivery(step: number, charged: number): void {
    this.#write({ kind: 'delivered', step, charged });
    this.#journal.sync();
  }

  #write(record: JsonObject): MutableStep {
    this.#journal.append(record);
    return this.#absorb(record) as MutableStep;
  }

  #absorb(record: JsonObject): MutableStep | null {
    const number = record['step'];
    if (typeof number !== 'number') return null;
    const step = this.#steps.get(number) ?? emptyStep();
    this.#steps.set(number, step);
    const key = record['key'] as string;
    switch (record['kind']) {
      case 'step':
        step.hash = record['hash'] as string;
        break;
      case 'rollout':
        step.rollouts.set(key, record['rollout'] as unknown as Rollout);
        break;
      case 'completion':
        step.completions.set(key, record['completion'] as unknown as RecordedCompletion);
        break;
      case 'embedding':
        step.embeddings.set(key, record['vectors'] as unknown as number[][]);
        break;
      case 'delivered':
        step.delivered = true;
        break;
      default:
        break;
    }
    return step;
  }
}

function emptyStep(): MutableStep {
  return {
    hash: '',
    rollouts: new Map(),
    completions: new Map(),
    embeddings: new Map(),
    delivered: false,
  };
}
