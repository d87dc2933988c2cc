/** May the jobs of a sweep spend more, all of them together? */
import type { SpendCaps, SpendSnapshot } from '../../core/attempt.ts';
import { type LedgerSum, ledgerSum } from '../../store/ledger-sum.ts';

/** What a job has spent in all its sessions, by its folder's ledger. */
export type Spent = LedgerSum;

export function spentIn(folder: string): Spent {
  return ledgerSum(folder);
}

export interface SpendWatch {
  /** Fires when a cap is reached. */
  readonly reached: AbortSignal;
  /** Which one and how, once it is. */
  message(): string | null;
  /** For a job that begins now: what is left, and what it has spent before. Absent: nothing is bounded. */
  capsOf(folder: string): { readonly caps?: SpendCaps };
  /** A running job's own account. */
  see(folder: string, snapshot: SpendSnapshot): void;
  /** A job that has ended; `message` when it was a cap that ended it. */
  settle(folder: string, message: string | null): void;
  cancel(): void;
}

/**
 * Sums what the folders' ledgers say and what running jobs tell. Jobs side by side may pass a cap by what they spend
 * between two such tellings; one job at a time stops before it.
 *
 * @param folders of all jobs of the sweep, those measured for sharing among them
 */
export function spendWatch(
  caps: SpendCaps,
  folders: readonly string[],
  setTimer: (run: () => void, milliseconds: number) => () => void,
): SpendWatch {
  const isBounded = caps.tokens !== null || caps.usd !== null;
  const spent = new Map(isBounded ? folders.map((folder) => [folder, spentIn(folder)]) : []);
  const reached = new AbortController();
  let told: string | null = null;
  const reach = (message: string): void => {
    told ??= message;
    reached.abort();
  };
  const total = (): { tokens: number; usd: number } => {
    const all = [...spent.values()];
    return {
      tokens: all.reduce((sum, { tokens }) => sum + tokens, 0),
      usd: all.reduce((sum, { usd }) => sum + (usd ?? 0), 0),
    };
  };
  const check = (): void => {
    const { tokens, usd } = total();
    if (caps.tokens !== null && tokens >= caps.tokens) {
      reach(`--max-tokens is reached: the jobs have used ${tokens} of ${caps.tokens} tokens`);
    }
    if (caps.usd !== null && usd >= caps.usd) {
      reach(
        `--max-cost is reached: the jobs have cost $${usd.toFixed(2)} of $${caps.usd.toFixed(2)}`,
      );
    }
  };
  const { milliseconds } = caps;
  const cancel =
    milliseconds === null
      ? () => undefined
      : setTimer(() => reach('the time allowed (--max-time) is over'), milliseconds);
  check();
  return {
    reached: reached.signal,
    message: () => told,
    capsOf(folder) {
      if (!isBounded) return {};
      const all = total();
      const own = spent.get(folder) ?? { tokens: 0, usd: 0 };
      const left = (cap: number | null, used: number, ownUse: number): number | null =>
        cap === null ? null : Math.max(0, cap - used) + ownUse;
      return {
        caps: {
          usd: left(caps.usd, all.usd, own.usd ?? 0),
          tokens: left(caps.tokens, all.tokens, own.tokens),
          milliseconds: null,
        },
      };
    },
    see(folder, { tokens, usd }) {
      if (!isBounded) return;
      spent.set(folder, { tokens, usd });
      check();
    },
    settle(folder, message) {
      if (!isBounded) return;
      spent.set(folder, spentIn(folder));
      if (message === null) check();
      else reach(message);
    },
    cancel,
  };
}
