/** How many answers a second does the scorer judge? */
import { performance } from 'node:perf_hooks';
import type { Dataset, TaskRef } from '../../src/core/dataset.ts';

export interface ScoringRate {
  readonly rows: number;
  readonly rowsPerSecond: number;
}

/** What weak models write around and instead of the right call. */
const variants: readonly ((call: string) => string)[] = [
  (call) => call,
  (call) => `Let me think. ${call}`,
  (call) => `<think>maybe [GetToday()]</think>\n${call}`,
  (call) => call.replaceAll("'", '"'),
  (call) => call.replace(/\d/, '9'),
  (call) => call.slice(0, -1),
  (call) => call.replace('(', "(extra='1', "),
  () => 'I cannot help with that.',
];

/** Scores every variant of every task's reference answer, `passes` times after one pass to warm up. */
export async function scoringRate(
  dataset: Dataset,
  tasks: readonly TaskRef[],
  passes: number,
): Promise<ScoringRate> {
  const rows = tasks.flatMap((task) =>
    variants.map((variant) => ({ task, text: variant(dataset.referenceAnswer(task)) })),
  );
  const pass = async (): Promise<void> => {
    for (const { task, text } of rows) await dataset.score(task, text);
  };
  await pass();
  const begin = performance.now();
  for (let count = 0; count < passes; count += 1) await pass();
  const seconds = (performance.now() - begin) / 1_000;
  return { rows: rows.length * passes, rowsPerSecond: (rows.length * passes) / seconds };
}
