/** What would a sweep do? */

import { plannedBaselines } from '../../sweep/run/baselines.ts';
import { missingJobs } from '../../sweep/run/choose.ts';
import type { CommandContext } from '../command.ts';
import { renderTable } from '../render/table.ts';
import type { LoadedSweep } from './load.ts';

/** Goes to stdout: never coloured. */
export function dryRunText({ sweep, statuses }: LoadedSweep, context: CommandContext): string {
  const chosen = missingJobs(statuses);
  const { baselines } = plannedBaselines(sweep, chosen);
  const rows = statuses.map(({ job, state, known }) => [
    job.key,
    state,
    known === null ? '' : known.conformanceProblems.length === 0 ? 'conformant' : 'not conformant',
    chosen.some((status) => status.job.key === job.key) ? 'would be run' : '',
  ]);
  const seeds = baselines.length;
  const shared =
    seeds === 0 ? '' : `, ${seeds} seed ${seeds === 1 ? 'baseline' : 'baselines'} shared`;
  return [
    renderTable(['job', 'state', 'standing', ''], rows),
    `${counted(statuses.length)}, ${chosen.length} to be run${shared}. Nothing was run: ${context.commandLine.replace(/ --dry-run\b/, '')}\n`,
  ].join('\n');
}

export function counted(jobs: number): string {
  return `${jobs} job${jobs === 1 ? '' : 's'}`;
}
