/** What does a user ask for, before anything is looked up? */
import { resolve } from 'node:path';
import type { SpendCaps } from '../../core/attempt.ts';
import type { Json } from '../../core/json.ts';
import type { Racing } from '../../core/optimizer.ts';
import type { ToolAnswering } from '../../evaluation/answering.ts';
import type { GateSettings } from '../gate.ts';
import type { JobPhase } from '../run-job.ts';
import type { SplitKind } from '../splits.ts';
import type { ScheduleRequest } from './schedule.ts';

/** Topology parameters that flags may pin; null leaves them to the default and to the search. */
export interface ParameterFlags {
  readonly teamSize: number | null;
  readonly communication: string | null;
  readonly rounds: number | null;
  readonly aggregation: string | null;
}

/** A team on a dataset with a model: the part that `protocol run` and `protocol eval` share. */
export interface TeamRequest {
  readonly dataset: string;
  readonly topology: string;
  readonly parameters: ParameterFlags;
  /** Topology parameters pinned by name, as typed. Absent: none. */
  readonly pinned?: { readonly [name: string]: string };
  /** `wide` opens the parameters that the experiment grid does not have. Absent: `grid`. */
  readonly space?: 'grid' | 'wide';
  /** Null: the protocol's default. */
  readonly model: string | null;
  /** Base URLs of equal replicas; empty leaves them to the environment and to configs/models.yaml. */
  readonly taskEndpoints: readonly string[];
  /** Options of the dataset plugin, for example the scorer of ToolSearcher. */
  readonly datasetOptions: { readonly [name: string]: Json };
  readonly seed: number;
  readonly concurrency: number | null;
  /** Absent: answers are written as text. */
  readonly answering?: ToolAnswering;
  /** Folder of model replies that jobs share. Absent or null: none. Never part of the job. */
  readonly replyCache?: string | null;
}

/** Null leaves a value to configs/protocol.yaml. */
export interface JobRequest extends TeamRequest {
  readonly method: string;
  readonly methodOptions: { readonly [key: string]: string };
  /** Absent: the method's own order. */
  readonly schedule?: ScheduleRequest;
  /** Refuse a budget that is too small for one step of the method. Never part of the job. */
  readonly strict?: boolean;
  readonly framework: string | null;
  readonly budget: number | null;
  /** Absent: only rollouts bound the search. */
  readonly budgetTokens?: number;
  readonly optimize: readonly ('prompts' | 'topology')[] | null;
  readonly maxCallRatio: number | null;
  /** Absent: both off. */
  readonly racing?: Racing;
  /** Absent: `DEFAULT_GATE`. */
  readonly gate?: GateSettings;
  readonly split: SplitKind | null;
  readonly splitSeed: number | null;
  readonly allowAnyCell: boolean;
  /** Absent: none. Never part of the job: they say when to stop, not what comes out. */
  readonly caps?: SpendCaps;
  readonly phase: JobPhase;
  /** Null: `runs/<method>/<dataset>/<topology>/<model>/<seed>`. */
  readonly out: string | null;
  /** Folder shared by jobs, or null. */
  readonly evaluationCache: string | null;
  /** The command line as typed, for config.yaml. */
  readonly commandLine: string;
}

/** Where the tool finds its files and the world. */
export interface Installation {
  /** Folder that holds configs/ and benchmarks/. */
  readonly packageRoot: string;
  /** Relative paths of flags and `runs/` are below this folder. */
  readonly workingDirectory: string;
  readonly environment: { readonly [name: string]: string | undefined };
  /** What was read already, for many jobs of one process; absent: every job reads settings and data anew. */
  readonly memory?: Map<string, Promise<unknown>>;
}

/** Where replies are shared, as an absolute path. */
export function replyCacheFolder(
  { replyCache = null }: Pick<TeamRequest, 'replyCache'>,
  { workingDirectory }: Installation,
): string | null {
  return replyCache === null ? null : resolve(workingDirectory, replyCache);
}

/** Reads once per memory. A read that failed is tried again. */
export function remembered<T>(
  { memory }: Pick<Installation, 'memory'>,
  name: string,
  read: () => Promise<T>,
): Promise<T> {
  const known = memory?.get(name);
  if (known !== undefined) return known as Promise<T>;
  const reading = read();
  memory?.set(name, reading);
  reading.catch(() => memory?.delete(name));
  return reading;
}
