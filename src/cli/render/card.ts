/** What does a benchmark's data consist of, and where does it come from? */
import type { DataCard } from '../../core/dataset.ts';

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
