/**
 * How long does the table of a large study take? `npm run bench:aggregate`: 150 cells of three seeds and 100 tasks with 10,000
 * replicates, beside numpy doing the same resampling on the same scores.
 *
 * `PYTHON` names an interpreter that has numpy (default `python3`); without one the ratio is left out.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { randomStream } from '../../src/core/random.ts';
import { aggregateJobs } from '../../src/report/aggregate/aggregate.ts';
import type { FoundJob, TestRow } from '../../src/report/aggregate/read-jobs.ts';
import { stratifiedIntervals } from '../../src/statistics/stratified-intervals.ts';
import type { Interval } from '../../src/statistics/summary.ts';

const CELLS = 150;
const SEEDS = [0, 1, 2];
const TASKS = 100;
const REPLICATES = 10_000;

type Differences = readonly (readonly (readonly number[])[])[];

/** Cells gain from 0 to 15 points, and half of the tasks go alike in all seeds. */
function madeStudy(): { jobs: FoundJob[]; differences: Differences } {
  const jobs: FoundJob[] = [];
  const differences = Array.from({ length: CELLS }, (_, cell) => {
    const random = randomStream('bench', 'aggregate', cell);
    const gain = (0.15 * cell) / CELLS;
    const draw = (): readonly [number, number] => {
      const drawn = random.next();
      if (drawn < 0.06) return [1, 0];
      return drawn < 0.12 + gain ? [0, 1] : drawn < 0.5 ? [1, 1] : [0, 0];
    };
    const shared = Array.from({ length: TASKS }, () => (random.next() < 0.5 ? draw() : null));
    return SEEDS.map((seed) => {
      const rows = shared.map((both, task): TestRow => {
        const [baseline, deployed] = both ?? draw();
        return { id: `task-${task}`, baseline, deployed };
      });
      jobs.push(madeJob(cell, seed, rows));
      return rows.map(({ baseline, deployed }) => (deployed ?? 0) - (baseline ?? 0));
    });
  });
  return { jobs, differences };
}

function madeJob(cell: number, seed: number, rows: readonly TestRow[]): FoundJob {
  return {
    folder: `runs/${cell}/${seed}`,
    identity: {
      method: { id: `method-${cell % 10}`, version: 1 },
      dataset: { id: `dataset-${Math.floor(cell / 10)}`, version: 1 },
      topology: 'sequential',
      framework: 'native',
      parameters: {},
      model: { model: 'made' },
      seed,
    },
    simulated: true,
    conformant: false,
    notConformantBecause: [],
    measured: { rows, fellBack: false, fallbackReason: null, finalists: null, tokens: null },
    problem: null,
  };
}

function timed<T>(work: () => T): { readonly value: T; readonly seconds: number } {
  const began = performance.now();
  const value = work();
  return { value, seconds: (performance.now() - began) / 1_000 };
}

interface Resampled {
  readonly seconds: number;
  readonly intervals: readonly (readonly [number, number])[];
}

function numpy(differences: Differences): Resampled | null {
  try {
    const text = execFileSync(
      process.env['PYTHON'] ?? 'python3',
      [join(import.meta.dirname, 'resample.py')],
      {
        input: JSON.stringify({ differences, replicates: REPLICATES }),
        encoding: 'utf8',
        stdio: ['pipe', 'pipe', 'ignore'],
      },
    );
    return JSON.parse(text) as Resampled;
  } catch {
    return null;
  }
}

function report(name: string, value: string, remark: string): void {
  process.stdout.write(`${name.padEnd(44)} ${value.padStart(10)}   ${remark}\n`);
}

/** Both estimate the same bounds, each with its own resamples. */
function farthest(own: readonly Interval[], other: Resampled): number {
  return Math.max(
    ...own.map(({ low, high }, cell) => {
      const [theirLow, theirHigh] = other.intervals[cell] as readonly [number, number];
      return Math.max(Math.abs(low - theirLow), Math.abs(high - theirHigh));
    }),
  );
}

const { jobs, differences } = madeStudy();
report(
  'study',
  `${CELLS} cells`,
  `${SEEDS.length} seeds, ${TASKS} tasks, ${REPLICATES} replicates`,
);
const whole = timed(() =>
  aggregateJobs(jobs, { seeds: SEEDS, family: 'dataset', replicates: REPLICATES }),
);
report('whole table, first time', `${whole.seconds.toFixed(2)} s`, 'at most 2 s');
const resampled = timed(() =>
  differences.map((strata, cell) =>
    stratifiedIntervals(strata, {
      random: randomStream('bench', 'resample', cell),
      replicates: REPLICATES,
    }),
  ),
);
report('resampling alone, percentile and BCa', `${resampled.seconds.toFixed(2)} s`, '');
const other = numpy(differences);
if (other === null) {
  report('numpy', 'absent', 'name a Python that has it: PYTHON=… npm run bench:aggregate');
} else {
  report('numpy, percentile', `${other.seconds.toFixed(2)} s`, 'the same scores');
  report('  resampling / numpy', (resampled.seconds / other.seconds).toFixed(2), 'below 1: faster');
  const bounds = resampled.value.map(({ percentile }) => percentile);
  const points = (100 * farthest(bounds, other)).toFixed(2);
  report('  bounds at most apart', `${points} pp`, 'of 300 bounds; two sets of resamples');
}
