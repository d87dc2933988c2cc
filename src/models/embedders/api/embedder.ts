/** How does a server turn texts into vectors, in portions and with patience? */
import { ModelError } from '../../../core/errors.ts';
import type { Embedder } from '../../../core/model.ts';
import { type Clock, systemClock } from '../../middleware/clock.ts';
import { keyToSend } from '../../transport/api-key.ts';
import { normalEndpoint } from '../../transport/endpoint.ts';
import { type RequestVectors, vectorRequests } from './client.ts';

export interface ApiEmbedderSettings {
  /** The server's model id. */
  readonly model: string;
  readonly endpoint: string;
  readonly apiKey: string | null;
  readonly keyVariable: string;
  readonly timeoutMs: number;
  readonly clock?: Clock;
}

/** Texts in one request: below every known server's limit. */
const PORTION = 64;
/** A server that is well answers one word at once. */
const PROBE_TIMEOUT_MS = 15_000;
const RETRIES = 5;
const FIRST_WAIT_MS = 500;
/** The longest that a server may make us wait. */
const LONGEST_WAIT_MS = 120_000;

/**
 * Asks for one vector at once: a server that is not there or does not know the model is told before anything is spent,
 * and the answer says how long the vectors are. The id names model and server, not the weights behind them.
 *
 * @throws UsageError for a wrong URL, PrerequisiteError for a missing key, ModelError when the server does not answer
 */
export async function openApiEmbedder(
  settings: ApiEmbedderSettings,
  signal: AbortSignal,
): Promise<Embedder> {
  const { model, keyVariable, timeoutMs, clock = systemClock } = settings;
  const endpoint = normalEndpoint(settings.endpoint);
  const apiKey = keyToSend({
    apiKey: settings.apiKey,
    endpoints: [endpoint],
    variable: keyVariable,
    required: true,
  });
  const target = { endpoint, model, apiKey, keyVariable, timeoutMs };
  const probeTarget = { ...target, timeoutMs: Math.min(timeoutMs, PROBE_TIMEOUT_MS) };
  const [probe] = await vectorRequests(probeTarget)(['ping'], signal);
  const request = patient(vectorRequests(target), clock);
  const dimension = probe?.length ?? 0;
  return {
    id: `api:${model}@${endpoint}`,
    dimension,
    embed: async (texts, embedSignal) => {
      const vectors: Float32Array[] = [];
      for (let start = 0; start < texts.length; start += PORTION) {
        vectors.push(...(await request(texts.slice(start, start + PORTION), embedSignal)));
      }
      const odd = vectors.find((vector) => vector.length !== dimension);
      if (odd === undefined) return vectors;
      throw new ModelError(
        `${endpoint} answered a vector of ${odd.length} numbers, where it had ${dimension} before`,
        { kind: 'bad-request', retry: false, hints: [`is ${model} still the same model?`] },
      );
    },
  };
}

/** Tries again what is worth it, waiting twice as long each time, or as long as the server asks. */
function patient(request: RequestVectors, clock: Clock): RequestVectors {
  return async (texts, signal) => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await request(texts, signal);
      } catch (error) {
        if (!(error instanceof ModelError) || !error.retry || attempt === RETRIES) throw error;
        const asked = Math.min(error.retryAfterMs ?? 0, LONGEST_WAIT_MS);
        await clock.sleep(Math.max(asked, FIRST_WAIT_MS * 2 ** attempt), signal);
      }
    }
  };
}
