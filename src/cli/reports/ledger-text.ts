/** How is a job's ledger told to people? */
import type { LedgerGroup, LedgerSummary } from '../../protocol/spend/ledger-summary.ts';
import { money } from '../render/quantities.ts';
import { renderTable } from '../render/table.ts';

/** Ends with a line break. */
export function ledgerText(summary: LedgerSummary): string {
  const { total, byPurpose, byRole, byModel, byEndpoint } = summary;
  const tables = [
    ['purpose', byPurpose],
    ['role', byRole],
    ['model', byModel],
    ['endpoint', byEndpoint],
  ] as const;
  return [
    ...tables.map(([title, groups]) => table(title, groups, summary)),
    table('in all', [total], summary),
    [...remarks(summary), ''].join('\n'),
  ].join('\n');
}

function table(
  title: string,
  groups: readonly LedgerGroup[],
  { total, simulated }: LedgerSummary,
): string {
  // What no server says is no column of question marks.
  const hasCached = total.cachedInputTokens !== null;
  const hasReasoning = total.reasoningTokens !== null;
  const header = [
    ...[title, 'requests', 'retries', 'failed', 'tokens in'],
    ...(hasCached ? ['of it cached'] : []),
    'tokens out',
    ...(hasReasoning ? ['of it reasoning'] : []),
    ...['mean s', 'price'],
  ];
  const rows = groups.map((one) => [
    ...[one.name, count(one.attempts), count(one.retries), count(one.failed)],
    count(one.inputTokens),
    ...(hasCached ? [known(one.cachedInputTokens)] : []),
    count(one.outputTokens),
    ...(hasReasoning ? [known(one.reasoningTokens)] : []),
    one.meanMilliseconds === null ? '-' : (one.meanMilliseconds / 1000).toFixed(2),
    simulated ? 'simulated' : price(one),
  ]);
  return renderTable(...rightAligned(header, rows));
}

/** Figures stand on the right, under their title; the first column is text. */
function rightAligned(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): [readonly string[], readonly (readonly string[])[]] {
  const lines = [header, ...rows];
  const widths = header.map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  );
  const [first = [], ...rest] = lines.map((line) =>
    line.map((cell, column) => (column === 0 ? cell : cell.padStart(widths[column] ?? 0))),
  );
  return [first, rest];
}

/** A price that is not known is never told as none. */
function price({ usd, unpriced, attempts }: LedgerGroup): string {
  if (unpriced === 0) return money(usd);
  if (unpriced === attempts) return 'unknown';
  return `${money(usd)}, and unknown of ${count(unpriced)}`;
}

function remarks({ total, failures, unfinished, reused }: LedgerSummary): string[] {
  const lines: string[] = [];
  const why = Object.entries(failures).map(([outcome, times]) => `${count(times)} ${outcome}`);
  if (why.length > 0) lines.push(`without an answer: ${why.join(', ')}`);
  if (total.uncounted > 0) {
    lines.push(
      `${count(total.uncounted)} requests whose tokens nobody counted are not in the sums; caps count them as expected`,
    );
  }
  if (unfinished > 0) {
    lines.push(`${count(unfinished)} of them are on their way, or were when the process ended`);
  }
  if (reused.replies > 0) {
    const tokens = count(reused.inputTokens + reused.outputTokens);
    lines.push(
      `${count(reused.replies)} replies (${tokens} tokens) were used again and not asked for twice: they count in the result, not here`,
    );
  }
  return lines;
}

function known(value: number | null): string {
  return value === null ? 'unknown' : count(value);
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
