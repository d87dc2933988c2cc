/** Which jobs of a study are measured again, and what does one see of it? */
import { PrerequisiteError, type ProtocolError, StoreError } from '../../core/errors.ts';
import { repeatTest } from '../../protocol/again/repeat-test.ts';
import type { FoundJob } from '../../report/aggregate/read-jobs.ts';
import type { CommandContext } from '../command.ts';
import { shownPath } from '../shown-path.ts';

/**
 * One job after the other. A job that cannot be measured again here is told and passed over.
 *
 * @throws InterruptedError, InfrastructureError as a job does: whole repetitions are kept
 */
export async function measureRepeats(
  jobs: readonly FoundJob[],
  times: number,
  context: CommandContext,
): Promise<void> {
  const { writeError, stop, abort } = context;
  const installation = { ...context, memory: new Map<string, Promise<unknown>>() };
  const finished = jobs.filter(({ measured }) => measured !== null);
  for (const [index, { folder }] of finished.entries()) {
    const name = `A/A ${index + 1}/${finished.length}  ${shownPath(folder, context.workingDirectory)}`;
    const onTask = (done: number, planned: number): void => {
      if (done === planned) writeError(`${name}  ${done} tasks measured again\n`);
    };
    try {
      await repeatTest(
        folder,
        { times, concurrency: null },
        { installation, environment: { stop, abort, onTask } },
      );
    } catch (error) {
      if (!isOwnTrouble(error)) throw error;
      writeError(`${name}  not measured again: ${error.message}\n`);
    }
  }
}

/** Other jobs may well be measured. */
function isOwnTrouble(error: unknown): error is ProtocolError {
  return error instanceof PrerequisiteError || error instanceof StoreError;
}
