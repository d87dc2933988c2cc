/** What was measured in a job folder, a folder of an evaluation, a report or a file of scored answers? */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../../core/errors.ts';
import { type Measured, reportCondition } from '../../report/compare.ts';
import type { LevelReport } from '../../report/level-report.ts';
import { parseReport, readReport } from '../../report/report-files.ts';
import { readText } from '../../store/files.ts';
import { readJobDocument } from '../../store/job-folder.ts';
import type { CommandContext } from '../command.ts';
import { jobDataset, jobReport } from './job-report.ts';
import { parseScoredFile } from './scored-file.ts';

/**
 * Of a job, its frozen configuration.
 *
 * @throws UsageError when there is nothing of the kind, or a task was answered several times
 */
export async function measuredAt(typed: string, context: CommandContext): Promise<Measured> {
  const path = resolve(context.workingDirectory, typed);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    throw new UsageError(`${typed}: there is no such file or folder`, {
      hints: [
        'give a job folder, the folder of an evaluation, or a file that protocol score wrote',
      ],
    });
  }
  const measured = found.isDirectory()
    ? measuredReport(await folderReport(path, { typed, context }), typed)
    : measuredFile(readText(path) ?? '', typed);
  refuseRepeated(measured);
  return measured;
}

async function folderReport(
  folder: string,
  { typed, context }: { readonly typed: string; readonly context: CommandContext },
): Promise<LevelReport> {
  if (readJobDocument(folder, 'job') !== null) {
    if (readJobDocument(folder, 'result') === null) {
      throw new UsageError(`the job in ${typed} is not done: it has no result.json`);
    }
    return await jobReport(folder, () => jobDataset(folder, context), context.stop);
  }
  const report = readReport(folder);
  if (report !== null) return report;
  throw new UsageError(
    `${typed} holds nothing to compare: it has neither job.json nor report.json`,
  );
}

function measuredFile(text: string, typed: string): Measured {
  const report = parseReport(text);
  return report === null ? parseScoredFile(text, typed) : measuredReport(report, typed);
}

function measuredReport(report: LevelReport, name: string): Measured {
  const arm = report.arms.at(-1);
  return {
    name,
    simulated: report.simulated,
    condition: reportCondition(report),
    columns: report.columns,
    rows: arm?.rows ?? [],
    ...(arm?.cost === undefined ? {} : { cost: arm.cost }),
  };
}

function refuseRepeated({ name, rows }: Measured): void {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { taskId } of rows) (seen.has(taskId) ? repeated : seen).add(taskId);
  const [first] = repeated;
  if (first === undefined) return;
  const others = repeated.size === 1 ? '' : ` and ${repeated.size - 1} more tasks`;
  throw new UsageError(
    `${name} holds several answers to ${JSON.stringify(first)}${others}: tasks are compared one to one`,
  );
}
