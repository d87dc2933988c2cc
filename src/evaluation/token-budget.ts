/** How many rollouts do the tokens of a search still pay for? */
import { PrerequisiteError } from '../core/errors.ts';
import type { TokenSnapshot } from '../core/optimizer.ts';
import type { Rollout } from '../core/rollout.ts';

/** Rows of one ask, in its order. */
export interface AskedRows {
  readonly rows: readonly Rollout[];
  readonly whenShort: 'trim' | 'skip';
}

/**
 * Counts the tokens of delivered rollouts. Everything is decided from rows that were delivered before, or in ask order
 * from the rows of one step; so what is cut does not depend on what finishes first.
 *
 * Before a step, rows are granted as far as they are expected to fit: model calls times the mean tokens of a call so far.
 * At its delivery rows count while they fit, and the rest is not run. The first row that does not fit ends the budget.
 */
export class TokenBudget {
  readonly #maximum: number;
  readonly #firstPerCall: number;
  #charged = 0;
  #calls = 0;
  /** Expected of the rows granted since the last delivery. */
  #reserved = 0;
  #isOver = false;

  /**
   * @param maximum tokens in and out, a non-negative integer
   * @param firstPerCall tokens expected of a model call before any was seen, positive
   */
  constructor(maximum: number, firstPerCall: number) {
    if (!Number.isSafeInteger(maximum) || maximum < 0) {
      throw new RangeError(`a budget of tokens must be a non-negative integer, got ${maximum}`);
    }
    this.#maximum = maximum;
    this.#firstPerCall = firstPerCall;
  }

  /** Rollouts of so many model calls that are expected to fit. */
  affordable(callsPerTask: number): number {
    if (this.#isOver) return 0;
    const free = this.#maximum - this.#charged - this.#reserved;
    return Math.max(0, Math.floor(free / (callsPerTask * this.#perCall())));
  }

  /** Sets aside what `granted` of `wanted` rollouts are expected to take; short of them the budget is over. */
  reserve(granted: number, wanted: number, callsPerTask: number): void {
    this.#reserved += granted * callsPerTask * this.#perCall();
    if (granted < wanted) this.#isOver = true;
  }

  /**
   * Charges the rows of a step and says which of them count, ask by ask. An ask that is all or nothing counts whole or
   * not at all.
   *
   * @throws PrerequisiteError when a server does not count tokens
   */
  deliver(asked: readonly AskedRows[]): readonly (readonly boolean[])[] {
    this.#reserved = 0;
    let open = true;
    return asked.map(({ rows, whenShort }) => {
      const costs = rows.map(tokensOf);
      const whole = costs.reduce((sum, cost) => sum + cost, 0);
      if (whenShort === 'skip' && this.#charged + whole > this.#maximum) open = open && whole === 0;
      return rows.map((row, index) => {
        const cost = costs[index] ?? 0;
        if (this.#charged + cost > this.#maximum) open = false;
        if (!open) {
          this.#isOver = true;
          return false;
        }
        this.#charged += cost;
        this.#calls += row.usage.modelCalls;
        return true;
      });
    });
  }

  snapshot(): TokenSnapshot {
    const { maximum, charged } = { maximum: this.#maximum, charged: this.#charged };
    return { maximum, charged, remaining: this.#isOver ? 0 : maximum - charged };
  }

  #perCall(): number {
    return this.#calls === 0 ? this.#firstPerCall : Math.max(1, this.#charged / this.#calls);
  }
}

/** A row that was not observed is not charged. */
function tokensOf({ score, usage }: Rollout): number {
  if (score === null) return 0;
  const { modelCalls, inputTokens, outputTokens } = usage;
  if (modelCalls > 0 && inputTokens === 0) {
    throw new PrerequisiteError(
      'the server of the task model does not count tokens, so --budget-tokens cannot be kept',
      { hints: ['bound the rollouts instead: --budget N'] },
    );
  }
  return inputTokens + outputTokens;
}

/** Characters that are taken for one token where none was counted yet. */
const CHARACTERS_PER_TOKEN = 4;
/** Tokens that an answer is taken for, likewise. */
const FIRST_OUTPUT = 200;

/** Tokens expected of the first model calls: from the texts that every call holds. */
export function firstTokensPerCall(
  briefs: readonly { readonly task: string; readonly outputContract: string }[],
  prompts: readonly string[],
): number {
  const briefLength = meanLength(briefs.map((brief) => brief.task + brief.outputContract));
  const characters = briefLength + meanLength(prompts);
  return Math.ceil(characters / CHARACTERS_PER_TOKEN) + FIRST_OUTPUT;
}

function meanLength(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0) / Math.max(1, texts.length);
}
