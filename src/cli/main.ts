#!/usr/bin/env node
/** What happens from the typed words to the exit code? */
import { storeError } from '../store/files.ts';
import { softwareOf } from './again/software.ts';
import { commands } from './commands.ts';
import { exitCodeOf } from './exit-code.ts';
import { invocationOf, packageRoot, packageVersion } from './installation.ts';
import { parseCommandLine } from './parse-command-line.ts';
import { processIdentity } from './process-identity.ts';
import { renderError } from './render/errors.ts';
import { shellLine, withoutPassword } from './shell-words.ts';
import { asInterruption, stopSignals } from './signals.ts';

const { stdout, stderr, env } = process;
/** Can the line that the cursor stands in be written anew, and coloured? */
const isScreen = stderr.isTTY && env['TERM'] !== 'dumb';
const hasColour = isScreen && !env['NO_COLOR'];

async function main(words: readonly string[]): Promise<number> {
  const signals = stopSignals(process, (text) => stderr.write(text));
  const invocation = invocationOf(import.meta.filename, env);
  const commandLine =
    words.length === 0 ? invocation : `${invocation} ${shellLine(words.map(withoutPassword))}`;
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
        interactive: isScreen && !env['CI'],
        colour: hasColour,
        columns: stderr.isTTY ? stderr.columns : 80,
      },
      environment: env,
      workingDirectory: process.cwd(),
      packageRoot,
      process: processIdentity(() => softwareOf(packageRoot, packageVersion())),
      ...signals,
      now: Date.now,
      invocation,
      commandLine,
    });
  } catch (problem) {
    return tell(asInterruption(problem, { ...signals, commandLine }));
  }
}

/** @returns the exit code */
function tell(error: unknown): number {
  stderr.write(renderError(error, { colour: hasColour }));
  return exitCodeOf(error);
}

// `protocol … | head` closes the pipe early: that is no error. A closed stderr must not end a long job.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  process.exit(tell(storeError('write to', 'stdout', error)));
});
stderr.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
process.exitCode = await main(process.argv.slice(2));
// A server that keeps its connection open must not keep a finished job waiting.
stdout.write('', (error) => {
  if (!error) process.exit();
});
