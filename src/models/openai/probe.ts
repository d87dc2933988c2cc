/** Does every server answer, and does it serve the wanted model? */
import { ModelError } from '../../core/errors.ts';
import type { ProviderSettings } from '../../core/model.ts';
import { servedModelProblem } from '../transport/served-models.ts';
import { underDeadline } from '../transport/under-deadline.ts';
import { callTarget, type OpenAiServer, type OpenAiSetup, openAiSetup } from './provider.ts';

/** A model list comes at once or not at all. */
const PROBE_TIMEOUT_MS = 15_000;

/** @throws ModelError naming the first endpoint, in the given order, that is not ready. */
export async function probeOpenAi(
  settings: ProviderSettings,
  model: string,
  signal: AbortSignal,
): Promise<void> {
  const timeoutMs = Math.min(settings.timeoutMs, PROBE_TIMEOUT_MS);
  const setup = openAiSetup({ ...settings, timeoutMs });
  for (const server of setup.servers) await probeServer(setup, server, { model, signal });
}

async function probeServer(
  setup: OpenAiSetup,
  server: OpenAiServer,
  wanted: { readonly model: string; readonly signal: AbortSignal },
): Promise<void> {
  const { model, signal } = wanted;
  const list = await underDeadline(callTarget(setup, server.endpoint, model), signal, (limits) =>
    server.client.get<unknown>('/models', limits),
  );
  const problem = servedModelProblem(list, model);
  if (problem === null) return;
  throw new ModelError(`${server.endpoint} ${problem}`, {
    kind: 'not-found',
    retry: false,
    hints: [
      'start the server with this model, or name the served one with --model or in configs/models.yaml',
    ],
  });
}
