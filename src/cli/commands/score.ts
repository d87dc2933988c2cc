/** How do recorded answers score? */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Dataset } from '../../core/dataset.ts';
import { PrerequisiteError, UsageError } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import { openDataset } from '../../protocol/preparation/open-dataset.ts';
import type { LevelReport } from '../../report/level-report.ts';
import { reportMarkdown } from '../../report/markdown.ts';
import { reportJson } from '../../report/report-files.ts';
import { writeFileSafely } from '../../store/files.ts';
import { type CommandContext, defineCommand } from '../command.ts';
import { EXIT_DONE } from '../exit-code.ts';
import { flagWord } from '../flags.ts';
import { reportText } from '../render/report.ts';
import { undecidedNotice } from '../render/undecided.ts';
import {
  type FileLabel,
  type FileRow,
  type FileSummary,
  scoreReport,
} from '../reports/score-report.ts';
import { evalFlags } from './eval-options.ts';
import { poolFlags, poolOptions, runFlags } from './run-options.ts';

interface ScoredFile {
  readonly rows: readonly FileRow[];
  readonly summary: FileSummary;
  /** What the figures must be read with: scorer and version, denominator, data hash, how much of the pool was answered. */
  readonly label: FileLabel & {
    readonly pool: { readonly scored: number; readonly tasks: number };
  };
}

interface FileOptions {
  readonly file: string;
  readonly signal: AbortSignal;
  readonly repeatedAnswers: boolean;
  readonly expect: 'pool' | 'evaluation' | null;
}

type ScoreFile = (source: string, options: FileOptions) => Promise<ScoredFile>;

/** Datasets that can score a file of answers have these beside the common contract. */
interface ScoresFiles {
  readonly scorePredictions?: ScoreFile;
  /** By the rules of the benchmark's authors, where they differ from the dataset's own. */
  readonly scoreOfficial?: ScoreFile;
}

export const score = defineCommand({
  words: 'score',
  summary: 'Score a file of answers; the scored rows go to a file, the summary to stdout.',
  flags: {
    dataset: runFlags.dataset,
    ...poolFlags,
    predictions: {
      kind: 'text',
      placeholder: 'FILE',
      describe: 'JSON lines with task_id and text',
      required: true,
    },
    out: {
      kind: 'text',
      placeholder: 'FILE',
      describe: 'where the scored rows go, in the order of the answers',
      required: true,
    },
    report: {
      kind: 'text',
      placeholder: 'FILE',
      describe: 'where the report goes: Markdown for a name that ends with .md, else JSON',
    },
    expect: {
      kind: 'choice',
      choices: ['pool', 'evaluation'],
      describe:
        'the tasks that must be answered, each of them and no other. Without it, any tasks of the data',
    },
    repeatedAnswers: {
      kind: 'switch',
      describe: 'a task may have several answers, each scored as a row of its own',
    },
    parserPolicy: evalFlags.parserPolicy,
    toolsearcherScorer: evalFlags.toolsearcherScorer,
    official: {
      kind: 'switch',
      describe:
        "score by the rules of the benchmark's authors instead: error categories, and calls without an answer count as wrong",
    },
  },
  examples: [
    {
      line: 'score --dataset apibank --predictions answers.jsonl --out scored.jsonl',
      describe: 'Score as the benchmark does',
    },
    {
      line: 'score --dataset apibank --predictions answers.jsonl --out scored.jsonl --expect evaluation',
      describe: 'Only if all held-out tasks are answered',
    },
    {
      line: 'score --dataset apibank --predictions answers.jsonl --out strict.jsonl --parser-policy strict',
      describe: 'The same answers, read strictly',
    },
    {
      line: 'score --dataset apibank --predictions answers.jsonl --out scored.jsonl --report report.md',
      describe: 'With a report per level, also under other scorers and beside published figures',
    },
    {
      line: 'score --dataset apibank --predictions answers.jsonl --out official.jsonl --official',
      describe: "As API-Bank's own evaluation scores levels 1 and 2",
    },
  ],
  seeAlso: 'protocol list datasets',
  run: async (values, context) => {
    const options = { ...scoringOptions(values), ...poolOptions(values) };
    refuseOverwriting(values, context);
    const source = await readPredictions(values.predictions, context);
    const opened = await openDataset(values.dataset, options, {
      installation: context,
      signal: context.stop,
    });
    const { dataset, embedder } = opened;
    const scoreFile = fileScorer(dataset, values.official);
    const { rows, summary, label } = await scoreFile(source, {
      file: values.predictions,
      signal: context.stop,
      repeatedAnswers: values.repeatedAnswers,
      expect: values.expect,
    });
    const answers = await scoreReport(
      dataset,
      { rows, label, summary, file: values.predictions },
      context.stop,
    );
    writeRows(values.out, answers.rows, context);
    if (values.report !== null) writeReportFile(values.report, answers.report, context);
    const { dataset: id, out } = values;
    context.writeOut(`${JSON.stringify({ dataset: id, out, ...label, summary })}\n`);
    const text = reportText(answers.report, {
      colour: context.terminal.colour,
      published: false,
    });
    context.writeError(`${text}\n${label.pool.scored} scored of ${label.pool.tasks} pool tasks\n`);
    context.writeError(undecidedNotice(answers.rows, embedder));
    return EXIT_DONE;
  },
});

/** @throws UsageError when an option is given that the official evaluation does not read */
function scoringOptions(values: {
  readonly official: boolean;
  readonly parserPolicy: string | null;
  readonly toolsearcherScorer: string | null;
}): { readonly [name: string]: Json } {
  const { official, parserPolicy, toolsearcherScorer } = values;
  const options: { [name: string]: Json } = {};
  if (parserPolicy !== null) options['parserPolicy'] = parserPolicy;
  if (toolsearcherScorer !== null) options['toolsearcherScorer'] = toolsearcherScorer;
  const given = Object.keys(options).map((name) => `--${flagWord(name)}`);
  if (official && given.length > 0) {
    throw new UsageError(given.map((flag) => `--official has rules of its own: leave out ${flag}`));
  }
  return options;
}

function fileScorer(dataset: Dataset & ScoresFiles, official: boolean): ScoreFile {
  const scoreFile = official ? dataset.scoreOfficial : dataset.scorePredictions;
  if (scoreFile !== undefined) return scoreFile;
  throw new UsageError(
    official
      ? `dataset "${dataset.id}" has no official evaluation of its own: leave out --official`
      : `dataset "${dataset.id}" cannot score files of answers`,
  );
}

async function readPredictions(file: string, context: CommandContext): Promise<string> {
  try {
    return await readFile(resolve(context.workingDirectory, file), 'utf8');
  } catch (cause) {
    throw new PrerequisiteError(`${file} cannot be read: ${reason(cause)}`, {
      cause,
      hints: ['--predictions names a file of JSON lines, one {"task_id": …, "text": …} each'],
    });
  }
}

/** The answers were paid for, and the scored rows do not hold them. */
function refuseOverwriting(
  { predictions, out, report }: FileNames,
  { workingDirectory }: CommandContext,
): void {
  const isSame = (left: string, right: string): boolean =>
    resolve(workingDirectory, left) === resolve(workingDirectory, right);
  const problems: string[] = [];
  if (isSame(predictions, out)) {
    problems.push(`--out ${out} is the file of answers itself; name another file`);
  }
  if (report !== null && isSame(predictions, report)) {
    problems.push(`--report ${report} is the file of answers itself; name another file`);
  }
  if (report !== null && isSame(out, report)) {
    problems.push(`--report ${report} is the file of --out; name another file`);
  }
  if (problems.length > 0) throw new UsageError(problems);
}

interface FileNames {
  readonly predictions: string;
  readonly out: string;
  readonly report: string | null;
}

function writeReportFile(file: string, report: LevelReport, context: CommandContext): void {
  const text = file.endsWith('.md') ? reportMarkdown(report) : reportJson(report);
  writeFileSafely(resolve(context.workingDirectory, file), text);
}

function writeRows(file: string, rows: readonly object[], context: CommandContext): void {
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  writeFileSafely(resolve(context.workingDirectory, file), text);
}

function reason(cause: unknown): string {
  const { code } = cause as NodeJS.ErrnoException;
  const words: { readonly [code: string]: string } = {
    ENOENT: 'there is no such file or folder',
    EACCES: 'permission denied',
    EISDIR: 'it is a folder',
  };
  return code === undefined ? String(cause) : (words[code] ?? code);
}
