/** What did a job spend, on what, for whom and where? */
import { join } from 'node:path';
import type { AttemptRow } from '../../core/attempt.ts';
import type { JsonObject } from '../../core/json.ts';
import { readText } from '../../store/files.ts';
import { readLedger } from '../../store/ledger-file.ts';

export interface LedgerGroup {
  readonly name: string;
  /** Requests sent, retries and failures among them. */
  readonly attempts: number;
  readonly retries: number;
  /** Those that brought no answer. */
  readonly failed: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Null where no server says. */
  readonly cachedInputTokens: number | null;
  readonly reasoningTokens: number | null;
  /** Attempts whose tokens nobody counted: they are not in the sums. */
  readonly uncounted: number;
  /** US dollars of the attempts whose price is known. */
  readonly usd: number;
  /** Attempts whose price is not known: they are not in the sum. */
  readonly unpriced: number;
  /** Of requests that brought an answer; null when none did. */
  readonly meanMilliseconds: number | null;
}

export interface LedgerSummary {
  /** True when every attempt was answered by a program that imitates a model. */
  readonly simulated: boolean;
  readonly total: LedgerGroup;
  readonly byPurpose: readonly LedgerGroup[];
  readonly byRole: readonly LedgerGroup[];
  readonly byModel: readonly LedgerGroup[];
  readonly byEndpoint: readonly LedgerGroup[];
  /** Attempts without an answer, by why. */
  readonly failures: { readonly [outcome: string]: number };
  /** On their way when the job was looked at, or when its process died; they are among the attempts. */
  readonly unfinished: number;
  /** Replies that were used again without a request, in the sessions that told so at their end. */
  readonly reused: {
    readonly replies: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
  };
}

/** Of a job that may be running. Null when nothing was written down. @throws StoreError for a damaged ledger */
export function ledgerSummary(folder: string): LedgerSummary | null {
  const { rows, lost } = readLedger(folder);
  const all = [...rows, ...lost];
  if (all.length === 0) return null;
  return {
    simulated: all.every(({ simulated }) => simulated === true),
    total: group('total', all),
    byPurpose: grouped(all, ({ purpose }) => purpose),
    byRole: grouped(all, ({ role }) => role ?? '(the method)'),
    byModel: grouped(all, ({ model }) => model),
    byEndpoint: grouped(all, ({ endpoint }) => endpoint ?? '(in this process)'),
    failures: Object.fromEntries(
      grouped(all.filter(isFailed), ({ outcome }) => outcome).map(({ name, attempts }) => [
        name,
        attempts,
      ]),
    ),
    unfinished: lost.length,
    reused: reusedReplies(folder),
  };
}

const ANSWERS: ReadonlySet<string> = new Set(['ok', 'truncated', 'refused', 'filtered']);

function isFailed({ outcome }: AttemptRow): boolean {
  return !ANSWERS.has(outcome);
}

/** The dearest in tokens first; equals by name. */
function grouped(
  rows: readonly AttemptRow[],
  nameOf: (row: AttemptRow) => string,
): readonly LedgerGroup[] {
  const members = new Map<string, AttemptRow[]>();
  for (const row of rows) {
    const name = nameOf(row);
    const known = members.get(name);
    if (known === undefined) members.set(name, [row]);
    else known.push(row);
  }
  const tokens = (one: LedgerGroup): number => one.inputTokens + one.outputTokens;
  return [...members]
    .map(([name, own]) => group(name, own))
    .sort((left, right) => tokens(right) - tokens(left) || (left.name < right.name ? -1 : 1));
}

function group(name: string, rows: readonly AttemptRow[]): LedgerGroup {
  const sum = (read: (row: AttemptRow) => number): number =>
    rows.reduce((total, row) => total + read(row), 0);
  const said = (read: (row: AttemptRow) => number | undefined): number | null =>
    rows.some((row) => read(row) !== undefined) ? sum((row) => read(row) ?? 0) : null;
  const answered = rows.filter((row) => !isFailed(row));
  const waited = answered.reduce((total, row) => total + (row.milliseconds ?? 0), 0);
  return {
    name,
    attempts: rows.length,
    retries: sum((row) => Number(row.attempt > 1)),
    failed: rows.length - answered.length,
    inputTokens: sum((row) => row.inputTokens ?? 0),
    outputTokens: sum((row) => row.outputTokens ?? 0),
    cachedInputTokens: said((row) => row.cachedInputTokens),
    reasoningTokens: said((row) => row.reasoningTokens),
    uncounted: sum((row) => Number(row.inputTokens === null)),
    usd: sum((row) => (row.price === 'unknown' ? 0 : row.price)),
    unpriced: sum((row) => Number(row.price === 'unknown')),
    meanMilliseconds: answered.length === 0 ? null : Math.round(waited / answered.length),
  };
}

/** Sessions of older versions, and those that were killed, say nothing. */
function reusedReplies(folder: string): LedgerSummary['reused'] {
  const text = readText(join(folder, 'telemetry.json'));
  const sessions = (text === null ? [] : (JSON.parse(text) as JsonObject)['sessions']) as
    | readonly { readonly models: { readonly usage?: JsonObject } | null }[]
    | undefined;
  const channels = (sessions ?? []).flatMap(({ models }) => Object.values(models?.usage ?? {}));
  const sum = (name: string): number =>
    channels.reduce<number>((total, usage) => total + Number((usage as JsonObject)[name] ?? 0), 0);
  return {
    replies: sum('reused'),
    inputTokens: sum('reusedInputTokens'),
    outputTokens: sum('reusedOutputTokens'),
  };
}
