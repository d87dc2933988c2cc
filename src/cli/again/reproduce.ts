/** Does a finished job come to the same when it is run again? */
import { basename, dirname, join, resolve } from 'node:path';
import { UsageError } from '../../core/errors.ts';
import { type Reproduction, reproduction } from '../../protocol/again/reproduction.ts';
import { jobAgain } from '../../protocol/again/request-of-job.ts';
import { runJob } from '../../protocol/run-job.ts';
import { type CommandContext, defineCommand } from '../command.ts';
import { resumable } from '../commands/run.ts';
import { EXIT_DONE, EXIT_FAILED } from '../exit-code.ts';
import { refuseUnfinished } from '../page/report.ts';
import { createProgress, progressMode } from '../render/progress.ts';
import { shownPath } from '../shown-path.ts';

/** Beside the job, and no result of its own: folders that begin with a dot are in no table. */
const AGAIN = '.reproduced';
/** Places of a file that are told; the rest are counted. */
const TOLD = 5;

export const reproduce = defineCommand({
  words: 'reproduce',
  summary: 'Run a finished job again from nothing, and say where the two differ.',
  positional: {
    name: 'RUN',
    describe: 'the folder of a finished job; nothing of it is read but what it asks for',
  },
  flags: {
    out: {
      kind: 'text',
      placeholder: 'DIR',
      describe: `folder of the new run. Without it, ${AGAIN}/ beside the job's. The same command goes on after a stop`,
    },
    concurrency: {
      kind: 'integer',
      minimum: 1,
      maximum: 1_024,
      describe:
        'units of work side by side; changes no result. Without it, that of configs/protocol.yaml',
    },
    quiet: { kind: 'switch', describe: 'no progress' },
    json: { kind: 'switch', describe: 'one JSON line with every difference' },
  },
  examples: [
    {
      line: 'reproduce runs/maspo/apibank/single/qwen/0',
      describe: 'Exit 0 when every sealed file is the same, 1 when something differs',
    },
    {
      line: 'reproduce runs/maspo/apibank/single/qwen/0 --out /tmp/again --json',
      describe: 'Elsewhere, for scripts',
    },
  ],
  run: async (options, context, typed = '') => {
    const folder = resolve(context.workingDirectory, typed);
    refuseUnfinished(folder, typed);
    const out =
      options.out === null
        ? join(dirname(folder), AGAIN, basename(folder))
        : resolve(context.workingDirectory, options.out);
    refuseItself(folder, out);
    await runAgain(folder, { ...options, out }, context);
    const found = reproduction(folder, out);
    const shown = {
      ...found,
      first: shownPath(folder, context.workingDirectory),
      again: shownPath(out, context.workingDirectory),
    };
    context.writeOut(options.json ? `${JSON.stringify(shown)}\n` : reproductionText(shown));
    return found.same ? EXIT_DONE : EXIT_FAILED;
  },
});

function refuseItself(folder: string, out: string): void {
  if (folder !== out) return;
  throw new UsageError('--out names the job itself: its run would be read, not made again', {
    hints: ['name a folder that is not there yet, or leave --out out'],
  });
}

interface AgainOptions {
  readonly out: string;
  readonly concurrency: number | null;
  readonly quiet: boolean;
}

async function runAgain(
  folder: string,
  { out, concurrency, quiet }: AgainOptions,
  context: CommandContext,
): Promise<void> {
  const { commandLine, terminal, now, writeError } = context;
  const { job, title, notices } = await jobAgain(
    folder,
    { out, concurrency, commandLine },
    context,
  );
  const choice = { quiet, json: false, logLevel: 'info' } as const;
  const mode = progressMode(choice, terminal);
  const progress = createProgress({
    ...{ mode, terminal, now },
    logLevel: choice.logLevel,
    write: writeError,
  });
  progress.listen({ kind: 'job-started', title, notices });
  try {
    await runJob(job, {
      process: context.process,
      now,
      listen: progress.listen,
      stop: context.stop,
      abort: context.abort,
    });
  } catch (error) {
    throw resumable(error, commandLine);
  } finally {
    progress.close();
  }
}

/** Never coloured: it goes to stdout. */
export function reproductionText(found: Reproduction): string {
  const { first, again, simulated, same, documents, candidates, scores, programs } = found;
  const parts = Object.entries(documents).flatMap(([name, places]) => [
    `${name}.json differs in ${counted(places.length, 'place')}:`,
    ...told(places),
  ]);
  const proposals = [
    { where: 'the first', digests: candidates.first },
    { where: 'the second', digests: candidates.again },
  ].flatMap(({ where, digests }) =>
    digests.length === 0 ? [] : [`${counted(digests.length, 'candidate')} only in ${where} run`],
  );
  const changes = Object.entries(scores).map(
    ([arm, { tasks, changed, verdict }]) =>
      `${arm}: ${changed.length} of ${tasks} scores differ${changed.length === 0 ? '' : ` (${changed.slice(0, TOLD).join(', ')}${changed.length > TOLD ? ', …' : ''}): ${verdict}`}`,
  );
  const head = same
    ? 'same: every sealed file has the same content'
    : `differs, first in ${Object.keys(documents)[0] ?? ''}.json`;
  const programLines =
    programs.length === 0
      ? ['program and models: no difference known']
      : ['program and models:', ...told(programs)];
  return `${[
    `first   ${first}${simulated ? '        simulated' : ''}`,
    `again   ${again}`,
    head,
    ...parts,
    ...proposals,
    ...changes,
    ...programLines,
  ].join('\n')}\n`;
}

function told(lines: readonly string[]): string[] {
  const hidden = lines.length - TOLD;
  return [
    ...lines.slice(0, TOLD).map((line) => `  ${clipped(line)}`),
    ...(hidden > 0 ? [`  and ${hidden} more`] : []),
  ];
}

function clipped(line: string): string {
  const flat = line.replaceAll(/\s+/g, ' ');
  return flat.length <= 160 ? flat : `${flat.slice(0, 159)}…`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
