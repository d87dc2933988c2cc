/** Scores of your own, paired: `npx tsx scripts/examples/scores.ts`. No folder, no model. */
import {
  compareRows,
  comparisonVerdict,
  holm,
  minimumDetectable,
  neededTasks,
  randomStream,
  signFlipTest,
  stratifiedIntervals,
} from '../../src/index.ts';

/** Two prompts on the same twelve tasks; null: nothing was observed. */
const before = [1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, null];
const after = [1, 1, 0, 1, 1, 0, 1, 1, 0, 0, 1, 1];

const rows = before.map((baseline, task) => ({
  id: `task ${task}`,
  stratum: 'all',
  baseline,
  candidate: after[task] ?? null,
}));
const comparison = compareRows(rows, randomStream('example'));
process.stdout.write(`${comparisonVerdict(comparison)}\n`);

/** The differences of three seeds, task by task. */
const seeds = [
  [0, 1, 0, 0, 1, 0, 0, 1],
  [0, 1, 0, 0, 1, -1, 0, 1],
  [0, 1, 0, 0, 1, 0, 0, null],
];
const { percentile, bca } = stratifiedIntervals(seeds, {
  random: randomStream('example', 'seeds'),
});
const units = [0, 1, 2, 3, 4, 5, 6, 7].map((task) =>
  seeds.reduce((sum, items) => sum + (items[task] ?? 0), 0),
);
const { pValue } = signFlipTest(units, randomStream('example', 'flips'));
const discordance = 0.4;
process.stdout.write(
  `${JSON.stringify({
    percentile,
    bca,
    pValue,
    corrected: holm([pValue, 0.02, 0.4]),
    tasksFor10Points: neededTasks(0.1, discordance),
    shownBy100Tasks: minimumDetectable(100, discordance),
  })}\n`,
);
