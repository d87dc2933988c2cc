/** What would a sweep do, and what would it ask for? */
import { planJobs } from '../../protocol/plan/plan-jobs.ts';
import { planTotals } from '../../protocol/plan/totals.ts';

import { plannedBaselines } from '../../sweep/run/baselines.ts';
import { missingJobs } from '../../sweep/run/choose.ts';
import type { JobStatus } from '../../sweep/state/inspect.ts';
import type { CommandContext } from '../command.ts';
import { planText } from '../plan/plan-text.ts';
import { dataProgress } from '../render/data-progress.ts';
import { renderTable } from '../render/table.ts';
import type { LoadedSweep } from './load.ts';

/** The jobs and how far they are. Goes to stdout: never coloured. */
export function cellsText({ sweep, statuses }: LoadedSweep): string {
  const chosen = missingJobs(statuses);
  const { baselines } = plannedBaselines(sweep, chosen);
  const keys = new Set(chosen.map(({ job }) => job.key));
  const rows = statuses.map(({ job, state, known }) => [
    job.key,
    state,
    standingOf(known),
    keys.has(job.key) ? 'would be run' : '',
  ]);
  const seeds = baselines.length;
  const shared =
    seeds === 0 ? '' : `, ${seeds} seed ${seeds === 1 ? 'baseline' : 'baselines'} shared`;
  return [
    renderTable(['job', 'state', 'standing', ''], rows),
    `${counted(statuses.length)}, ${chosen.length} to be run${shared}\n`,
  ].join('\n');
}

function standingOf(known: JobStatus['known']): string {
  if (known === null) return '';
  return known.conformanceProblems.length === 0 ? 'conformant' : 'not conformant';
}

/** What the missing jobs would ask for, as `protocol plan` tells it; empty when none is missing. */
export async function missingPlan(
  { statuses, installation }: LoadedSweep,
  context: CommandContext,
): Promise<string> {
  const chosen = missingJobs(statuses);
  if (chosen.length === 0) return '';
  const progress = dataProgress(context);
  const found = await planJobs(
    chosen.map(({ job }) => job.request),
    { given: NOTHING_GIVEN, probe: false },
    {
      installation,
      signal: AbortSignal.any([context.stop, context.abort]),
      stop: context.stop,
      now: context.now,
      onPlanned: (done, total) => progress.onProgress({ step: 'planning', done, total }),
    },
  ).finally(() => progress.close());
  const command = context.commandLine.replace(/ --dry-run\b/, '');
  return `\n${planText(found, planTotals(found.jobs), { command, terminal: context.terminal })}`;
}

const NOTHING_GIVEN = {
  replyTokens: null,
  methodReplyTokens: null,
  latencyMs: null,
  tokensPerSecond: null,
} as const;

export function counted(jobs: number): string {
  return `${jobs} job${jobs === 1 ? '' : 's'}`;
}
