/** What did the optimizer do, and is the gain real? One page for a browser, which needs nothing else. */
import { resolve } from 'node:path';
import type { Dataset } from '../../core/dataset.ts';
import { PrerequisiteError, UsageError } from '../../core/errors.ts';
import { pageMaterial } from '../../protocol/reporting/page-material.ts';
import { jobPage } from '../../report/page/job-page.ts';
import { writeDerivedFile } from '../../store/files.ts';
import { readJobDocument } from '../../store/job-folder.ts';
import { type CommandContext, defineCommand } from '../command.ts';
import { EXIT_DONE } from '../exit-code.ts';
import { jobDataset, jobReport } from '../reports/job-report.ts';

export const report = defineCommand({
  words: 'report',
  summary:
    'Make one HTML page of a finished job: verdict, search, cost, prompts, tasks with traces.',
  positional: {
    name: 'RUN',
    describe: 'the folder of a finished job, for example runs/maspo/apibank/single/qwen/0',
  },
  flags: {
    out: {
      kind: 'text',
      placeholder: 'FILE',
      describe:
        "where the page goes; it is replaced. Without it, report.html in the job's folder. The page holds task texts: mind the licence of the data before you pass it on",
    },
  },
  examples: [
    {
      line: 'report runs/maspo/apibank/decentralized/qwen/0',
      describe: "report.html beside the job's result",
    },
    {
      line: 'report runs/maspo/apibank/decentralized/qwen/0 --out report.html',
      describe: 'Somewhere else',
    },
  ],
  run: async ({ out }, context, typed) => {
    const folder = resolve(context.workingDirectory, typed);
    refuseUnfinished(folder, typed);
    const dataset = await dataAtHand(folder, context);
    const made = await jobReport(
      folder,
      () => dataset ?? jobDataset(folder, context),
      context.stop,
    );
    const rows = made.arms[0]?.rows ?? [];
    const material = await pageMaterial(folder, {
      columnOf: new Map(rows.map(({ taskId, column }) => [taskId, column])),
      dataset,
      signal: context.stop,
    });
    const path = resolve(context.workingDirectory, out ?? resolve(folder, 'report.html'));
    writeDerivedFile(path, jobPage({ ...material, report: made }));
    context.writeOut(`${path}\n`);
    return EXIT_DONE;
  },
});

/** @throws UsageError for a folder without a job, or with one that is not done */
export function refuseUnfinished(folder: string, typed: string): void {
  if (readJobDocument(folder, 'job') === null) {
    throw new UsageError(`${typed} is no job folder: it has no job.json`, {
      hints: ['a job folder is made by: protocol run --method … --topology …'],
    });
  }
  if (readJobDocument(folder, 'result') === null) {
    throw new UsageError(`the job in ${typed} is not done: it has no result.json`, {
      hints: ['continue it with the command line that config.yaml in it keeps'],
    });
  }
}

/** Null where it is not here: then the page has no expected answers, and says nothing of them. */
export async function dataAtHand(folder: string, context: CommandContext): Promise<Dataset | null> {
  try {
    return await jobDataset(folder, context);
  } catch (error) {
    if (!(error instanceof PrerequisiteError)) throw error;
    context.writeError(
      `${['without expected answers: the data of the job is not here.', error.message, ...error.hints].join('\n  ')}\n`,
    );
    return null;
  }
}
