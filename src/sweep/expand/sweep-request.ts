/** What does a cell with its settings ask for? The same as flags of `protocol run` would. */
import type { ToolAnswering } from '../../evaluation/answering.ts';
import { DEFAULT_GATE, type GateSettings } from '../../protocol/gate.ts';
import type { JobRequest } from '../../protocol/preparation/job-request.ts';
import type { SweepSettings } from '../file/schema.ts';
import type { SweepCell } from './cells.ts';

export interface RequestPlace {
  /** Absolute path. */
  readonly folder: string;
  /** Through which jobs share the measurement of the seed team. */
  readonly sharedFolder: string;
  readonly allowAnyCell: boolean;
  readonly commandLine: string;
}

export function jobRequest(
  cell: SweepCell,
  settings: SweepSettings,
  place: RequestPlace,
): JobRequest {
  const { rounds = null, aggregation = null } = settings;
  const { teamSize, communication } = cell;
  return {
    method: cell.method,
    methodOptions: optionPairs(settings.options),
    dataset: cell.dataset,
    datasetOptions: datasetOptions(settings),
    topology: cell.topology,
    parameters: { teamSize, communication, rounds, aggregation },
    ...answeringOf(settings),
    framework: settings.framework ?? null,
    model: cell.model,
    taskEndpoints: [],
    seed: cell.seed,
    budget: settings.budget ?? null,
    optimize: (settings.optimize as JobRequest['optimize'] | undefined) ?? null,
    maxCallRatio: settings.maxCallRatio ?? null,
    ...(settings.space === 'wide' ? { space: 'wide' as const } : {}),
    ...racingOf(settings),
    ...scheduleOf(settings),
    ...gateOf(settings),
    split: cell.split,
    splitSeed: settings.splitSeed ?? null,
    allowAnyCell: place.allowAnyCell,
    phase: 'all',
    out: place.folder,
    concurrency: settings.concurrency ?? null,
    evaluationCache: place.sharedFolder,
    commandLine: place.commandLine,
  };
}

/** `{ weights: { local: 0.5 } }` → `weights.local=0.5`, as it would be typed. */
function optionPairs(options: SweepSettings['options']): { [key: string]: string } {
  const pairs = Object.entries(options ?? {}).flatMap(([name, value]) =>
    typeof value === 'object'
      ? Object.entries(value).map(([inner, scalar]) => [`${name}.${inner}`, String(scalar)])
      : [[name, String(value)]],
  );
  return Object.fromEntries(pairs) as { [key: string]: string };
}

function datasetOptions({
  task,
  datasetSeed,
  datasetSize,
}: SweepSettings): JobRequest['datasetOptions'] {
  return {
    ...(task === 'replies' ? { task } : {}),
    ...(datasetSeed === undefined ? {} : { datasetSeed }),
    ...(datasetSize === undefined ? {} : { datasetSize }),
  };
}

function answeringOf({ answerMode, toolTurns }: SweepSettings): {
  readonly answering?: ToolAnswering;
} {
  if (answerMode !== 'tools') return {};
  return { answering: { mode: 'tools', toolTurns: toolTurns ?? null } };
}

function racingOf({
  race = false,
  abortHopeless = false,
}: SweepSettings): Pick<JobRequest, 'racing'> {
  return race || abortHopeless ? { racing: { race, abortHopeless } } : {};
}

function scheduleOf({ schedule, scheduleOptions }: SweepSettings): Pick<JobRequest, 'schedule'> {
  if (schedule === undefined) return {};
  return { schedule: { id: schedule, options: optionPairs(scheduleOptions) } };
}

/** Absent where it says what the default says, so that the job is the same one. */
export function gateOf({ gate }: SweepSettings): Pick<JobRequest, 'gate'> {
  if (gate === undefined) return {};
  const wanted = { ...DEFAULT_GATE, ...gate } as GateSettings;
  const isDefault = (Object.keys(DEFAULT_GATE) as (keyof GateSettings)[]).every(
    (name) => wanted[name] === DEFAULT_GATE[name],
  );
  return isDefault ? {} : { gate: wanted };
}
