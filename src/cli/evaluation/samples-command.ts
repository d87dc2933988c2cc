/** How does a team do on whole samples, as told on the command line? */
import { UsageError } from '../../core/errors.ts';
import { runSamples, type SamplesOutcome } from '../../protocol/eval/run-samples.ts';
import { type SampleSummary, sampleSummary } from '../../protocol/eval/sample-summary.ts';
import type { CommandContext } from '../command.ts';
import type { EvalOptions } from '../commands/eval-options.ts';
import { EXIT_DONE } from '../exit-code.ts';
import { shownPath } from '../shown-path.ts';
import { evalProgress, refuseWhenUnobserved, selectionOf, teamRequest } from './eval-request.ts';

export async function samplesCommand(
  options: EvalOptions,
  context: CommandContext,
): Promise<number> {
  refuseStrangeFlags(options);
  const { config, outDir, out, maxTurns } = options;
  const progress = evalProgress(options, context);
  let outcome: SamplesOutcome;
  try {
    outcome = await runSamples(
      { ...teamRequest(options), selection: selectionOf(options), config, outDir, out, maxTurns },
      context,
      {
        stop: context.stop,
        abort: context.abort,
        onTask: (done, total) => progress.onProgress({ step: 'samples', done, total }),
      },
    );
  } finally {
    progress.close();
  }
  const summary = sampleSummary(outcome.rows);
  const folder = shownPath(outcome.folder, context.workingDirectory);
  if (!options.quiet && !options.json) {
    const capped = maxTurns === null ? 'twice the calls and two more' : String(maxTurns);
    context.writeError(`${outcome.title}\n${summaryText(summary, capped)}results in ${folder}\n`);
  }
  const { dataset, topology, task } = options;
  const { simulated } = outcome;
  const line = { dataset, task, topology, simulated, maxTurns, ...summary, folder };
  context.writeOut(`${JSON.stringify(line)}\n`);
  await refuseWhenUnobserved(summary, context);
  return EXIT_DONE;
}

function refuseStrangeFlags({ summary, answerMode }: EvalOptions): void {
  const problems = [
    ...(summary ? ['--summary scores single reference answers: leave out --task samples'] : []),
    ...(answerMode === 'tools'
      ? ['--answer-mode tools answers single calls: leave out --task samples']
      : []),
  ];
  if (problems.length > 0) throw new UsageError(problems);
}

/** @param cap in words */
function summaryText(summary: SampleSummary, cap: string): string {
  const { scored, planned, solved, sampleAccuracy, interval, turnsToFinish } = summary;
  const { n, mean, median, fewest } = turnsToFinish;
  const missing = planned - scored;
  const lines = [
    `samples solved   ${solved} of ${scored}${rateText(sampleAccuracy, interval)}`,
    mean === null
      ? 'turns to finish  —, as no sample was solved'
      : `turns to finish  mean ${mean.toFixed(1)}, median ${median ?? 0} over ${n} solved (their recorded calls: ${fewest?.toFixed(1) ?? 0})`,
    `recorded calls   ${summary.made} of ${summary.steps} made, in any order; turns at most ${cap}`,
    ...(summary.undecided > 0
      ? [
          `undecided        ${summary.undecided} answers counted as no step: an embedding model would tell what their keywords find`,
        ]
      : []),
    ...(missing > 0 ? [`not observed     ${missing} of ${planned}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function rateText(rate: number | null, interval: SampleSummary['interval']): string {
  if (rate === null || interval === null) return '';
  const percent = (value: number): string => (100 * value).toFixed(1);
  return `: sample accuracy ${percent(rate)} % (95 % ${percent(interval.low)} to ${percent(interval.high)})`;
}
