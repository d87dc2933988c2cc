/** How does one rehearse a study without a model? The simulated model behind real HTTP, as unwell as a profile says. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { didYouMean } from '../../config/did-you-mean.ts';
import { PrerequisiteError, UsageError } from '../../core/errors.ts';
import { modelReply } from '../../mock-server/model-brain.ts';
import { type Profile, readProfile } from '../../mock-server/profile.ts';
import { type Loopback, startLoopback } from '../../mock-server/server.ts';
import { type UnwellBrain, unwellBrain } from '../../mock-server/unwell.ts';
import { providers } from '../../registry.ts';
import { type CommandContext, defineCommand } from '../command.ts';
import { EXIT_DONE } from '../exit-code.ts';

/** configs/models.yaml has a server `mock` there. */
const PORT = 8300;

export const mockServer = defineCommand({
  words: 'mock-server',
  summary: 'Serve the simulated model over the OpenAI and Anthropic wire formats, with faults.',
  flags: {
    profile: {
      kind: 'text',
      placeholder: 'NAME|FILE',
      default: 'calm',
      describe: 'how unwell it is: a name from configs/mock-server/, or a YAML file like those',
    },
    port: {
      kind: 'integer',
      minimum: 0,
      maximum: 65_535,
      default: PORT,
      describe: 'where it listens on 127.0.0.1; 0 takes any free port',
    },
    models: {
      kind: 'texts',
      placeholder: 'ID',
      separator: ',',
      describe: 'model ids that it claims to serve (default sim)',
    },
    latencyMs: {
      kind: 'decimal',
      minimum: 0,
      describe: "median milliseconds before a reply, in the profile's stead",
    },
    json: { kind: 'switch', describe: 'one JSON line when it listens, and one when it has ended' },
  },
  examples: [
    { line: 'mock-server', describe: '200 ms per reply, and nothing goes wrong' },
    { line: 'mock-server --profile worst --port 0', describe: 'Everything at once' },
    {
      line: 'mock-server --profile my-cluster.yaml --latency-ms 900',
      describe: 'As unwell as your own servers; --model mock asks it',
    },
  ],
  run: async ({ profile: named, port, models, latencyMs, json }, context) => {
    const read = openProfile(named, context);
    const profile =
      latencyMs === null ? read : { ...read, latency: { ...read.latency, medianMs: latencyMs } };
    const simulated = (await providers.sim()).create({
      endpoints: [],
      apiKey: null,
      timeoutMs: 1,
      options: {},
    });
    const unwell = unwellBrain(
      profile,
      (call) => modelReply(simulated, call, context.abort),
      context.now,
    );
    const served = models.length === 0 ? ['sim'] : models;
    const server = await listening({ brain: unwell.brain, models: served, port, keepLog: false });
    if (json) context.writeOut(`${JSON.stringify(urlsOf(server))}\n`);
    else context.writeError(greeting(server, { profile, served, context }));
    await ended(context.stop);
    await server.close();
    farewell(server, unwell, { json, context });
    return EXIT_DONE;
  },
});

/** @throws UsageError when there is no such profile, ConfigError when it is not right */
function openProfile(named: string, context: CommandContext): Profile {
  const folder = join(context.packageRoot, 'configs', 'mock-server');
  const names = readdirSync(folder)
    .filter((file) => extname(file) === '.yaml')
    .map((file) => basename(file, '.yaml'));
  const shipped = names.includes(named);
  const path = shipped ? join(folder, `${named}.yaml`) : resolve(context.workingDirectory, named);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(
      `there is no profile ${JSON.stringify(named)}, by name or as a file${didYouMean(named, names)}`,
      { hints: [`profiles: ${names.sort().join(', ')}`], cause: error },
    );
  }
  return readProfile(text, shipped ? `configs/mock-server/${named}.yaml` : named);
}

/** @throws PrerequisiteError when the port cannot be had */
async function listening(options: Parameters<typeof startLoopback>[0]): Promise<Loopback> {
  try {
    return await startLoopback(options);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'EADDRINUSE' ? 'something listens there already' : String(code);
    throw new PrerequisiteError(`port ${options.port} of 127.0.0.1 cannot be had: ${why}`, {
      cause: error,
      hints: ['choose another with --port, or any free one with --port 0'],
    });
  }
}

function urlsOf({ openAiUrl, anthropicUrl }: Loopback) {
  return { openAiUrl, anthropicUrl };
}

function greeting(
  server: Loopback,
  {
    profile,
    served,
    context,
  }: {
    readonly profile: Profile;
    readonly served: readonly string[];
    readonly context: CommandContext;
  },
): string {
  const atHome = new URL(server.openAiUrl).port === String(PORT);
  const endpoint = atHome ? '' : ` --task-endpoints ${server.openAiUrl}`;
  const job = '--method maspo --topology decentralized --dataset apibank-synth';
  const lines = [
    `mock     ${server.openAiUrl} (OpenAI) and ${server.anthropicUrl} (Anthropic): a simulated model, not a real one`,
    `profile  ${profile.description}`,
    `serves   ${served.join(', ')}`,
    `counted  ${server.anthropicUrl}/control/counters`,
    `try it   ${context.invocation} run ${job} --model mock${endpoint}`,
  ];
  if (served.some((id) => id !== 'sim')) {
    lines.push(
      'NOTE     a job knows that its model is simulated from configs/models.yaml (server mock), not from this server:',
      '         under the name of another model its results will not say so',
    );
  }
  return `${lines.join('\n')}\nCtrl-C ends it.\n`;
}

/** What the server has seen: for comparison with what its clients say. */
function farewell(
  server: Loopback,
  unwell: UnwellBrain,
  { json, context }: { readonly json: boolean; readonly context: CommandContext },
): void {
  const { byBody, ...counters } = server.counters();
  const repeated = Object.values(byBody).filter((count) => count > 1).length;
  const seen = { ...counters, repeatedBodies: repeated, faults: unwell.faults() };
  if (json) {
    context.writeOut(`${JSON.stringify(seen)}\n`);
    return;
  }
  const faults = Object.entries(seen.faults).map(([kind, count]) => `${kind} ${count}`);
  context.writeError(
    `${seen.calls} calls, ${seen.replies} replies, ${seen.inputTokens} tokens read and ${seen.outputTokens} written; at most ${seen.highestInFlight} at once\n` +
      `faults: ${faults.length === 0 ? 'none' : faults.join(', ')}\n`,
  );
}

function ended(stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stop.aborted) resolve();
    stop.addEventListener('abort', () => resolve(), { once: true });
  });
}
