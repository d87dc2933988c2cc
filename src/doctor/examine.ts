/** Is everything there that a job on this model will need? Looks at each endpoint by itself, at the cost of a few short calls. */
import type { ResolvedModel } from '../config/models.ts';
import { ModelError, PrerequisiteError } from '../core/errors.ts';
import type { Decoding, ProviderPlugin } from '../core/model.ts';
import { createHttpFetch } from '../models/transport/http-fetch.ts';
import { type Finding, fail, ok, warn } from './finding.ts';
import { replyFindings } from './reply-checks.ts';
import { factFindings, type ServerFacts, serverFacts } from './server-facts.ts';

export interface Examination {
  /** `qwen at http://localhost:8000/v1`, or the model's name alone when it has no server. */
  readonly subject: string;
  readonly findings: readonly Finding[];
}

export interface ExamineOptions {
  readonly decoding: Decoding;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** @throws UsageError for wrong options of the model; everything a server does is a finding */
export async function examineModel(
  resolved: ResolvedModel,
  plugin: ProviderPlugin,
  options: ExamineOptions,
): Promise<Examination[]> {
  if (!plugin.needsEndpoint) return [await examineProgram(resolved, plugin, options)];
  const examined: (Examination & { readonly facts: ServerFacts | null })[] = [];
  for (const endpoint of resolved.endpoints) {
    examined.push(await examineEndpoint(resolved, plugin, { endpoint, ...options }));
  }
  const replicas = replicaFinding(examined.flatMap(({ facts }) => (facts === null ? [] : [facts])));
  const all = examined.map(({ subject, findings }) => ({ subject, findings }));
  return replicas === null ? all : [...all, { subject: 'all endpoints', findings: [replicas] }];
}

async function examineProgram(
  resolved: ResolvedModel,
  plugin: ProviderPlugin,
  options: ExamineOptions,
): Promise<Examination> {
  const provider = plugin.create(resolved);
  const answered = await replyFindings(provider, resolved, options);
  const real = answered.filter(({ check, level }) => check === 'answer' && level === 'fail');
  return {
    subject: resolved.alias,
    findings: [
      warn('reachable', 'a program in this process, no server: its results are called simulated'),
      ...real,
    ],
  };
}

async function examineEndpoint(
  resolved: ResolvedModel,
  plugin: ProviderPlugin,
  { endpoint, ...options }: ExamineOptions & { readonly endpoint: string },
): Promise<Examination & { readonly facts: ServerFacts | null }> {
  const subject = `${resolved.alias} at ${endpoint}`;
  const one = { ...resolved, endpoints: [endpoint] };
  const start = options.now();
  const problem = await probed(one, plugin, options.signal);
  if (problem !== null) return { subject, findings: [problem], facts: null };
  const reached = ok('reachable', `in ${options.now() - start} ms, key accepted, model served`);
  const { facts, finding } = await factsOrNot(one, endpoint, options);
  const said = facts === null ? [finding] : factFindings(facts, one);
  const simulated = resolved.simulated
    ? [warn('simulated', 'marked so in configs/models.yaml: results say so too')]
    : [];
  const answers = await replyFindings(plugin.create(one), one, options);
  return { subject, facts, findings: [reached, ...simulated, ...said, ...answers] };
}

async function probed(
  resolved: ResolvedModel,
  plugin: ProviderPlugin,
  signal: AbortSignal,
): Promise<Finding | null> {
  try {
    await plugin.probe(resolved, resolved.model, signal);
    return null;
  } catch (error) {
    const known =
      error instanceof PrerequisiteError ||
      (error instanceof ModelError && error.kind !== 'aborted');
    if (!known) throw error;
    return fail('reachable', error.message, error.hints.join('; ') || startHint(resolved));
  }
}

function startHint({ provider, model }: ResolvedModel): string {
  return provider === 'openai'
    ? `start it, for example: vllm serve ${model}`
    : 'is the network up, and the address right?';
}

async function factsOrNot(
  resolved: ResolvedModel,
  endpoint: string,
  { now, signal }: ExamineOptions,
): Promise<{ facts: ServerFacts; finding: null } | { facts: null; finding: Finding }> {
  try {
    const facts = await serverFacts(resolved, endpoint, { fetch: createHttpFetch(), now, signal });
    return { facts, finding: null };
  } catch (error) {
    if (signal.aborted) throw error;
    return { facts: null, finding: warn('served', 'the model list could not be read again') };
  }
}

/** Replicas with other windows are other servers: where a long prompt lands would decide its fate. */
function replicaFinding(facts: readonly ServerFacts[]): Finding | null {
  if (facts.length < 2) return null;
  const windows = [
    ...new Set(facts.map(({ contextWindow }) => String(contextWindow ?? 'unknown'))),
  ];
  if (windows.length === 1) return ok('replicas', `${facts.length} endpoints, the same context`);
  return fail(
    'replicas',
    `their context windows differ: ${windows.join(', ')} tokens`,
    'start all with the same --max-model-len and the same weights',
  );
}
