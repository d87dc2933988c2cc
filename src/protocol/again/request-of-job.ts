/** Which request makes the job of a folder once more? */
import { PrerequisiteError, StoreError } from '../../core/errors.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { identityDifference, readJobDocument } from '../../store/job-folder.ts';
import { type JobSpec, jobIdentity, type ModelIdentity } from '../job-spec.ts';
import { readRunRecord } from '../manifest.ts';
import type { Installation, JobRequest } from '../preparation/job-request.ts';
import { type PreparedJob, prepareJob } from '../preparation/prepare-job.ts';
import { makeSplit } from '../splits.ts';

export interface AgainPlace {
  /** Absolute path of the folder that the job is run in now. */
  readonly out: string;
  readonly concurrency: number | null;
  readonly commandLine: string;
}

/**
 * The job of a folder, prepared as this installation has it now.
 *
 * @throws StoreError when the folder holds no job
 * @throws PrerequisiteError with every difference, when this installation would run another job
 */
export async function jobAgain(
  folder: string,
  place: AgainPlace,
  installation: Installation,
): Promise<PreparedJob> {
  const held = readJobDocument(folder, 'job');
  if (held === null) throw new StoreError(`${folder}/job.json is missing`);
  const prepared = await prepareJob(requestOfJob(held, place), installation);
  const { spec, parts } = prepared.job;
  const { id, pool, evaluation } = parts.dataset;
  const now = jobIdentity(spec, makeSplit({ dataset: id, pool, evaluation }, spec.split));
  const differences = identityDifference(held['identity'] as JsonObject, now);
  if (differences.length === 0) return prepared;
  throw new PrerequisiteError(
    [
      `this installation runs another job than the one in ${folder}:`,
      ...differences.map((line) => line.replace('you asked for', 'here')),
    ].join('\n  '),
    { hints: [programHint(folder)] },
  );
}

/** Where the program is to be found that ran it. */
function programHint(folder: string): string {
  const last = readRunRecord(folder).sessions.at(-1) ?? {};
  const [name, commit] = [last['package'], last['commit']];
  if (typeof commit === 'string') return `it was run at commit ${commit}: check that out`;
  return typeof name !== 'string'
    ? 'restore the settings, prompts and data of then; config.yaml in the folder keeps the settings'
    : `it was run by ${name}: install that version, with the settings, prompts and data of then`;
}

/** The identity of a job as its job.json has it: the spec, but for hashes. */
type HeldIdentity = Omit<JobSpec, 'seedCandidate' | 'model' | 'reflection'>;

/** What it says of settings in configs/ cannot be asked for; whether they are the same still is another question. */
export function requestOfJob(job: JsonObject, place: AgainPlace): JobRequest {
  const identity = job['identity'] as unknown as HeldIdentity;
  const { task } = job['models'] as unknown as { readonly task: ModelIdentity };
  const { method, schedule, dataset, fixed, optimize, split, racing, gate, answering } = identity;
  const { teamSize, communication, rounds, aggregation, ...others } = fixed;
  const pinned = optionPairs(others);
  return {
    method: method.id,
    methodOptions: optionPairs(method.options),
    ...(schedule === undefined
      ? {}
      : { schedule: { id: schedule.id, options: optionPairs(schedule.options) } }),
    dataset: dataset.id,
    datasetOptions: dataset.reopen ?? {},
    topology: identity.topology,
    parameters: {
      teamSize: (teamSize ?? null) as number | null,
      communication: (communication ?? null) as string | null,
      rounds: (rounds ?? null) as number | null,
      aggregation: (aggregation ?? null) as string | null,
    },
    ...(Object.keys(pinned).length === 0 ? {} : { pinned }),
    ...(identity.space === undefined ? {} : { space: identity.space }),
    framework: identity.framework,
    model: task.alias,
    taskEndpoints: [],
    seed: identity.seed,
    budget: identity.budget,
    ...(identity.budgetTokens === undefined ? {} : { budgetTokens: identity.budgetTokens }),
    optimize: (['prompts', 'topology'] as const).filter((part) => optimize[part]),
    maxCallRatio: identity.maxCallRatio,
    ...(racing === undefined ? {} : { racing }),
    ...(gate === undefined ? {} : { gate }),
    ...(answering === undefined ? {} : { answering }),
    split: split.kind,
    splitSeed: split.seed,
    // What kept it from being conformant stands in its identity.
    allowAnyCell: true,
    phase: 'all',
    evaluationCache: null,
    ...place,
  };
}

/** `{ weights: { local: 0.5 } }` → `weights.local=0.5`, as it would be typed. */
function optionPairs(options: JsonObject, prefix = ''): { [name: string]: string } {
  return Object.fromEntries(
    Object.entries(options).flatMap(([name, value]): [string, string][] =>
      isObject(value)
        ? Object.entries(optionPairs(value, `${prefix}${name}.`))
        : [[`${prefix}${name}`, typeof value === 'string' ? value : JSON.stringify(value)]],
    ),
  );
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
