/** How is one job run from the command line? */
import {
  BudgetExhaustedError,
  InfrastructureError,
  InterruptedError,
  ProtocolError,
  UsageError,
} from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { JobRequest } from '../../protocol/preparation/job-request.ts';
import { prepareJob } from '../../protocol/preparation/prepare-job.ts';
import { type JobOutcome, runJob } from '../../protocol/run-job.ts';
import { type CommandContext, defineCommand } from '../command.ts';
import { EXIT_DONE } from '../exit-code.ts';
import { createProgress, progressMode } from '../render/progress.ts';
import { resultText } from '../render/result.ts';
import { jobReport } from '../reports/job-report.ts';
import { shownPath } from '../shown-path.ts';
import { endpointProblems } from './endpoints.ts';
import { ensureData } from './ensure-data.ts';
import { gateOf } from './gate-options.ts';
import {
  answeringOf,
  pinnedOf,
  poolOptions,
  type RunOptions,
  racingOf,
  runFlags,
  scheduleOf,
} from './run-options.ts';
import { capsOf, withRaisedCap } from './spend-options.ts';

export const run = defineCommand({
  words: 'run',
  summary:
    'Run one job: optimise on train tasks, select on validation tasks, measure on test tasks.',
  flags: runFlags,
  examples: [
    {
      line: 'run --method maspo --topology decentralized --seed 0',
      describe: 'A job of the experiment grid; the same command continues it after a stop',
    },
    {
      line: 'run --method random --topology sequential --model sim --budget 40',
      describe: 'The same without a server, on a simulated model',
    },
    {
      line: 'run --method maspo --topology centralized --optimize prompts,topology --max-call-ratio 2',
      describe: 'Prompts and topology parameters, at up to twice the model calls',
    },
    {
      line: 'run --method credo --topology sequential --model sim --space wide --parameter temperature=0.3',
      describe: 'Roles, edges and worked examples too, at one temperature',
    },
  ],
  seeAlso: 'protocol list methods · protocol list topologies',
  run: async (options, context) => {
    await performRun(options, context);
    return EXIT_DONE;
  },
});

/** Runs, continues or reads the job; prints its result on stderr and one JSON line on stdout. */
export async function performRun(
  options: RunOptions,
  context: CommandContext,
): Promise<{ readonly folder: string }> {
  await ensureData(options.dataset, options.data, context);
  const { job, title, notices } = await prepareJob(jobRequest(options, context), context);
  const mode = progressMode(options, context.terminal);
  const { terminal, now, writeError } = context;
  const progress = createProgress({
    mode,
    logLevel: options.logLevel,
    terminal,
    now,
    write: writeError,
  });
  progress.listen({ kind: 'job-started', title, notices });
  let outcome: JobOutcome;
  try {
    outcome = await runJob(job, {
      process: context.process,
      now,
      listen: progress.listen,
      stop: context.stop,
      abort: context.abort,
    });
    if (outcome.result !== null) {
      await jobReport(outcome.folder, () => job.parts.dataset, context.abort);
    }
  } catch (error) {
    throw resumable(error, context.commandLine);
  } finally {
    progress.close();
  }
  if (mode === 'live' || mode === 'plain') {
    writeError(resultText({ ...outcome, hasReport: outcome.result !== null }, context));
  }
  context.writeOut(`${JSON.stringify(dataLine(outcome, options, context))}\n`);
  return { folder: shownPath(outcome.folder, context.workingDirectory) };
}

/** What the flags ask for. @throws UsageError for those that mean nothing together */
export function jobRequest(
  options: Omit<RunOptions, 'quiet' | 'logLevel' | 'json'>,
  context: Pick<CommandContext, 'commandLine'>,
): JobRequest {
  const problems = endpointProblems(options.taskEndpoints);
  if (problems.length > 0) throw new UsageError(problems);
  const { teamSize, communication, rounds, aggregation } = options;
  return {
    method: options.method,
    methodOptions: options.option,
    dataset: options.dataset,
    datasetOptions: { ...taskOption(options.task), ...poolOptions(options) },
    topology: options.topology,
    parameters: { teamSize, communication, rounds, aggregation },
    ...answeringOf(options),
    framework: options.framework,
    model: options.model,
    taskEndpoints: options.taskEndpoints,
    seed: options.seed,
    budget: options.budget,
    ...(options.budgetTokens === null ? {} : { budgetTokens: options.budgetTokens }),
    optimize: options.optimize,
    maxCallRatio: options.maxCallRatio,
    ...pinnedOf(options),
    ...(options.space === 'wide' ? { space: options.space } : {}),
    ...racingOf(options),
    ...scheduleOf(options),
    strict: options.strict,
    ...gateOf(options),
    split: options.split,
    splitSeed: options.splitSeed,
    allowAnyCell: options.allowAnyCell,
    ...capsOf(options),
    phase: options.phase,
    out: options.out,
    concurrency: options.concurrency,
    evaluationCache: options.evaluationCache,
    replyCache: options.cache,
    commandLine: context.commandLine,
  };
}

/** @throws UsageError for whole samples: a method learns from single answers with a score of their own */
function taskOption(task: RunOptions['task']): JobRequest['datasetOptions'] {
  if (task === 'samples') {
    throw new UsageError('--task samples: a job scores single answers, not whole samples', {
      hints: [
        'run the job on --task calls and evaluate what it found: protocol eval --task samples --config FOLDER/frozen.json',
      ],
    });
  }
  return task === 'replies' ? { task } : {};
}

/** What stopped can go on: the error says with which command. */
export function resumable(error: unknown, commandLine: string): unknown {
  if (!(error instanceof ProtocolError)) return error;
  const details = { hints: [...error.hints, `continue with: ${commandLine}`], cause: error };
  switch (error.code) {
    case 'interrupted':
      return new InterruptedError(`${error.message} Continue with:`, {
        hints: [commandLine],
        cause: error,
      });
    case 'infrastructure':
      return new InfrastructureError(error.message, details);
    case 'budget-exhausted':
      return new BudgetExhaustedError(error.message, {
        hints: [
          ...error.hints,
          `raise the cap and go on: ${withRaisedCap(commandLine, error.message)}`,
        ],
        cause: error,
      });
    default:
      return error;
  }
}

/** The one line on stdout. The folder is relative to where the user stands. */
function dataLine(outcome: JobOutcome, options: RunOptions, context: CommandContext): JsonObject {
  const folder = shownPath(outcome.folder, context.workingDirectory);
  return outcome.result === null
    ? { status: 'incomplete', phase: options.phase, folder }
    : { ...outcome.result, folder };
}
