/** Where does the report of a finished job come from? From its folder, or anew from its sealed test and the dataset. */
import type { Dataset } from '../../core/dataset.ts';
import { StoreError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { jobReportMaterial } from '../../protocol/job-report.ts';
import { openDataset } from '../../protocol/preparation/open-dataset.ts';
import { type LevelReport, levelReport } from '../../report/level-report.ts';
import { readReport, writeReport } from '../../report/report-files.ts';
import { readJobDocument } from '../../store/job-folder.ts';
import type { CommandContext } from '../command.ts';

/**
 * Reads the report of the folder; one that is not there is made and written. The same bytes whenever it is made.
 *
 * @param open asked only when the report has to be made
 * @throws PrerequisiteError when the data is not here, or not what the job was measured on
 */
export async function jobReport(
  folder: string,
  open: () => Dataset | Promise<Dataset>,
  signal: AbortSignal,
): Promise<LevelReport> {
  const present = readReport(folder);
  if (present !== null) return present;
  const { input, random } = await jobReportMaterial(folder, await open(), signal);
  const report = levelReport(input, random);
  writeReport(folder, report);
  return report;
}

/** The dataset of a job folder as this installation opens it. @throws PrerequisiteError when its data is not here */
export async function jobDataset(
  folder: string,
  context: Pick<CommandContext, 'packageRoot' | 'workingDirectory' | 'environment' | 'stop'>,
): Promise<Dataset> {
  const job = readJobDocument(folder, 'job');
  if (job === null) throw new StoreError(`${folder}/job.json is missing`);
  const identity = job['identity'] as JsonObject;
  const { id, reopen = {} } = identity['dataset'] as { id: string; reopen?: JsonObject };
  const opened = await openDataset(id, reopen, { installation: context, signal: context.stop });
  return opened.dataset;
}
