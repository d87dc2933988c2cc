/** What does one method find on one planted landscape for one budget? The job's own search, ledger and engine, in memory. */
import type { TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { Dataset } from '../../../src/core/dataset.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { addUsage, type Decoding, NO_USAGE } from '../../../src/core/model.ts';
import type { Optimizer } from '../../../src/core/optimizer.ts';
import type { Transcript } from '../../../src/core/rollout.ts';
import { rolloutRunner, type TranscriptStore } from '../../../src/evaluation/rollout-runner.ts';
import { workPool } from '../../../src/evaluation/work-pool.ts';
import { hashedEmbedder } from '../../../src/models/embedders/hashed.ts';
import type { JobSpec } from '../../../src/protocol/job-spec.ts';
import {
  type SearchOutcome,
  type SearchPorts,
  search,
} from '../../../src/protocol/phases/search.ts';
import { topology } from '../../../src/topologies/sequential.ts';
import { bestCandidate, type Landscape, trueScore } from './landscape.ts';
import { plant, seedCandidate } from './landscapes.ts';
import { plantedDataset, trainIds, validationIds } from './planted-dataset.ts';
import { reflectionModel } from './reflection-model.ts';
import { taskModel } from './task-model.ts';

export interface RunRequest {
  readonly method: string;
  readonly landscape: string;
  readonly budget: number;
  readonly seed: number;
}

export interface RunResult extends RunRequest {
  /** True expected scores in [0, 1]. */
  readonly score: number;
  readonly seedScore: number;
  readonly optimum: number;
  readonly charged: number;
  /** Tokens read and written by the team and by the method's own questions. */
  readonly tokens: number;
  readonly stop: string;
}

const DECODING: Decoding = {
  temperature: 0.7,
  topP: 1,
  maxTokens: 1024,
  repetitionPenalty: 1,
  thinking: false,
};

export async function runOne(request: RunRequest, optimizer: Optimizer): Promise<RunResult> {
  const landscape = plant(request.landscape, request.seed);
  const dataset = plantedDataset(landscape, request.seed);
  const outcome = await search(
    specOf(request, landscape, optimizer),
    {
      train: trainIds(dataset),
      validation: validationIds(dataset),
      test: [],
      hash: '',
    },
    portsOf(landscape, dataset, optimizer),
  );
  const score = scoreOf(landscape, outcome.incumbent);
  const seed = seedCandidate(landscape);
  return {
    ...request,
    score,
    seedScore: scoreOf(landscape, seed),
    optimum: scoreOf(landscape, bestCandidate(landscape, seed)),
    charged: outcome.charged,
    tokens: tokensOf(outcome),
    stop: outcome.stop,
  };
}

export function scoreOf(landscape: Landscape, candidate: SearchOutcome['incumbent']): number {
  const { roles } = topology.graph(landscape.lineup, candidate.parameters);
  return trueScore(
    landscape,
    candidate,
    roles.map(({ role }) => role),
  );
}

function tokensOf({ usage }: SearchOutcome): number {
  const all = Object.values(usage).reduce(addUsage, NO_USAGE);
  return all.inputTokens + all.outputTokens;
}

function specOf(request: RunRequest, landscape: Landscape, optimizer: Optimizer): JobSpec {
  const { parameters, fixed, lineup, maxCallRatio, optimize } = landscape;
  const model = {
    alias: 'planted',
    provider: 'planted',
    model: 'planted',
    options: {},
    simulated: true,
  };
  return {
    method: {
      id: optimizer.id,
      version: optimizer.version,
      options: Value.Create(optimizer.optionsSchema as TSchema) as JsonObject,
    },
    dataset: { id: 'planted', version: 1, identity: { landscape: landscape.id } },
    topology: topology.id,
    framework: 'none',
    model,
    reflection: model,
    seed: request.seed,
    budget: request.budget,
    split: {} as JobSpec['split'],
    decoding: { search: DECODING, evaluation: DECODING, reflection: DECODING },
    infrastructureRate: 0,
    seedCandidate: seedCandidate(landscape),
    ...{ parameters, fixed, lineup, maxCallRatio, optimize },
  };
}

function portsOf(landscape: Landscape, dataset: Dataset, optimizer: Optimizer): SearchPorts {
  const { signal } = new AbortController();
  const provider = taskModel(landscape);
  const { lineup } = landscape;
  const transcripts = memory();
  return {
    optimizer,
    dataset,
    topology,
    lineup,
    journal: {
      append: () => ({ offset: 0, length: 0 }),
      sync: () => undefined,
      close: () => undefined,
    },
    records: [],
    runner: () =>
      rolloutRunner({
        evaluator: { dataset, topology, lineup, provider, model: 'planted' },
        transcripts,
        signal,
        onFailedAttempt: () => undefined,
      }),
    pool: workPool(64),
    reflection: { provider: reflectionModel(), model: 'planted', decoding: DECODING },
    task: { provider, model: 'planted', decoding: DECODING },
    embedder: hashedEmbedder(64),
    confirmReachable: () => Promise.resolve(),
    writeCandidate: () => undefined,
    listen: () => undefined,
    signal,
  };
}

/** Numbered instead of hashed: nobody reads them again after the run. */
function memory(): TranscriptStore {
  const kept: Transcript[] = [];
  return {
    put: (transcript) => String(kept.push(transcript) - 1),
    get: (hash) => kept[Number(hash)] as Transcript,
  };
}
