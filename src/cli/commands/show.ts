/** What did a job find? */
import { resolve } from 'node:path';
import { UsageError } from '../../core/errors.ts';
import { readJobDocument } from '../../store/job-folder.ts';
import { defineCommand } from '../command.ts';
import { EXIT_DONE } from '../exit-code.ts';
import { resultText } from '../render/result.ts';

export const show = defineCommand({
  words: 'show',
  summary: 'Print the result of a job folder.',
  positional: {
    name: 'RUN',
    describe: 'a job folder, for example runs/maspo/apibank/single/qwen/0',
  },
  flags: { json: { kind: 'switch', describe: 'result.json as one line' } },
  examples: [
    { line: 'show runs/maspo/apibank/decentralized/qwen/0', describe: 'For people' },
    { line: 'show runs/maspo/apibank/decentralized/qwen/0 --json', describe: 'For scripts' },
  ],
  run: async ({ json }, context, typed) => {
    const folder = resolve(context.workingDirectory, typed);
    const job = readJobDocument(folder, 'job');
    if (job === null) {
      throw new UsageError(`${typed} is no job folder: it has no job.json`, {
        hints: ['a job folder is made by: protocol run --method … --topology …'],
      });
    }
    const result = readJobDocument(folder, 'result');
    if (result === null) {
      throw new UsageError(`the job in ${typed} is not done: it has no result.json`, {
        hints: ['continue it with the command line that config.yaml in it keeps'],
      });
    }
    if (json) context.writeOut(`${JSON.stringify(result)}\n`);
    else {
      const titles = ['method', 'dataset', 'topology', 'model', 'seed'].map((name) =>
        shownValue(result[name]),
      );
      context.writeOut(`${titles.join(' · ')}\n`);
      const terminal = { ...context.terminal, colour: false };
      const { workingDirectory } = context;
      const outcome = { folder, result, alreadyDone: false };
      context.writeOut(resultText(outcome, { terminal, workingDirectory }));
    }
    return await Promise.resolve(EXIT_DONE);
  },
});

function shownValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
