/** What can a user do about answers that nobody could judge? */
import type { Embedder } from '../../core/model.ts';
import { MODEL_VARIABLE } from '../../models/embedders/choice.ts';

/** One line with its end, or nothing when there is nothing to do. */
export function undecidedNotice(
  rows: readonly { readonly correct?: unknown }[],
  embedder: Embedder | null,
): string {
  const count = rows.filter((row) => row.correct === null).length;
  if (count === 0 || embedder !== null) return '';
  const answers = count === 1 ? '1 answer is' : `${count} answers are`;
  return `${answers} undecided and count as wrong: a search that was not recorded needs an embedding model; name one in ${MODEL_VARIABLE} (protocol data download toolsearcher-model gets the one of the benchmark)\n`;
}
