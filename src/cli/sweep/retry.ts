/** How are jobs of a sweep run again that failed, or that have become others since? */
import { UsageError } from '../../core/errors.ts';
import { moveAside, retriedJobs } from '../../sweep/run/choose.ts';
import { refuseUnknown } from '../../sweep/state/prepare-sweep.ts';
import { defineCommand } from '../command.ts';
import { shownPath } from '../shown-path.ts';
import { filePositional, loadSweep } from './load.ts';
import { performSweep, workFlags } from './sweep.ts';

export const sweepRetry = defineCommand({
  words: 'sweep retry',
  summary: 'Run jobs of a sweep again: those that failed, those that are stale, or some by name.',
  positional: filePositional,
  flags: {
    failed: { kind: 'switch', describe: 'those whose last attempt failed, for whatever reason' },
    stale: {
      kind: 'switch',
      describe:
        'those whose folder holds another job by now (new prompts, data, method version, setting); the old folder is moved to .stale/, never deleted',
    },
    cell: {
      kind: 'texts',
      placeholder: 'JOB',
      describe: 'these, as "sweep status" names them; * stands for anything. What is done stays',
    },
    ...workFlags,
  },
  examples: [
    {
      line: 'sweep retry configs/sweeps/smoke.yaml --failed',
      describe: 'After the cause is mended',
    },
    {
      line: 'sweep retry configs/sweeps/smoke.yaml --cell maspo/*',
      describe: 'What is not done of one method, first',
    },
  ],
  run: async ({ failed, stale, cell, ...options }, context, file = '') => {
    if (!failed && !stale && cell.length === 0) {
      throw new UsageError('which jobs? --failed, --stale or --cell JOB', {
        hints: [`protocol sweep status ${file} shows them`],
      });
    }
    const loaded = await loadSweep(file, options, context);
    const choice = { failed, stale, cells: cell };
    const chosen = retriedJobs(loaded.statuses, choice);
    const keys = new Set(chosen.map(({ job }) => job.key));
    refuseUnknown({
      known: loaded.prepared.known,
      unknown: loaded.prepared.unknown.filter(({ job }) => keys.has(job.key)),
    });
    for (const status of chosen.filter(({ state }) => state === 'stale')) {
      const now = shownPath(moveAside(loaded.sweep, status), context.workingDirectory);
      if (!options.quiet) context.writeError(`moved aside: ${now}\n`);
    }
    return performSweep(loaded, chosen, { options, context });
  },
});
