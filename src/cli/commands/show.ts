/** What did a job find, and how did an evaluation go? */
import { resolve } from 'node:path';
import { PrerequisiteError, ProtocolError, UsageError } from '../../core/errors.ts';
import { ledgerSummary } from '../../protocol/spend/ledger-summary.ts';
import { type LevelReport, reportSummary } from '../../report/level-report.ts';
import { readReport } from '../../report/report-files.ts';
import { readJobDocument } from '../../store/job-folder.ts';
import { type CommandContext, defineCommand } from '../command.ts';
import { EXIT_DONE } from '../exit-code.ts';
import { asksInside, insideFlags, showInside } from '../inside/show-inside.ts';
import { reportText } from '../render/report.ts';
import { resultText } from '../render/result.ts';
import { jobDataset, jobReport } from '../reports/job-report.ts';
import { ledgerText } from '../reports/ledger-text.ts';

export const show = defineCommand({
  words: 'show',
  summary:
    'Print what a job or an evaluation came to: verdict, figures per level, errors, scorers.',
  positional: {
    name: 'RUN',
    describe:
      'the folder of a job or an evaluation, for example runs/maspo/apibank/single/qwen/0 or runs/eval/apibank/single/qwen',
  },
  flags: {
    ledger: {
      kind: 'switch',
      describe:
        'of a job, finished or not: what every purpose, role, model and server took in requests, tokens and money',
    },
    ...insideFlags,
    json: {
      kind: 'switch',
      describe:
        'one JSON line: of a job the content of result.json with its report under `report`, of an evaluation the report; without its rows and the figures of others. With --ledger, its sums; with --prompts, --diff, --lineage or --task, what those show',
    },
  },
  examples: [
    { line: 'show runs/maspo/apibank/decentralized/qwen/0', describe: 'For people' },
    { line: 'show runs/maspo/apibank/decentralized/qwen/0 --json', describe: 'For scripts' },
    { line: 'show runs/maspo/apibank/decentralized/qwen/0 --ledger', describe: 'What it cost' },
    { line: 'show runs/maspo/apibank/decentralized/qwen/0 --diff', describe: 'What changed' },
    { line: 'show runs/eval/apibank/single/sim', describe: 'An evaluation' },
  ],
  run: async ({ json, ledger, ...inside }, context, typed) => {
    const folder = resolve(context.workingDirectory, typed);
    const asked = { ...inside, json };
    if (asksInside(asked)) await showInside(typed, asked, context);
    else if (ledger) showLedger(folder, typed, { json, context });
    else if (readJobDocument(folder, 'job') === null)
      showEvaluation(folder, typed, { json, context });
    else await showJob(folder, typed, { json, context });
    return EXIT_DONE;
  },
});

/** It goes to stdout. */
const plain = { colour: false, published: true };

interface Showing {
  readonly json: boolean;
  readonly context: CommandContext;
}

function showLedger(folder: string, typed: string, { json, context }: Showing): void {
  const summary = ledgerSummary(folder);
  if (summary === null) {
    throw new UsageError(`there is no ledger in ${typed}: no job has asked a model there`, {
      hints: ['a job folder is made by: protocol run --method … --topology …'],
    });
  }
  context.writeOut(json ? `${JSON.stringify(summary)}\n` : ledgerText(summary));
}

async function showJob(folder: string, typed: string, { json, context }: Showing): Promise<void> {
  const result = readJobDocument(folder, 'result');
  if (result === null) {
    throw new UsageError(`the job in ${typed} is not done: it has no result.json`, {
      hints: ['continue it with the command line that config.yaml in it keeps'],
    });
  }
  const report = await availableReport(folder, context);
  if (json) {
    const shown = report === null ? result : { ...result, report: reportSummary(report) };
    context.writeOut(`${JSON.stringify(shown)}\n`);
    return;
  }
  const titles = ['method', 'dataset', 'topology', 'model', 'seed'].map((name) =>
    shownValue(result[name]),
  );
  context.writeOut(`${titles.join(' · ')}\n`);
  const outcome = { folder, result, alreadyDone: false, hasReport: report !== null };
  const terminal = { ...context.terminal, colour: false };
  context.writeOut(resultText(outcome, { terminal, workingDirectory: context.workingDirectory }));
  if (report !== null) context.writeOut(`\n${reportText(report, plain)}`);
}

/** A job is shown without a report where one can neither be read nor made. */
async function availableReport(
  folder: string,
  context: CommandContext,
): Promise<LevelReport | null> {
  try {
    return await jobReport(folder, () => jobDataset(folder, context), context.stop);
  } catch (error) {
    if (!(error instanceof ProtocolError) || error.code === 'interrupted') throw error;
    const hints = error instanceof PrerequisiteError ? error.hints : [];
    context.writeError(
      `${['no figures per level: report.json is not there and cannot be made.', error.message, ...hints].join('\n  ')}\n`,
    );
    return null;
  }
}

function showEvaluation(folder: string, typed: string, { json, context }: Showing): void {
  const report = readReport(folder);
  if (report === null) {
    throw new UsageError(
      [
        `${typed} is no job folder: it has no job.json`,
        `${typed} is no folder of an evaluation: it has no report.json`,
      ],
      {
        hints: [
          'a job folder is made by: protocol run --method … --topology …',
          'the folder of an evaluation by: protocol eval --topology …',
        ],
      },
    );
  }
  if (json) context.writeOut(`${JSON.stringify(reportSummary(report))}\n`);
  else context.writeOut(reportText(report, plain));
}

function shownValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
