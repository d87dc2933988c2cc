/** What may a search still ask for, in rollouts and, where the job says so, in tokens? */
import type { Candidate } from '../../core/candidate.ts';
import type { Ask, BudgetSnapshot, RolloutsAsk } from '../../core/optimizer.ts';
import { notRun, type Rollout } from '../../core/rollout.ts';
import { BudgetLedger } from '../../evaluation/ledger.ts';
import type { TokenBudget } from '../../evaluation/token-budget.ts';

export interface SearchBudgetOptions {
  readonly rollouts: number;
  /** Null: tokens bound nothing. */
  readonly tokens: TokenBudget | null;
  readonly seedCandidate: Candidate;
  /** Model calls of one rollout when every agent answers. */
  readonly callsPerTask: (candidate: Candidate) => number;
}

/** Rows are reserved in ask order before a step, and counted in ask order when it is delivered. */
export class SearchBudget {
  readonly #options: SearchBudgetOptions;
  readonly #ledger: BudgetLedger;

  constructor(options: SearchBudgetOptions) {
    this.#options = options;
    this.#ledger = new BudgetLedger(options.rollouts);
  }

  /** The number of rows granted, from the first. */
  reserve({ candidate, tasks, whenShort }: RolloutsAsk): number {
    const wanted = tasks.length;
    const { tokens } = this.#options;
    if (tokens === null) return this.#ledger.reserve(wanted, whenShort);
    const calls = this.#options.callsPerTask(candidate);
    const affordable = Math.min(wanted, tokens.affordable(calls));
    const possible = whenShort === 'skip' && affordable < wanted ? 0 : affordable;
    const granted = this.#ledger.reserve(possible, whenShort);
    // Rollouts that ran out say nothing of tokens.
    tokens.reserve(granted, affordable < wanted ? wanted : granted, calls);
    return granted;
  }

  /** The answers of a step with the rows that tokens do not pay for as not run. */
  deliver<Answer>(asks: readonly Ask[], answers: readonly (Answer | readonly Rollout[])[]) {
    const { tokens } = this.#options;
    if (tokens === null) return answers;
    const asked = asks.flatMap((ask, index) =>
      ask.kind === 'rollouts'
        ? [{ index, rows: answers[index] as readonly Rollout[], whenShort: ask.whenShort }]
        : [],
    );
    const counted = tokens.deliver(asked);
    const cut = new Map(
      asked.map(({ index, rows }, place) => [
        index,
        rows.map((row, at) => (counted[place]?.[at] === true ? row : notRun(row.taskId))),
      ]),
    );
    return answers.map((answer, index) => cut.get(index) ?? answer);
  }

  /** Turns `reserved` rows into `charged` charges and gives the rest back. */
  settle(reserved: number, charged: number): void {
    this.#ledger.settle(reserved, charged);
  }

  /** What remains is bounded by tokens too, at what the seed team is expected to take. */
  snapshot(): BudgetSnapshot {
    const rollouts = this.#ledger.snapshot();
    const { tokens, callsPerTask, seedCandidate } = this.#options;
    if (tokens === null) return rollouts;
    const affordable = tokens.affordable(callsPerTask(seedCandidate));
    return {
      ...rollouts,
      remaining: Math.min(rollouts.remaining, affordable),
      tokens: tokens.snapshot(),
    };
  }
}
