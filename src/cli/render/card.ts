/** What does a benchmark's data consist of, and where does it come from? */
import type { DataCard, DataCheck } from '../../core/dataset.ts';

/** For people: the first counts, and the hash of the whole; the rest is counted. */
const SHOWN_COUNTS = 12;

export function cardText(card: DataCard): string {
  const counts = Object.entries(card.counts).map(([name, count]) => `${name} ${count}`);
  const [hash, ...otherHashes] = Object.entries(card.hashes);
  return [
    `${card.title}, version ${card.version}, ${card.licence}`,
    `  ${[...counts.slice(0, SHOWN_COUNTS), ...andMore(counts.length - SHOWN_COUNTS, 'counts')].join(' · ')}`,
    `  ${[...(hash === undefined ? [] : [hash.join(' ')]), ...andMore(otherHashes.length, 'hashes')].join(' · ')}`,
    ...card.provenance.map((line) => `  ${line}`),
    '',
  ].join('\n');
}

function andMore(count: number, what: string): string[] {
  return count > 0 ? [`and ${count} more ${what} with "data check --json"`] : [];
}

type OutsideTasks = NonNullable<DataCheck['outsidePool']>;

/** Which tasks are outside the pool, and why: as counts, and one line each where that is wanted; empty when none is. */
export function outsidePoolText(tasks: OutsideTasks, each: boolean): string {
  if (tasks.length === 0) return '';
  const counts = new Map<string, number>();
  for (const { stratum, reason } of tasks) {
    const group = `${stratum}: ${reason}`;
    counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  const lines = each
    ? tasks.map(
        ({ id, reason, detail }) => `  ${id}  ${reason}${detail === '' ? '' : ` (${detail})`}`,
      )
    : [];
  return [
    `outside the pool: ${tasks.length} tasks${each ? '' : ' (one line for each with --tasks)'}`,
    ...[...counts].map(([group, count]) => `  ${String(count).padStart(5)}  ${group}`),
    ...lines,
    '',
  ].join('\n');
}
