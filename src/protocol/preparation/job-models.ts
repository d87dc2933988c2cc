/** Which models does a job talk to, and what stands in front of them? */
import { type ResolvedModel, type ResolvedModels, resolveModels } from '../../config/models.ts';
import { namedEntry } from '../../config/names.ts';
import type { ProtocolConfig } from '../../config/protocol.ts';
import { systemSecrets } from '../../config/secrets.ts';
import {
  InfrastructureError,
  InterruptedError,
  ModelError,
  PrerequisiteError,
} from '../../core/errors.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import type { ModelMiddleware, ModelProvider } from '../../core/model.ts';
import { randomStream } from '../../core/random.ts';
import { type AttemptBookOptions, attemptBook } from '../../models/middleware/attempts.ts';
import type { ReplyCache } from '../../models/middleware/cache.ts';
import { chain, modelChain } from '../../models/middleware/chain.ts';
import type { Clock } from '../../models/middleware/clock.ts';
import { createUsageLedger, type UsageLedger } from '../../models/middleware/meter.ts';
import { providers } from '../../registry.ts';
import type { ModelIdentity } from '../job-spec.ts';
import { layered, openSharedReplies, type SharedReplies } from '../reply-cache/shared-replies.ts';
import type { JobModels } from '../run-job.ts';
import type { Installation, TeamRequest } from './job-request.ts';
import { readConfig } from './prepare-team.ts';

/** Tries of one request after the first; a rollout that still fails is tried again on top of that. */
const MAX_RETRIES = 5;

/** @throws UsageError for an unknown model, with the nearest name; ConfigError for problems of configs/models.yaml */
export async function resolveJobModels(
  request: Pick<TeamRequest, 'model' | 'taskEndpoints'>,
  installation: Installation,
  protocol: ProtocolConfig,
): Promise<ResolvedModels> {
  const text = await readConfig(installation, 'models.yaml', (content) => content);
  return resolveModels(
    {
      task: request.model ?? protocol.model,
      reflection: null,
      reflectionDefault: protocol.reflectionModel,
    },
    {
      modelsFileText: text,
      path: 'configs/models.yaml',
      environment: installation.environment,
      secrets: systemSecrets,
      flags: { task: { endpoints: request.taskEndpoints }, reflection: {} },
    },
  );
}

/** What may be written down and can change a result: no endpoint, no key. */
export function modelIdentity(resolved: ResolvedModel): ModelIdentity {
  const { alias, provider, model, options, simulated } = resolved;
  const replyOptions = Object.entries(options as JsonObject).filter(
    // Where the key is found changes no reply.
    ([name]) => name !== 'keyVariable',
  );
  return { alias, provider, model, options: Object.fromEntries(replyOptions), simulated };
}

export interface OpenModelsOptions {
  readonly concurrency: number;
  /** Null: replies are not kept. */
  readonly replies: ReplyCache | null;
  /** Folder of replies that jobs share. Absent or null: none. */
  readonly replyCache?: string | null;
  readonly stop: AbortSignal;
  readonly signal: AbortSignal;
  /** False for a method that asks no reflection model: its endpoint need not answer. */
  readonly needsReflection: boolean;
  /** Of the waits between retries; default: the system's. */
  readonly clock?: Clock;
  /** Absent: attempts are counted, not written down. */
  readonly attempts?: Pick<AttemptBookOptions, 'log' | 'spend' | 'now'>;
}

/**
 * Do the endpoints answer, and with the right models?
 *
 * @throws PrerequisiteError naming every one that does not answer or does not serve the model
 */
export async function checkJobModels(
  models: ResolvedModels,
  options: Pick<OpenModelsOptions, 'needsReflection' | 'signal'>,
): Promise<void> {
  const problems = [await endpointProblem(models.task, options.signal)];
  if (options.needsReflection) {
    const problem = await endpointProblem(models.reflection, options.signal);
    problems.push(problem === null ? null : ofReflection(problem));
  }
  const found = problems.filter((problem) => problem !== null);
  const [first] = found;
  if (first === undefined) return;
  throw new PrerequisiteError([...new Set(found.map(({ message }) => message))].join('\n'), {
    cause: first,
    hints: [
      ...new Set(found.flatMap(({ hints }) => hints)),
      'or try without a server: --model sim',
    ],
  });
}

/** Who never asked for this model does not know what it is for. */
function ofReflection({ message, hints, kind, retry, cause }: ModelError): ModelError {
  const purpose =
    'it writes and judges prompts for the method: REFLECTION_MODEL_BASE_URL and REFLECTION_MODEL_ID name another server and model';
  return new ModelError(message, { kind, retry, hints: [...hints, purpose], cause });
}

/** Builds the chains in front of the providers. */
export async function openJobModels(
  models: ResolvedModels,
  options: OpenModelsOptions,
): Promise<JobModels> {
  const ledger = createUsageLedger();
  const { replyCache = null } = options;
  const shared = replyCache === null ? null : openSharedReplies(replyCache);
  const replies = cacheOf(options.replies, shared);
  const task = await openModel(models.task, ledger, { ...options, replies });
  const reflection = options.needsReflection
    ? await openModel(models.reflection, ledger, { ...options, replies })
    : task;
  return {
    task,
    reflection,
    confirmReachable: () => confirmReachable(models, options),
    telemetry: () => ({
      endpoints: { task: models.task.endpoints, reflection: models.reflection.endpoints },
      usage: ledger.snapshot() as unknown as Json,
      servedModels: ledger.servedModels(),
      ...(shared === null ? {} : { replyCache: { folder: shared.folder, ...shared.counts() } }),
    }),
  };
}

function cacheOf(own: ReplyCache | null, shared: SharedReplies | null): ReplyCache | null {
  return own === null || shared === null ? (own ?? shared) : layered(own, shared);
}

async function openModel(
  resolved: ResolvedModel,
  ledger: UsageLedger,
  options: OpenModelsOptions,
): Promise<ModelProvider> {
  const plugin = await namedEntry(providers, resolved.provider, 'provider')();
  const { price = 'unknown', simulated } = resolved;
  const { attempts } = options;
  const book = attempts === undefined ? undefined : attemptBook({ ...attempts, price, simulated });
  const settings = book === undefined ? resolved : { ...resolved, onSend: book.sent };
  const provider = modelChain(plugin.create(settings), {
    // A program on this machine answers again for less than a look into the file costs.
    cache: plugin.needsEndpoint ? options.replies : null,
    concurrency: options.concurrency,
    retry: {
      maxRetries: MAX_RETRIES,
      random: randomStream('retry', resolved.provider, resolved.model),
      ...(options.clock === undefined ? {} : { clock: options.clock }),
    },
    ledger,
    ...(book === undefined ? {} : { book }),
  });
  return chain(provider, stopGate(options.stop));
}

/** Many failed calls look alike, whether the server chokes on one prompt or is gone: this tells them apart. */
async function confirmReachable(models: ResolvedModels, options: OpenModelsOptions): Promise<void> {
  try {
    await checkJobModels(models, options);
  } catch (error) {
    if (!(error instanceof PrerequisiteError)) throw error;
    throw new InfrastructureError(`the endpoint is gone: ${error.message}`, {
      cause: error,
      hints: ['start it and run the same command again: it continues where it stopped'],
    });
  }
}

/** Lets calls in flight end and no new one begin. */
function stopGate(stop: AbortSignal): ModelMiddleware {
  return (next) => ({
    ...next,
    generate: async (request, signal) => {
      if (stop.aborted) throw new InterruptedError('stopping');
      return next.generate(request, signal);
    },
  });
}

/** Null when the endpoint serves the model. */
async function endpointProblem(
  resolved: ResolvedModel,
  signal: AbortSignal,
): Promise<ModelError | null> {
  const plugin = await namedEntry(providers, resolved.provider, 'provider')();
  if (!plugin.needsEndpoint) return null;
  const { alias, model, endpoints } = resolved;
  try {
    await plugin.probe(resolved, model, signal);
    return null;
  } catch (error) {
    if (!(error instanceof ModelError) || error.kind === 'aborted') throw error;
    const place = `model ${alias} is ${model} at ${endpoints.join(', ')}: see configs/models.yaml`;
    const { kind, retry } = error;
    return new ModelError(error.message, {
      kind,
      retry,
      cause: error,
      hints: [...error.hints, place],
    });
  }
}
