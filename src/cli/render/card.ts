/** What does a benchmark's data consist of, and where does it come from? */
import type { DataCard } from '../../core/dataset.ts';

export function cardText(card: DataCard): string {
  const counts = Object.entries(card.counts).map(([name, count]) => `${name} ${count}`);
  const hashes = Object.entries(card.hashes).map(([name, hash]) => `  ${name}  ${hash}`);
  return [
    `${card.title}, version ${card.version}, ${card.licence}`,
    `  ${counts.join(' · ')}`,
    ...hashes,
    ...card.provenance.map((line) => `  ${line}`),
    '',
  ].join('\n');
}
