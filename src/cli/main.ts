#!/usr/bin/env node
/** What happens from the typed words to the exit code? */
import { commands } from './commands.ts';
import { exitCodeOf } from './exit-code.ts';
import { packageRoot, packageVersion } from './installation.ts';
import { parseCommandLine } from './parse-command-line.ts';
import { processIdentity } from './process-identity.ts';
import { renderError } from './render/errors.ts';
import { shellLine } from './shell-words.ts';
import { stopSignals } from './signals.ts';

const { stdout, stderr, env } = process;
const hasColour = stderr.isTTY && !env['NO_COLOR'] && env['TERM'] !== 'dumb';

async function main(words: readonly string[]): Promise<number> {
  try {
    const asked = parseCommandLine(words, commands, packageVersion());
    if (asked.kind === 'text') {
      stdout.write(asked.text);
      return 0;
    }
    return await asked.start({
      writeOut: (text) => stdout.write(text),
      writeError: (text) => stderr.write(text),
      terminal: {
        interactive: stderr.isTTY && !env['CI'],
        colour: hasColour,
        columns: stderr.isTTY ? stderr.columns : 80,
      },
      environment: env,
      workingDirectory: process.cwd(),
      packageRoot,
      process: processIdentity(),
      ...stopSignals(process, (text) => stderr.write(text)),
      now: Date.now,
      commandLine: shellLine(['protocol', ...words]),
    });
  } catch (error) {
    stderr.write(renderError(error, { colour: hasColour }));
    return exitCodeOf(error);
  }
}

// `protocol … | head` closes the pipe early: that is no error. A closed stderr must not end a long job.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
stderr.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
process.exitCode = await main(process.argv.slice(2));
// A server that keeps its connection open must not keep a finished job waiting.
stdout.write('', () => process.exit());
