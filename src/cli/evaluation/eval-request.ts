/** What does a command line ask of an evaluation, and when does its result not count? */
import { readProtocolConfig } from '../../config/protocol.ts';
import { InfrastructureError } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import type { EvalSelection } from '../../protocol/eval/select-tasks.ts';
import type { TeamRequest } from '../../protocol/preparation/job-request.ts';
import { readConfig } from '../../protocol/preparation/prepare-team.ts';
import type { CommandContext } from '../command.ts';
import { DEFAULT_EVAL_LIMIT, type EvalOptions } from '../commands/eval-options.ts';
import { answeringOf, pinnedOf, poolOptions } from '../commands/run-options.ts';
import { dataProgress } from '../render/data-progress.ts';

export function teamRequest(options: EvalOptions): TeamRequest {
  const { teamSize, communication, rounds, toolsearcherScorer, parserPolicy, task } = options;
  const datasetOptions: { [name: string]: Json } = { ...poolOptions(options) };
  if (toolsearcherScorer !== null) datasetOptions['toolsearcherScorer'] = toolsearcherScorer;
  if (parserPolicy !== null) datasetOptions['parserPolicy'] = parserPolicy;
  if (task === 'replies') datasetOptions['task'] = task;
  return {
    dataset: options.dataset,
    datasetOptions,
    topology: options.topology,
    parameters: { teamSize, communication, rounds, aggregation: null },
    ...pinnedOf(options),
    model: options.model,
    taskEndpoints: options.taskEndpoints,
    seed: options.seed,
    concurrency: options.concurrency,
    ...answeringOf(options),
    replyCache: options.cache,
  };
}

export function selectionOf(options: EvalOptions): EvalSelection {
  const { level, offset, only, curatedPath } = options;
  return { level, offset, only, curatedPath, limit: options.limit ?? DEFAULT_EVAL_LIMIT };
}

export function evalProgress(
  options: EvalOptions,
  context: CommandContext,
): ReturnType<typeof dataProgress> {
  if (options.json) {
    const onProgress: ReturnType<typeof dataProgress>['onProgress'] = (progress) =>
      context.writeError(`${JSON.stringify({ kind: 'task-finished', ...progress })}\n`);
    return { onProgress, close: () => undefined };
  }
  if (options.quiet) return { onProgress: () => undefined, close: () => undefined };
  return dataProgress(context);
}

/** Too many tasks without an observation: the numbers above say nothing about the team. */
export async function refuseWhenUnobserved(
  all: { readonly planned: number; readonly scored: number },
  context: CommandContext,
): Promise<void> {
  const { infrastructureRate } = await readConfig(context, 'protocol.yaml', readProtocolConfig);
  const lost = all.planned - all.scored;
  if (lost <= infrastructureRate * all.planned) return;
  throw new InfrastructureError(
    `${lost} of ${all.planned} tasks could not be observed; at most ${100 * infrastructureRate} % may`,
    { hints: ['the error of each stands in results.jsonl; run the same command again'] },
  );
}
