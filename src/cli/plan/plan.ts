/** What would a job, or a study, ask for, cost and take? */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { PrerequisiteError } from '../../core/errors.ts';
import { planJobs } from '../../protocol/plan/plan-jobs.ts';
import { planTotals } from '../../protocol/plan/totals.ts';
import type { JobRequest } from '../../protocol/preparation/job-request.ts';
import { expandSweep } from '../../sweep/expand/expand-sweep.ts';
import { type CommandContext, defineCommand } from '../command.ts';
import { ensureData } from '../commands/ensure-data.ts';
import { jobRequest } from '../commands/run.ts';
import { EXIT_DONE } from '../exit-code.ts';
import { dataProgress } from '../render/data-progress.ts';
import { oneJob, type PlanOptions, planFlags, refuseJobFlags } from './plan-options.ts';
import { planText } from './plan-text.ts';

export const plan = defineCommand({
  words: 'plan',
  summary:
    'Tell what a job or a sweep would ask for, cost and take. Nothing is spent, unless --probe.',
  positional: {
    name: 'FILE',
    describe: 'a sweep: a YAML file with many jobs; without it, flags say which job',
    optional: true,
  },
  flags: planFlags,
  examples: [
    {
      line: 'plan --method maspo --topology decentralized --model gpt',
      describe: 'One job, with the flags of protocol run',
    },
    {
      line: 'plan --method gepa --topology sequential --budget 40',
      describe: 'What a budget can do',
    },
    {
      line: 'plan --method maspo --topology decentralized --latency-ms 800 --tokens-per-second 60',
      describe: 'How long it would take, where the pace is known',
    },
    {
      line: 'plan configs/sweeps/smoke.yaml --probe --json',
      describe: 'A study, from three tasks that are really asked',
    },
  ],
  seeAlso: 'protocol list methods · protocol list topologies',
  run: async (options, context, file: string | undefined) => {
    const { requests, command } = await requested(options, context, file);
    const { replyTokens, methodReplyTokens, latencyMs, tokensPerSecond } = options;
    const progress = dataProgress(context);
    const found = await planJobs(
      requests,
      {
        given: { replyTokens, methodReplyTokens, latencyMs, tokensPerSecond },
        probe: options.probe,
      },
      {
        installation: { ...context, memory: new Map() },
        signal: AbortSignal.any([context.stop, context.abort]),
        stop: context.stop,
        now: context.now,
        onPlanned: (done, total) => progress.onProgress({ step: 'planning', done, total }),
      },
    ).finally(() => progress.close());
    const totals = planTotals(found.jobs);
    if (options.json) {
      context.writeOut(`${JSON.stringify({ schema: 'plan-1', ...found, totals })}\n`);
    } else {
      context.writeOut(planText(found, totals, { command, terminal: context.terminal }));
    }
    return EXIT_DONE;
  },
});

async function requested(
  options: PlanOptions,
  context: CommandContext,
  file: string | undefined,
): Promise<{ readonly requests: readonly JobRequest[]; readonly command: string }> {
  const { invocation } = context;
  if (file === undefined) {
    const job = oneJob(options);
    await ensureData(job.dataset, job.data, context);
    const request = jobRequest(job, context);
    return { requests: [request], command: runCommand(context.commandLine) };
  }
  refuseJobFlags(options, file);
  const { allowAnyCell } = options;
  const text = await readSweepFile(file, context);
  const { jobs } = await expandSweep(text, {
    ...{ file, allowAnyCell },
    installation: context,
    commandLine: () => context.commandLine,
  });
  for (const dataset of new Set(jobs.map(({ cell }) => cell.dataset))) {
    await ensureData(dataset, options.data, context);
  }
  return {
    requests: jobs.map(({ request }) => request),
    command: `${invocation} sweep ${file}`,
  };
}

const PLAN_FLAGS =
  / --(probe|json|(reply-tokens|method-reply-tokens|latency-ms|tokens-per-second)[ =]\S+)(?= |$)/g;

/** The same words for `run`. */
function runCommand(commandLine: string): string {
  return commandLine.replace(/ plan(?= |$)/, ' run').replaceAll(PLAN_FLAGS, '');
}

async function readSweepFile(file: string, { workingDirectory }: CommandContext): Promise<string> {
  try {
    return await readFile(resolve(workingDirectory, file), 'utf8');
  } catch (error) {
    throw new PrerequisiteError(`${file} cannot be read`, {
      cause: error,
      hints: [
        'give the path of a sweep file, or plan one job: protocol plan --method … --topology …',
      ],
    });
  }
}
