/** Which jobs are seeds of one cell, and is the cell complete? */
import { digest, type JsonObject } from '../../core/json.ts';
import { identityDifference } from '../../store/job-folder.ts';
import type { FoundJob, MeasuredJob } from './read-jobs.ts';

/** Kept apart: numbers of one kind are never mixed with those of another. */
export type Standing = 'conformant' | 'not conformant' | 'simulated';

export interface CellName {
  readonly method: string;
  readonly dataset: string;
  readonly topology: string;
  readonly framework: string;
  readonly communication: string;
  readonly teamSize: number;
  readonly model: string;
  /** What else differs from other cells of this name, for example `budget 60`; empty when nothing does. */
  readonly variant: string;
}

export interface SeedJob {
  readonly seed: number;
  readonly folder: string;
  readonly measured: MeasuredJob;
}

export interface Cell {
  readonly name: CellName;
  readonly standing: Standing;
  readonly notConformantBecause: readonly string[];
  /** In ascending order of the seed, each once, with a test of its own. */
  readonly seeds: readonly SeedJob[];
  /** Why the cell does not count; empty when it is complete. */
  readonly incomplete: readonly string[];
}

/** Jobs whose identity differs in nothing but the seed make one cell. */
export function cellsOf(jobs: readonly FoundJob[], expectedSeeds: readonly number[]): Cell[] {
  const groups = new Map<string, FoundJob[]>();
  for (const job of jobs) {
    if (job.identity['seed'] === undefined) continue;
    const key = digest({ identity: { ...job.identity, seed: null }, standing: standingOf(job) });
    groups.set(key, [...(groups.get(key) ?? []), job]);
  }
  const members = [...groups.values()];
  const variants = variantsOf(members.map(([first]) => (first as FoundJob).identity));
  return members
    .map((group, index) => cellOf(group, variants[index] ?? '', expectedSeeds))
    .sort(byName);
}

function standingOf({ simulated, conformant }: FoundJob): Standing {
  if (simulated) return 'simulated';
  return conformant ? 'conformant' : 'not conformant';
}

function cellOf(group: readonly FoundJob[], variant: string, expected: readonly number[]): Cell {
  const [first] = group as [FoundJob];
  const seeds: SeedJob[] = [];
  const incomplete: string[] = [];
  for (const seed of seedsOf(group, expected)) {
    const own = group.filter(({ identity }) => identity['seed'] === seed);
    const done = own.flatMap((job) =>
      job.measured === null ? [] : [{ job, measured: job.measured }],
    );
    const [only] = done;
    if (done.length > 1) {
      const folders = done.map(({ job }) => job.folder).join(', ');
      incomplete.push(`seed ${seed} is there ${done.length} times: ${folders}`);
    }
    if (only !== undefined) seeds.push({ seed, folder: only.job.folder, measured: only.measured });
    else if (own.length === 0) incomplete.push(`seed ${seed} is missing`);
    else
      incomplete.push(`seed ${seed}: ${own[0]?.problem ?? 'no result'} (${own[0]?.folder ?? ''})`);
  }
  incomplete.push(...taskProblems(seeds));
  return {
    name: nameOf(first.identity, variant),
    standing: standingOf(first),
    notConformantBecause: first.notConformantBecause,
    seeds,
    incomplete,
  };
}

function seedsOf(group: readonly FoundJob[], expected: readonly number[]): number[] {
  const found = group.map(({ identity }) => identity['seed'] as number);
  return [...new Set([...expected, ...found])].sort((left, right) => left - right);
}

/** Seeds are compared on the same tasks, in the same order, or not at all. */
function taskProblems(seeds: readonly SeedJob[]): string[] {
  const [first, ...others] = seeds;
  if (first === undefined) return [];
  const ids = JSON.stringify(first.measured.rows.map(({ id }) => id));
  return [
    ...others
      .filter(({ measured }) => JSON.stringify(measured.rows.map(({ id }) => id)) !== ids)
      .map(({ seed }) => `seed ${seed} was tested on other tasks than seed ${first.seed}`),
    ...seeds
      .filter(({ measured }) => measured.rows.every(isMissing))
      .map(({ seed }) => `seed ${seed}: no task was observed in both arms`),
  ];
}

function isMissing({ baseline, deployed }: MeasuredJob['rows'][number]): boolean {
  return baseline === null || deployed === null;
}

/** What of a job's identity names its cell. */
interface NamedIdentity {
  readonly method: { readonly id: string };
  readonly schedule?: { readonly id: string };
  readonly dataset: { readonly id: string; readonly name?: string };
  readonly topology: string;
  readonly framework: string;
  readonly parameters: { readonly communication?: string; readonly teamSize?: number };
  readonly model: { readonly model: string };
}

function nameOf(identity: JsonObject, variant: string): CellName {
  const { method, schedule, dataset, topology, framework, parameters, model } =
    identity as unknown as NamedIdentity;
  return {
    method: schedule === undefined ? method.id : `${method.id} (${schedule.id})`,
    dataset: dataset.name ?? dataset.id,
    topology,
    framework,
    communication: parameters.communication ?? 'freeform',
    teamSize: parameters.teamSize ?? 1,
    model: model.model,
    variant,
  };
}

/** What tells cells apart that have one name: the settings that differ, of each cell its own. */
function variantsOf(identities: readonly JsonObject[]): string[] {
  const names = identities.map((identity) => JSON.stringify(nameOf(identity, '')));
  return identities.map((identity, index) => {
    const twins = identities.filter((_, other) => other !== index && names[other] === names[index]);
    const differing = new Set(
      twins.flatMap((twin) =>
        identityDifference(identity, { ...twin, seed: identity['seed'] ?? null })
          .filter((line) => !line.startsWith('split.hash') && !line.startsWith('seedCandidate'))
          .map((line) => line.replace(/ \(you asked for .*\)$/s, '')),
      ),
    );
    return [...differing].sort().join(', ');
  });
}

function byName(left: Cell, right: Cell): number {
  const key = ({ name, standing }: Cell): string =>
    JSON.stringify([
      standing,
      name.dataset,
      name.model,
      name.topology,
      String(name.teamSize).padStart(4, '0'),
      name.communication,
      name.method,
      name.variant,
    ]);
  const [one, other] = [key(left), key(right)];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
