/** How does a team do as it is, without a method? */
import { UsageError } from '../../core/errors.ts';
import { randomStream } from '../../core/random.ts';
import type { ToolCounts } from '../../core/rollout.ts';
import { meanScores } from '../../protocol/eval/mean-scores.ts';
import { replayReferences } from '../../protocol/eval/replay-references.ts';
import { runEval } from '../../protocol/eval/run-eval.ts';
import { levelReport, reportSummary } from '../../report/level-report.ts';
import { writeReport } from '../../report/report-files.ts';
import { type CommandContext, defineCommand } from '../command.ts';
import {
  evalProgress,
  refuseWhenUnobserved,
  selectionOf,
  teamRequest,
} from '../evaluation/eval-request.ts';
import { samplesCommand } from '../evaluation/samples-command.ts';
import { EXIT_DONE, EXIT_FAILED } from '../exit-code.ts';
import { cardText } from '../render/card.ts';
import { reportText } from '../render/report.ts';
import { shellLine } from '../shell-words.ts';
import { shownPath } from '../shown-path.ts';
import { endpointProblems } from './endpoints.ts';
import { type EvalOptions, evalFlags } from './eval-options.ts';

export const evaluate = defineCommand({
  words: 'eval',
  summary: 'Evaluate a team as it is: its seed prompts, or a frozen configuration.',
  flags: evalFlags,
  examples: [
    {
      line: 'eval --topology single --model sim',
      describe: 'Two tasks on a simulated model: is everything connected?',
    },
    {
      line: 'eval --topology decentralized --level 3 --limit 50 --offset 50',
      describe: 'The second fifty tasks of level 3',
    },
    {
      line: 'eval --topology centralized --config runs/maspo/apibank/centralized/qwen/0/frozen.json --limit 100',
      describe: 'What a job has found, on the held-out tasks',
    },
    {
      line: 'eval --topology decentralized --model sim --answer-mode tools --tools execute',
      describe: 'Peers call functions and see what comes back before they vote',
    },
    {
      line: 'eval --topology single --summary --limit 100',
      describe: 'No model: do the reference answers score correct?',
    },
    {
      line: 'eval --topology single --task replies --limit 61',
      describe: 'What the assistant says after a call, by ROUGE-L',
    },
    {
      line: 'eval --topology single --task samples --level 3 --limit 50',
      describe: 'Whole errands of level 3: how many are solved, in how many turns?',
    },
  ],
  seeAlso: 'protocol list topologies · protocol list models',
  run: async (options, context) => {
    const problems = endpointProblems(options.taskEndpoints);
    if (problems.length > 0) throw new UsageError(problems);
    if (options.task === 'samples') return await samplesCommand(options, context);
    if (options.maxTurns !== null) {
      throw new UsageError('--max-turns is for whole samples: add --task samples, or leave it out');
    }
    return options.summary
      ? await replayCommand(options, context)
      : await evalCommand(options, context);
  },
});

async function evalCommand(options: EvalOptions, context: CommandContext): Promise<number> {
  const { config, outDir, out } = options;
  const progress = evalProgress(options, context);
  let outcome: Awaited<ReturnType<typeof runEval>>;
  try {
    outcome = await runEval(
      { ...teamRequest(options), selection: selectionOf(options), config, outDir, out },
      context,
      {
        stop: context.stop,
        abort: context.abort,
        onTask: (done, total) => progress.onProgress({ step: 'evaluate', done, total }),
      },
    );
  } finally {
    progress.close();
  }
  const { measure } = outcome;
  const strata = measure === null ? accuracies(outcome.rows) : meanScores(outcome.rows);
  const report = levelReport(outcome.report, () => randomStream('bootstrap', 'eval'));
  writeReport(outcome.folder, report);
  const folder = shownPath(outcome.folder, context.workingDirectory);
  if (!options.quiet && !options.json) {
    const text = reportText(report, { colour: context.terminal.colour, published: false });
    context.writeError(
      `${text}\n${toolsLine(outcome.tools)}results in ${folder}\nagain, with the figures of others: ${context.invocation} ${shellLine(['show', folder])}\n`,
    );
  }
  const { simulated, answerMode, tools } = outcome;
  const line = {
    dataset: options.dataset,
    ...(options.task === 'calls' ? {} : { task: options.task }),
    topology: options.topology,
    answerMode,
    simulated,
    ...(measure === null ? {} : { measure }),
    ...strata,
    ...(tools === null ? {} : { tools }),
    report: reportSummary(report),
    folder,
  };
  context.writeOut(`${JSON.stringify(line)}\n`);
  await refuseWhenUnobserved(strata.all, context);
  return EXIT_DONE;
}

async function replayCommand(options: EvalOptions, context: CommandContext): Promise<number> {
  const request = { ...teamRequest(options), selection: selectionOf(options) };
  const { card, rows } = await replayReferences(request, context, context.stop);
  const correct = rows.filter((row) => row.correct).length;
  if (!options.quiet) context.writeError(cardText(card));
  const wrong = rows
    .filter((row) => !row.correct)
    .map(({ taskId, error }) => ({ task_id: taskId, error }));
  const line = { dataset: options.dataset, tasks: rows.length, correct, wrong };
  context.writeOut(`${JSON.stringify(line)}\n`);
  return wrong.length === 0 ? EXIT_DONE : EXIT_FAILED;
}

interface Accuracy {
  readonly planned: number;
  /** Observed; the others are neither right nor wrong. */
  readonly scored: number;
  readonly correct: number;
  readonly accuracy: number | null;
}

interface Accuracies {
  readonly all: Accuracy;
  readonly strata: { readonly [stratum: string]: Accuracy };
}

type Row = Awaited<ReturnType<typeof runEval>>['rows'][number];

function accuracies(rows: readonly Row[]): Accuracies {
  const names = [...new Set(rows.map((row) => row.stratum))].sort();
  const strata = names.map(
    (name) => [name, accuracyOf(rows.filter((row) => row.stratum === name))] as const,
  );
  return { all: accuracyOf(rows), strata: Object.fromEntries(strata) };
}

function accuracyOf(rows: readonly Row[]): Accuracy {
  const scored = rows.filter((row) => row.correct !== null).length;
  const correct = rows.filter((row) => row.correct === true).length;
  return {
    planned: rows.length,
    scored,
    correct,
    accuracy: scored === 0 ? null : correct / scored,
  };
}

/** How the answers came about; nothing for answers written as text. */
function toolsLine(tools: ToolCounts | null): string {
  if (tools === null) return '';
  const { turns, proposed, several, plainText, repaired, damaged, truncated, executed } = tools;
  return `${proposed} calls proposed in ${turns} turns (${several} replies with several), ${plainText} answers as plain text, ${repaired} repaired, ${damaged} damaged, ${truncated} truncated, ${executed} calls carried out\n`;
}
