/** What may be assumed of a team that nobody has measured? Each scenario is one dry run of the method. */
import { derivedSeed } from '../../core/random.ts';
import type { Bound } from './bounds.ts';
import { type DryJob, type DryRun, dryRun } from './dry/dry-run.ts';
import type { Assumption } from './dry/stand-in-team.ts';

export interface Scenario extends Assumption {
  /** `likely` ones are drawn several times; the others span what may come. */
  readonly kind: Bound;
}

const LIKELY: Assumption = { accuracy: 0.5, gain: 0.12, effort: 0.15, steadiness: 0.5 };

/**
 * A weak team whose every turn changes with its prompt asks most; one that is good already, keeps to its words and
 * does as well with fewer calls asks least.
 */
export const SCENARIOS: readonly Scenario[] = [
  { kind: 'low', accuracy: 0.75, gain: 0.05, effort: 0, steadiness: 0.9 },
  { kind: 'likely', ...LIKELY },
  { kind: 'likely', ...LIKELY },
  { kind: 'likely', ...LIKELY },
  { kind: 'high', accuracy: 0.3, gain: 0.3, effort: 0.4, steadiness: 0 },
];

export const ASSUMED = `the method itself was run against a stand-in team, ${SCENARIOS.length} times: solving ${percentages(({ accuracy }) => accuracy)} % of the tasks, with changes that bring at most ${percentages(({ gain }) => gain)} points`;

/** Rollouts of one dry run at most; a larger budget is taken to go on in the same way. */
export const DRY_ROLLOUTS = 2_000;

export interface ScenarioRun {
  readonly kind: Bound;
  readonly run: DryRun;
}

export async function runScenarios(job: DryJob, signal: AbortSignal): Promise<ScenarioRun[]> {
  const { spec } = job;
  const budget = Math.min(spec.budget, DRY_ROLLOUTS);
  const runs: ScenarioRun[] = [];
  for (const [index, { kind, ...assumption }] of SCENARIOS.entries()) {
    // Another seed is another draw of everything that the method and the stand-in leave to chance.
    const seed = index === 1 ? spec.seed : derivedSeed('plan', spec.seed, index);
    const drawn = { ...job, spec: { ...spec, budget, seed } };
    runs.push({ kind, run: await dryRun(drawn, assumption, signal) });
  }
  return runs;
}

/** How much longer the search goes on than its dry run did. */
export function searchRatio(budget: number, { charged }: DryRun): number {
  // A method that came to its end by itself is done, whatever is left.
  if (budget <= DRY_ROLLOUTS || charged < 0.9 * DRY_ROLLOUTS) return 1;
  return budget / DRY_ROLLOUTS;
}

function percentages(of: (scenario: Scenario) => number): string {
  const values = [...new Set(SCENARIOS.map(of))].sort((left, right) => left - right);
  return values.map((value) => String(Math.round(100 * value))).join(', ');
}
