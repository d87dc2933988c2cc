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
 * The SDK builds URL and headers anew for each request, copies them for its log, which is off, and starts a timer and
 * a second signal beside ours: more work than sending. Ours are the same every time, so what it made of the first
 * request is used again, and the headers join when the request is sent.
 */
class SteadyClient extends OpenAI {
  readonly #send: Fetch;
  readonly #first = new Map<string, Built>();
  readonly #headers = new Map<string, Record<string, string>>();

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
      this.#first.set(options.path, built);
      this.#headers.set(built.url, Object.fromEntries(built.req.headers));
      return built;
    }
    const { url, timeout } = first;
    const body = JSON.stringify(options.body);
    const { signal = null } = options;
    return { url, timeout, req: { method: 'post', body, signal } as unknown as Built['req'] };
  }

  override fetchWithTimeout(
    ...[url, init]: Parameters<OpenAI['fetchWithTimeout']>
  ): Promise<Response> {
    const method = (init?.method ?? 'get').toUpperCase();
    const headers = init?.headers ?? this.#headers.get(url as string) ?? {};
    return this.#send(url, { ...init, method, headers });
  }
}
