/** How does a team do as it is, without a method? */
import { readProtocolConfig } from '../../config/protocol.ts';
import { InfrastructureError, UsageError } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import type { ToolCounts } from '../../core/rollout.ts';
import { replayReferences } from '../../protocol/eval/replay-references.ts';
import { runEval } from '../../protocol/eval/run-eval.ts';
import type { EvalSelection } from '../../protocol/eval/select-tasks.ts';
import type { TeamRequest } from '../../protocol/preparation/job-request.ts';
import { readConfig } from '../../protocol/preparation/prepare-team.ts';
import { type CommandContext, defineCommand } from '../command.ts';
import { EXIT_DONE, EXIT_FAILED } from '../exit-code.ts';
import { cardText } from '../render/card.ts';
import { dataProgress } from '../render/data-progress.ts';
import { renderTable } from '../render/table.ts';
import { shownPath } from '../shown-path.ts';
import { endpointProblems } from './endpoints.ts';
import { DEFAULT_EVAL_LIMIT, type EvalOptions, evalFlags } from './eval-options.ts';
import { answeringOf } from './run-options.ts';

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
      line: 'eval --topology single --summary --limit 100',
      describe: 'No model: do the reference answers score correct?',
    },
  ],
  seeAlso: 'protocol list topologies · protocol list models',
  run: async (options, context) => {
    const problems = endpointProblems(options.taskEndpoints);
    if (problems.length > 0) throw new UsageError(problems);
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
  const strata = accuracies(outcome.rows);
  const folder = shownPath(outcome.folder, context.workingDirectory);
  if (!options.quiet && !options.json) {
    context.writeError(
      `${outcome.title}\n${accuracyTable(strata)}${toolsLine(outcome.tools)}results in ${folder}\n`,
    );
  }
  const { simulated, answerMode, tools } = outcome;
  const line = {
    dataset: options.dataset,
    topology: options.topology,
    answerMode,
    simulated,
    ...strata,
    ...(tools === null ? {} : { tools }),
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

function teamRequest(options: EvalOptions): TeamRequest {
  const { teamSize, communication, rounds, toolsearcherScorer, parserPolicy } = options;
  const datasetOptions: { [name: string]: Json } = {};
  if (toolsearcherScorer !== null) datasetOptions['toolsearcherScorer'] = toolsearcherScorer;
  if (parserPolicy !== null) datasetOptions['parserPolicy'] = parserPolicy;
  return {
    dataset: options.dataset,
    datasetOptions,
    topology: options.topology,
    parameters: { teamSize, communication, rounds, aggregation: null },
    model: options.model,
    taskEndpoints: options.taskEndpoints,
    seed: options.seed,
    concurrency: options.concurrency,
    ...answeringOf(options),
  };
}

function selectionOf(options: EvalOptions): EvalSelection {
  const { level, offset, only, curatedPath } = options;
  return { level, offset, only, curatedPath, limit: options.limit ?? DEFAULT_EVAL_LIMIT };
}

function evalProgress(
  options: EvalOptions,
  context: CommandContext,
): ReturnType<typeof dataProgress> {
  if (options.json) {
    const onProgress: ReturnType<typeof dataProgress>['onProgress'] = (progress) =>
      context.writeError(`${JSON.stringify({ kind: 'task-finished', ...progress })}\n`);
    return { onProgress, close: () => undefined };
  }
  if (options.quiet) return { onProgress: () => undefined, close: () => undefined };
  return dataProgress(context);
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

function accuracyTable({ all, strata }: Accuracies): string {
  const rows = [...Object.entries(strata), ['all', all] as const];
  return renderTable(
    ['', 'planned', 'scored', 'correct', 'accuracy'],
    rows.map(([name, { planned, scored, correct, accuracy }]) => [
      name,
      planned,
      scored,
      correct,
      accuracy === null ? '—' : `${(100 * accuracy).toFixed(1)} %`,
    ]),
  );
}

/** How the answers came about; nothing for answers written as text. */
function toolsLine(tools: ToolCounts | null): string {
  if (tools === null) return '';
  const { turns, proposed, several, plainText, repaired, damaged, truncated, executed } = tools;
  return `${proposed} calls proposed in ${turns} turns (${several} replies with several), ${plainText} answers as plain text, ${repaired} repaired, ${damaged} damaged, ${truncated} truncated, ${executed} calls carried out\n`;
}

/** Too many tasks without an observation: the numbers above say nothing about the team. */
async function refuseWhenUnobserved(all: Accuracy, context: CommandContext): Promise<void> {
  const { infrastructureRate } = await readConfig(context, 'protocol.yaml', readProtocolConfig);
  const lost = all.planned - all.scored;
  if (lost <= infrastructureRate * all.planned) return;
  throw new InfrastructureError(
    `${lost} of ${all.planned} tasks could not be observed; at most ${100 * infrastructureRate} % may`,
    { hints: ['the error of each stands in results.jsonl; run the same command again'] },
  );
}
