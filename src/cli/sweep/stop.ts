/** How is a sweep stopped that runs elsewhere? */
import { UsageError } from '../../core/errors.ts';
import { askToStop, sweepRunner } from '../../sweep/state/sweep-folder.ts';
import { defineCommand } from '../command.ts';
import { EXIT_DONE } from '../exit-code.ts';
import { filePositional, loadSweepFile } from './load.ts';

export const sweepStop = defineCommand({
  words: 'sweep stop',
  summary: 'Ask a running sweep to stop, from another terminal or host. Nothing is lost.',
  positional: filePositional,
  flags: {
    drain: {
      kind: 'switch',
      describe: 'let it finish the jobs that it has begun; without it, only their calls in flight',
    },
  },
  examples: [
    { line: 'sweep stop configs/sweeps/smoke.yaml', describe: 'As Ctrl-C where it runs' },
    { line: 'sweep stop configs/sweeps/smoke.yaml --drain', describe: 'After the jobs at hand' },
  ],
  run: async ({ drain }, context, file = '') => {
    const sweep = await loadSweepFile(file, context);
    const runner = sweepRunner(sweep.root, sweep.name, context.process);
    if (runner === null) {
      throw new UsageError(`nobody runs the sweep ${sweep.name} now`, {
        hints: [`protocol sweep status ${file}`],
      });
    }
    askToStop(sweep.root, sweep.name, drain ? 'drain' : 'now');
    const what = drain ? 'stops after the jobs at hand' : 'finishes its calls in flight and stops';
    context.writeError(`process ${runner.pid} on ${runner.host} ${what}\n`);
    return EXIT_DONE;
  },
});
