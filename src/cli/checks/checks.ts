/** How does a command end whose numbers were checked? */
import { appendFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { PrerequisiteError } from '../../core/errors.ts';
import { type Check, type CheckWish, failedChecks } from '../../report/checks/check.ts';
import { githubError, githubSummary } from '../../report/checks/github-summary.ts';
import { junitXml } from '../../report/checks/junit.ts';
import { storeError, writeFileSafely } from '../../store/files.ts';
import type { CommandContext } from '../command.ts';
import { EXIT_DONE, EXIT_FAILED } from '../exit-code.ts';
import type { FlagValues } from '../flags.ts';

const SUMMARY_VARIABLE = 'GITHUB_STEP_SUMMARY';

export const checkFlags = {
  failUnder: {
    kind: 'decimal',
    minimum: 0,
    maximum: 100,
    describe: 'exit 1 when a rate is lower, in percent',
  },
  failOnRegression: {
    kind: 'switch',
    describe: 'exit 1 when something became worse and that is more than chance (p at most 0.05)',
  },
  junit: { kind: 'text', placeholder: 'FILE', describe: 'write the checks as JUnit XML' },
  githubSummary: {
    kind: 'switch',
    describe: `in a GitHub Action: add tables and checks to the page of the run (${SUMMARY_VARIABLE}), failed ones as errors`,
  },
} as const;

type CheckOptions = FlagValues<typeof checkFlags>;

export function wishOf({ failUnder, failOnRegression }: CheckOptions): CheckWish {
  return { failUnder, failOnRegression };
}

/** @throws PrerequisiteError where the page was asked for and there is none; before anything is computed */
export function refuseNoSummary(
  { githubSummary: isAsked }: CheckOptions,
  context: CommandContext,
): void {
  if (!isAsked || context.environment[SUMMARY_VARIABLE]) return;
  throw new PrerequisiteError(`--github-summary: ${SUMMARY_VARIABLE} is not set`, {
    hints: ['GitHub sets it in every step of an Action; elsewhere, use --markdown'],
  });
}

/**
 * Tells what was found, in the forms that were asked for.
 *
 * @param markdown tables for the page of a run, made only where they are shown
 * @returns the exit code
 */
export function concludeChecks(
  checks: readonly Check[],
  { options, markdown }: { readonly options: CheckOptions; readonly markdown: () => string },
  context: CommandContext,
): number {
  const { writeError, workingDirectory, environment } = context;
  if (options.junit !== null) {
    writeFileSafely(resolve(workingDirectory, options.junit), junitXml(checks));
  }
  const failed = failedChecks(checks);
  const page = environment[SUMMARY_VARIABLE] ?? '';
  if (options.githubSummary) {
    append(page, `${githubSummary(checks, markdown())}\n`);
    for (const check of failed) writeError(`${githubError(check)}\n`);
  }
  for (const { suite, name, message } of failed) {
    writeError(`failed: ${suite}: ${name}: ${message}\n`);
  }
  return failed.length === 0 ? EXIT_DONE : EXIT_FAILED;
}

function append(path: string, text: string): void {
  try {
    appendFileSync(path, text);
  } catch (error) {
    throw storeError('write', path, error);
  }
}
