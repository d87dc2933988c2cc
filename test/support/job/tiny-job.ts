/** What is a small but whole job: team, method, models, splits, made as the tool makes them? */
import type { ResolvedModel } from '../../../src/config/models.ts';
import type { SpendCaps } from '../../../src/core/attempt.ts';
import type { Candidate } from '../../../src/core/candidate.ts';
import type { Dataset } from '../../../src/core/dataset.ts';
import type { Optimizer } from '../../../src/core/optimizer.ts';
import type { Price } from '../../../src/core/price.ts';
import { defaultParameters } from '../../../src/core/space.ts';
import type { ToolAnswering } from '../../../src/evaluation/answering.ts';
import { type Clock, systemClock } from '../../../src/models/middleware/clock.ts';
import type { GateSettings } from '../../../src/protocol/gate.ts';
import type { JobSpec } from '../../../src/protocol/job-spec.ts';
import {
  checkJobModels,
  modelIdentity,
  openJobModels,
} from '../../../src/protocol/preparation/job-models.ts';
import { methodOptions } from '../../../src/protocol/preparation/method-options.ts';
import type { Job, JobPhase } from '../../../src/protocol/run-job.ts';
import { optimizers, topologies } from '../../../src/registry.ts';
import { tinyDataset } from './tiny-dataset.ts';

/** JSON-safe, so that a child process can be told. */
export interface TinyJobRequest {
  readonly folder: string;
  /** Base URL of an OpenAI-compatible server; null: the simulated model inside this process. */
  readonly endpoint?: string | null;
  readonly method?: 'identity' | 'random' | 'maspo';
  readonly budget?: number;
  readonly budgetTokens?: number;
  readonly phase?: JobPhase;
  readonly concurrency?: number;
  readonly seed?: number;
  readonly infrastructureRate?: number;
  readonly evaluationCache?: string | null;
  /** Folder of replies that jobs share. */
  readonly replyCache?: string;
  /** Absent: answers are written as text. */
  readonly answering?: ToolAnswering;
  /** Absent: the gate of a conformant job. */
  readonly gate?: GateSettings;
  /** Waits between retries pass this many times faster. */
  readonly clockSpeed?: number;
  /** Absent: none. */
  readonly caps?: SpendCaps;
  /** Absent: free. */
  readonly price?: Price;
}

export interface TinyJobParts {
  readonly dataset?: Dataset;
  readonly optimizer?: Optimizer;
}

/** Name by which the loopback server must know its model. */
export const TINY_MODEL = 'tiny/model';

const SMALL_MASPO = {
  minibatch: '4',
  smallestMinibatch: '3',
  depth: '3',
  topologyTasks: '4',
  'weights.local': '0.2',
  'weights.next': '0.2',
  'weights.global': '0.6',
  'weightsWithoutNext.local': '0.3',
  'weightsWithoutNext.global': '0.7',
};

export async function tinyJob(request: TinyJobRequest, parts: TinyJobParts = {}): Promise<Job> {
  const dataset = parts.dataset ?? tinyDataset();
  const topology = await topologies.decentralized();
  const lineup = { roles: [{ id: 'peer', priority: 1 }] };
  const method = request.method ?? 'maspo';
  const optimizer = parts.optimizer ?? (await optimizers[method]());
  const given = method === 'maspo' && parts.optimizer === undefined ? SMALL_MASPO : {};
  const options = methodOptions(optimizer.id, optimizer.optionsSchema, given);
  const fixed = { teamSize: 3, rounds: 2 };
  const parameters = { ...defaultParameters(topology.parameters), ...fixed };
  const model = resolvedModel(request);
  const concurrency = request.concurrency ?? 8;
  const seedCandidate: Candidate = {
    roles: {
      peer: 'You are one of several peers. Read the dialogue and choose the next API call.',
    },
    demonstrations: {},
    parameters,
  };
  const spec: JobSpec = {
    method: { id: optimizer.id, version: optimizer.version, options },
    dataset: { id: dataset.id, version: dataset.version, identity: dataset.identity },
    topology: topology.id,
    lineup,
    framework: 'native',
    parameters,
    fixed,
    model: modelIdentity(model),
    reflection: modelIdentity(model),
    seed: request.seed ?? 0,
    budget: request.budget ?? 60,
    ...(request.budgetTokens === undefined ? {} : { budgetTokens: request.budgetTokens }),
    optimize: { prompts: true, topology: true },
    maxCallRatio: 1,
    split: { kind: 'stratified', seed: 0, train: 15, validation: 9 },
    decoding: { search: decoding(0.2), evaluation: decoding(0), reflection: decoding(1) },
    ...(request.answering === undefined ? {} : { answering: request.answering }),
    ...(request.gate === undefined ? {} : { gate: request.gate }),
    infrastructureRate: request.infrastructureRate ?? 0.02,
    seedCandidate,
  };
  const models = { task: model, reflection: model };
  const needsReflection = method !== 'identity';
  return {
    spec,
    conformanceProblems: ['an invented dataset'],
    parts: {
      dataset,
      topology,
      lineup,
      optimizer,
      embedder: null,
      evaluationCacheFolder: request.evaluationCache ?? null,
    },
    folder: request.folder,
    phase: request.phase ?? 'all',
    concurrency,
    ...(request.caps === undefined ? {} : { caps: request.caps }),
    configText: 'tiny: true\n',
    checkModels: (signal) => checkJobModels(models, { needsReflection, signal }),
    openModels: (ports) =>
      openJobModels(models, {
        concurrency,
        needsReflection,
        clock: fasterClock(request.clockSpeed ?? 1),
        replyCache: request.replyCache ?? null,
        ...ports,
      }),
  };
}

function decoding(temperature: number): JobSpec['decoding']['search'] {
  return { temperature, topP: 0.9, maxTokens: 4096, repetitionPenalty: 1, thinking: false };
}

function resolvedModel({ endpoint = null, price = 'free' }: TinyJobRequest): ResolvedModel {
  return {
    alias: 'tiny',
    provider: endpoint === null ? 'sim' : 'openai',
    model: TINY_MODEL,
    endpoints: endpoint === null ? [] : [endpoint],
    apiKey: null,
    timeoutMs: 20_000,
    options: {},
    simulated: true,
    price,
  };
}

/** The same waits in the same order, `speed` times shorter. */
function fasterClock(speed: number): Clock {
  return {
    now: () => systemClock.now() * speed,
    sleep: (milliseconds, signal) => systemClock.sleep(milliseconds / speed, signal),
  };
}
