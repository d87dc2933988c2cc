/** What may be assumed of a team that nobody has measured? Each assumption is a dry run of the method. */
import { derivedSeed } from '../../core/random.ts';
import type { Bound } from './bounds.ts';
import { type DryJob, type DryRun, dryRun } from './dry/dry-run.ts';
import type { Assumption } from './dry/stand-in-team.ts';

const LIKELY: Assumption = { accuracy: 0.45, gain: 0.16, effort: 0.3, steadiness: 0.7 };

/** More of them are drawn while the method's calls depend on its luck. */
const FEWEST_LIKELY = 3;
const MOST_LIKELY = 7;
/** Draws that differ by less are one. */
const AGREE = 0.03;

/** That the team is good already, keeps to its words, and does as well or better with fewer calls: it asks least. */
const LOW: readonly Assumption[] = [
  { accuracy: 0.6, gain: 0.15, effort: -0.3, steadiness: 0.7 },
  { accuracy: 0.75, gain: 0.05, effort: 0, steadiness: 0.9 },
  { accuracy: 0.35, gain: 0.1, effort: 0, steadiness: 1 },
];

/** A weak team whose every turn changes with its prompt, and that needs all of its calls. */
const HIGH: readonly Assumption[] = [{ accuracy: 0.3, gain: 0.4, effort: 0.8, steadiness: 0 }];

export const ASSUMED = `calls: the method itself was run against stand-in teams that solve ${range(({ accuracy }) => accuracy)} % of the tasks, and gain ${range(({ gain }) => gain)} points at most`;

/** Rollouts of one dry run at most; a larger budget is taken to go on in the same way. */
export const DRY_ROLLOUTS = 2_000;

export interface ScenarioRun {
  readonly kind: Bound;
  readonly run: DryRun;
}

export async function runScenarios(job: DryJob, signal: AbortSignal): Promise<ScenarioRun[]> {
  const { spec } = job;
  const budget = Math.min(spec.budget, DRY_ROLLOUTS);
  const draw = (assumption: Assumption, name: string, index: number): Promise<DryRun> => {
    // Another seed is another draw of everything that the method and the stand-in leave to chance.
    const isUsual = name === 'likely' && index === 0;
    const seed = isUsual ? spec.seed : derivedSeed('plan', spec.seed, name, index);
    return dryRun({ ...job, spec: { ...spec, budget, seed } }, assumption, signal);
  };
  const runs: ScenarioRun[] = [];
  for (const [kind, assumptions] of [
    ['low', LOW],
    ['high', HIGH],
  ] as const) {
    for (const [index, assumption] of assumptions.entries()) {
      runs.push({ kind, run: await draw(assumption, kind, index) });
    }
  }
  const likely: DryRun[] = [];
  do {
    likely.push(await draw(LIKELY, 'likely', likely.length));
  } while (isOpen(runs, likely));
  return [...runs, ...likely.map((run) => ({ kind: 'likely' as const, run }))];
}

/** May another draw tell something new? */
function isOpen(spanning: readonly ScenarioRun[], likely: readonly DryRun[]): boolean {
  const calls = likely.map(searchCalls);
  const all = [...calls, ...spanning.map(({ run }) => searchCalls(run))];
  // A method that asks for the same whatever comes.
  if (Math.min(...all) === Math.max(...all)) return false;
  return calls.length < FEWEST_LIKELY || (calls.length < MOST_LIKELY && !agree(calls));
}

function agree(values: readonly number[]): boolean {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return most - least <= AGREE * most;
}

/** Of a search and the measurement of what it found. */
function searchCalls({ search, incumbent }: DryRun): number {
  const measured = incumbent?.tallies.task.calls ?? 0;
  return Object.values(search.tallies).reduce((sum, { calls }) => sum + calls, measured);
}

/** How much longer the search goes on than its dry run did. */
export function searchRatio(budget: number, { charged }: DryRun): number {
  // A method that came to its end by itself is done, whatever is left.
  if (budget <= DRY_ROLLOUTS || charged < 0.9 * DRY_ROLLOUTS) return 1;
  return budget / DRY_ROLLOUTS;
}

function range(of: (assumption: Assumption) => number): string {
  const values = [...LOW, LIKELY, ...HIGH].map((assumption) => Math.round(100 * of(assumption)));
  return `${Math.min(...values)} to ${Math.max(...values)}`;
}
