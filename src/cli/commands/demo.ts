/** What does the tool do, shown in under a minute without key, data or network? */
import { type CommandContext, defineCommand } from '../command.ts';
import { EXIT_DONE } from '../exit-code.ts';
import { readFlags } from '../read-flags.ts';
import { shellLine } from '../shell-words.ts';
import { performRun } from './run.ts';
import { poolFlags, runFlags } from './run-options.ts';

/** The job that the demo is: nothing but flags of `protocol run`. */
const JOB = [
  ['--method', 'maspo'],
  ['--topology', 'decentralized'],
  ['--dataset', 'apibank-synth'],
  ['--model', 'sim'],
].flat();

export const demo = defineCommand({
  words: 'demo',
  summary: 'Run a whole job on built-in tasks and a simulated model: no key, no data, no network.',
  flags: {
    seed: runFlags.seed,
    datasetSeed: poolFlags.datasetSeed,
    out: runFlags.out,
    quiet: runFlags.quiet,
    json: runFlags.json,
  },
  examples: [
    { line: 'demo', describe: 'Killed or stopped, the same command goes on' },
    { line: 'demo --seed 1', describe: 'The same with another seed of method and sampling' },
    { line: 'demo --dataset-seed 7', describe: 'On fresh tasks that nobody has seen' },
  ],
  run: async ({ seed, datasetSeed, out, quiet, json }, context) => {
    const words = [...JOB, '--seed', String(seed)];
    if (datasetSeed !== null) words.push('--dataset-seed', String(datasetSeed));
    if (out !== null) words.push('--out', out);
    if (quiet) words.push('--quiet');
    if (json) words.push('--json');
    const { values } = readFlags(words, runFlags);
    // People read a demo; a line of data between result and next steps would only be in their way.
    const quietly = json ? context : { ...context, writeOut: () => undefined };
    const { folder } = await performRun(values, quietly);
    if (!quiet && !json) context.writeError(nextSteps(folder, context));
    return EXIT_DONE;
  },
});

/** Three commands that lead on from here. */
function nextSteps(folder: string, { invocation }: CommandContext): string {
  const own = ['run', '--method', 'maspo', '--topology', 'decentralized'];
  const steps: [words: readonly string[], why: string][] = [
    [['show', folder], 'this result again, level by level'],
    [[...own, '--dataset', 'apibank-synth', '--model', 'qwen'], 'a model of configs/models.yaml'],
    [['data', 'download', 'apibank'], 'the tasks of the paper, for --dataset apibank'],
  ];
  const lines = steps.map(([words, why]) => `${invocation} ${shellLine(words)}\n         ${why}`);
  return `\nnext     ${lines.join('\n         ')}\n`;
}
