/** What happens to a job whose process is killed or told to stop? This file is that process; its argument is the request. */
import { exitCodeOf } from '../../../src/cli/exit-code.ts';
import { processIdentity } from '../../../src/cli/process-identity.ts';
import { renderError } from '../../../src/cli/render/errors.ts';
import { stopSignals } from '../../../src/cli/signals.ts';
import { runJob } from '../../../src/protocol/run-job.ts';
import { type TinyJobRequest, tinyJob } from './tiny-job.ts';

const request = JSON.parse(process.argv[2] ?? '') as TinyJobRequest;
const say = (text: string): boolean => process.stderr.write(text);
try {
  const { alreadyDone } = await runJob(await tinyJob(request), {
    process: processIdentity(),
    now: Date.now,
    listen: () => undefined,
    ...stopSignals(process, say),
  });
  process.stdout.write(`${JSON.stringify({ alreadyDone })}\n`, () => process.exit(0));
} catch (error) {
  say(renderError(error, { colour: false }));
  process.exit(exitCodeOf(error));
}
