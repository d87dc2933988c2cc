/** How is the SDK's client set up, so that nothing comes from its defaults and every call costs little? */
import OpenAI, { type ClientOptions } from 'openai';
import type { Fetch } from '../transport/http-fetch.ts';

export interface ClientSetup {
  readonly endpoint: string;
  /** Null: none is sent. */
  readonly apiKey: string | null;
  /** Answers come as event streams. */
  readonly stream: boolean;
  readonly fetch: Fetch;
}

/** No retries, no logging, no environment variables. */
export function createClient({ endpoint, apiKey, stream, fetch }: ClientSetup): OpenAI {
  const options = {
    baseURL: endpoint,
    apiKey: apiKey ?? 'none',
    ...(apiKey === null && { defaultHeaders: { Authorization: null } }),
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    logLevel: 'off',
    fetch,
  } as const;
  return stream ? new OpenAI(options) : new SteadyClient(options);
}

type Built = Awaited<ReturnType<OpenAI['buildRequest']>>;

/**
 * The SDK builds URL and headers anew for each request, and starts a timer and a second signal beside ours: together
 * more work than sending it. Ours are the same every time, so what the SDK made of the first request is used again.
 */
class SteadyClient extends OpenAI {
  readonly #first = new Map<string, Built>();
  readonly #send: Fetch;

  constructor(options: ClientOptions & { readonly fetch: Fetch }) {
    super(options);
    this.#send = options.fetch;
  }

  override async buildRequest(...given: Parameters<OpenAI['buildRequest']>): Promise<Built> {
    const [options] = given;
    if (options.method !== 'post' || options.headers !== undefined) {
      return super.buildRequest(...given);
    }
    const first = this.#first.get(options.path);
    if (first === undefined) {
      const built = await super.buildRequest(...given);
      // As a plain object: the SDK copies a Headers object for its log, which is off, and copying one sorts it.
      const headers = Object.fromEntries(built.req.headers) as unknown as Headers;
      this.#first.set(options.path, { ...built, req: { method: 'post', headers } });
      return built;
    }
    const { url, timeout, req } = first;
    const body = JSON.stringify(options.body);
    return { url, timeout, req: { ...req, body, signal: options.signal ?? null } };
  }

  override fetchWithTimeout(
    ...[url, init]: Parameters<OpenAI['fetchWithTimeout']>
  ): Promise<Response> {
    return this.#send(url, { ...init, method: (init?.method ?? 'get').toUpperCase() });
  }
}
