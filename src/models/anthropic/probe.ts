/** Does the Anthropic API answer, accept the key, and offer the wanted model? */
import { ModelError } from '../../core/errors.ts';
import type { ProviderSettings } from '../../core/model.ts';
import { servedModelProblem } from '../transport/served-models.ts';
import { underDeadline } from '../transport/under-deadline.ts';
import { anthropicSetup, callTarget } from './provider.ts';

/** A model list comes at once or not at all. */
const PROBE_TIMEOUT_MS = 15_000;

/** @throws ModelError naming the first endpoint, in the given order, that is not ready. */
export async function probeAnthropic(
  settings: ProviderSettings,
  model: string,
  signal: AbortSignal,
): Promise<void> {
  const timeoutMs = Math.min(settings.timeoutMs, PROBE_TIMEOUT_MS);
  const setup = anthropicSetup({ ...settings, timeoutMs });
  for (const server of setup.servers) {
    const target = callTarget(setup, server.endpoint, model);
    const list = await underDeadline(target, signal, (limits) =>
      server.client.get<unknown>('/v1/models?limit=1000', limits),
    );
    const problem = servedModelProblem(list, model);
    if (problem === null) continue;
    throw new ModelError(`${server.endpoint} ${problem}`, {
      kind: 'not-found',
      retry: false,
      hints: ['name a served model with --model or in configs/models.yaml'],
    });
  }
}
