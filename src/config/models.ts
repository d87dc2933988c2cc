/** Which model does a name mean, where does it run, and with what key? */
import { UsageError } from '../core/errors.ts';
import type { Price } from '../core/price.ts';
import { closestName, didYouMean } from './did-you-mean.ts';
import {
  endpointProblem,
  type ModelEntry,
  type ModelsFile,
  readModelsFile,
  type ServerEntry,
} from './models-file.ts';
import { apiKeyOf, type KeyContext } from './secrets.ts';

/** The team at work, or the method that writes prompts and judges. */
export type ModelPurpose = 'task' | 'reflection';

export interface ModelFlags {
  /** Base URLs of equal replicas; none leaves them to the environment and the file. */
  readonly endpoints?: readonly string[] | undefined;
  readonly timeoutMs?: number | undefined;
}

export interface ModelContext extends KeyContext {
  readonly modelsFileText: string;
  /** Of the models file, as the user should read it in messages. */
  readonly path: string;
  readonly flags: ModelFlags;
  /** Default `task`. */
  readonly purpose?: ModelPurpose;
}

export interface ResolvedModel {
  /** How the job is called by: a name of the file, or the id as it was given. */
  readonly alias: string;
  /** A folder under src/models/. */
  readonly provider: string;
  /** The server's model id. */
  readonly model: string;
  readonly endpoints: readonly string[];
  /** Secret: hand it to the provider and nowhere else, and never write it down. */
  readonly apiKey: string | null;
  readonly timeoutMs: number;
  readonly options: { readonly [name: string]: unknown };
  readonly simulated: boolean;
  /** Changes no reply: never part of a job's identity. Absent: unknown. */
  readonly price?: Price;
}

/**
 * A name of the models file, `<server>:<model id>`, or a full model id with a slash. Settings: flag before environment
 * before file.
 *
 * @throws UsageError for an unknown name or a wrong value, naming the flag or variable
 * @throws ConfigError for problems of the file
 */
export function resolveModel(name: string, context: ModelContext): ResolvedModel {
  const file = readModelsFile(context.modelsFileText, context.path);
  return settle(findModel(name, file, context), file, context);
}

export interface ModelNames {
  readonly task: string;
  /** What the user asked for; null when nothing was said. */
  readonly reflection: string | null;
  /** The protocol's default. */
  readonly reflectionDefault: string;
}

export interface ModelsContext extends Omit<ModelContext, 'purpose' | 'flags'> {
  readonly flags: { readonly task: ModelFlags; readonly reflection: ModelFlags };
}

export interface ResolvedModels {
  readonly task: ResolvedModel;
  readonly reflection: ResolvedModel;
}

/**
 * Both models of a job. The reflection model: the name given, else the task model where that is simulated (a
 * rehearsal asks no real model, whatever the environment holds), else REFLECTION_MODEL_ID, else the protocol's default.
 * REFLECTION_MODEL_ID may be any id of the reflection server, also one without a slash.
 *
 * @throws UsageError, ConfigError as {@link resolveModel}
 */
export function resolveModels(names: ModelNames, context: ModelsContext): ResolvedModels {
  const task = resolveModel(names.task, { ...context, flags: context.flags.task });
  const reflectionContext = {
    ...context,
    flags: context.flags.reflection,
    taskFlags: context.flags.task,
    purpose: 'reflection' as const,
  };
  return { task, reflection: resolveReflection(names, task, reflectionContext) };
}

function resolveReflection(
  names: ModelNames,
  task: ResolvedModel,
  context: ModelContext & { readonly taskFlags: ModelFlags },
): ResolvedModel {
  if (names.reflection !== null) return resolveModel(names.reflection, context);
  if (task.simulated) return resolveModel(task.alias, { ...context, flags: context.taskFlags });
  const id = context.environment['REFLECTION_MODEL_ID']?.trim() ?? '';
  if (id === '') return resolveModel(names.reflectionDefault, context);
  const file = readModelsFile(context.modelsFileText, context.path);
  const isName = Object.hasOwn(file.models, id) || /[/:]/.test(id);
  if (isName) return resolveModel(id, context);
  const entry = { server: file.defaults.reflection.server, model: id };
  return settle({ alias: id, entry }, file, context);
}

interface FoundModel {
  readonly alias: string;
  readonly entry: ModelEntry;
}

function findModel(name: string, file: ModelsFile, context: ModelContext): FoundModel {
  const entry = Object.hasOwn(file.models, name) ? file.models[name] : undefined;
  if (entry !== undefined) return { alias: name, entry };
  const colon = name.indexOf(':');
  const server = colon < 0 ? '' : name.slice(0, colon);
  if (Object.hasOwn(file.servers, server) && colon + 1 < name.length) {
    return { alias: name, entry: { server, model: name.slice(colon + 1) } };
  }
  const meant = server === '' ? null : closestName(server, Object.keys(file.servers));
  if (meant !== null && !Object.hasOwn(file.servers, server)) {
    const better = `${meant}${name.slice(colon)}`;
    throw new UsageError(
      `unknown server "${server}" in model "${name}". Did you mean "${better}"?`,
    );
  }
  if (!name.includes('/')) throw unknownModel(name, file, context);
  // The id of a named model is that model: one job, not two.
  const named = Object.entries(file.models).find(([, { model }]) => model === name);
  if (named !== undefined) return { alias: named[0], entry: named[1] };
  const fallback = file.defaults[context.purpose ?? 'task'].server;
  return { alias: name, entry: { server: fallback, model: name } };
}

function unknownModel(name: string, file: ModelsFile, context: ModelContext): UsageError {
  const known = Object.keys(file.models);
  const suggestion = didYouMean(name, known);
  const list = suggestion === '' ? `. Known: ${known.join(', ')}` : suggestion;
  const server = file.defaults[context.purpose ?? 'task'].server;
  return new UsageError(`unknown model ${JSON.stringify(name)}${list}`, {
    hints: [
      `${server}:${name} is the model with this id on the server ${server}`,
      `add a name under models in ${context.path}`,
    ],
  });
}

function settle(found: FoundModel, file: ModelsFile, context: ModelContext): ResolvedModel {
  const { alias, entry } = found;
  const server = file.servers[entry.server];
  // The file was checked to name only servers that it has.
  if (server === undefined) throw new UsageError(`unknown server "${entry.server}"`);
  const { flags } = context;
  const purpose = file.defaults[context.purpose ?? 'task'];
  // A key of a model without a network could only be a mistake.
  const hasEndpoints = server.endpoints !== undefined;
  const keyVariable = server.apiKeyVariable;
  const endpoints = endpointsOf(alias, server, context);
  return {
    alias,
    provider: server.provider,
    model: entry.model,
    endpoints,
    apiKey: hasEndpoints
      ? apiKeyOf(keyVariable ?? `${server.provider.toUpperCase()}_API_KEY`, context)
      : null,
    timeoutMs: flags.timeoutMs ?? entry.timeoutMs ?? server.timeoutMs ?? purpose.timeoutMs,
    options: {
      ...(keyVariable !== undefined && { keyVariable }),
      ...server.options,
      ...entry.options,
    },
    simulated: server.simulated ?? false,
    price: priceOf(entry, file, endpoints),
  };
}

/**
 * The model's own price; of an id that is no name of the file, that of the named model which is the same; else the
 * server's. That a server is free holds where the file says it is: no paid service is spoken to without TLS, and another
 * `https` address may be one.
 */
function priceOf(entry: ModelEntry, file: ModelsFile, endpoints: readonly string[]): Price {
  const same = Object.values(file.models).filter(
    ({ server, model, price }) =>
      server === entry.server && model === entry.model && price !== undefined,
  );
  const own = entry.price ?? same[0]?.price;
  if (own !== undefined) return own;
  const server = file.servers[entry.server];
  const isThere = endpoints.every(
    (url) => url.startsWith('http:') || server?.endpoints?.includes(url) === true,
  );
  return server?.price !== undefined && isThere ? server.price : 'unknown';
}

/** REFLECTION_MODEL_BASE_URL goes before the server's own variables when the method asks a server of ours. */
function endpointsOf(alias: string, server: ServerEntry, context: ModelContext): string[] {
  const { flags, environment } = context;
  const written = server.endpoints ?? [];
  if (flags.endpoints !== undefined && flags.endpoints.length > 0) {
    if (written.length === 0) {
      throw new UsageError(`model ${JSON.stringify(alias)} has no endpoint that a flag could set`);
    }
    return checkedUrls('--task-endpoints', flags.endpoints);
  }
  const own = server.endpointVariables ?? [];
  const isReflection = context.purpose === 'reflection' && own.length > 0;
  const variables = isReflection ? ['REFLECTION_MODEL_BASE_URL', ...own] : own;
  for (const variable of variables) {
    const given = readList(variable, environment[variable] ?? '');
    if (given.length > 0) return given;
  }
  return [...written];
}

function readList(source: string, text: string): string[] {
  const urls = text.split(',').filter((url) => url.trim() !== '');
  return checkedUrls(source, urls);
}

function checkedUrls(source: string, given: readonly string[]): string[] {
  const urls = given.map((url) => url.trim());
  const problems = urls.flatMap((url) => {
    const problem = endpointProblem(url);
    return problem === null ? [] : [`${source}: ${problem}`];
  });
  if (problems.length > 0) throw new UsageError(problems);
  return urls;
}
