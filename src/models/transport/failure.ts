/** Why did a call fail, and may it be tried again? Decided once, here, for every SDK. */
import { ModelError, type ModelErrorKind } from '../../core/errors.ts';
import { NO_USAGE } from '../../core/model.ts';
import { redacted } from './api-key.ts';
import { abortedError } from './deadline.ts';
import { UnreadableBodyError } from './http-fetch.ts';
import { retryAfterMs } from './retry-after.ts';

/** Who was called, and with what. */
export interface CallTarget {
  readonly endpoint: string;
  readonly model: string;
  /** Kept out of every message. */
  readonly apiKey: string | null;
  /** Environment variable of the key, named when the server refuses it. */
  readonly keyVariable: string;
  readonly timeoutMs: number;
}

export interface FailedCall extends CallTarget {
  /** The deadline's clock ended the call. */
  readonly expired: boolean;
  /** The caller ended the call. */
  readonly aborted: boolean;
  readonly nowMs: number;
}

interface Answered {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly message: string;
  readonly code: string;
}

/** A ModelError for everything that a server or the network can do; any other error comes back as it is: a defect. */
export function translateFailure(error: unknown, call: FailedCall): unknown {
  if (call.expired) {
    return new ModelError(
      `${call.endpoint} did not finish its answer within ${call.timeoutMs / 1000} s (the configured time-out)`,
      {
        kind: 'timeout',
        retry: true,
        hints: ['raise timeoutMs of the model in configs/models.yaml, or lower the concurrency'],
      },
    );
  }
  if (call.aborted) return abortedError();
  if (error instanceof ModelError) return error;
  if (error instanceof UnreadableBodyError) return unreadable(error, call);
  const answered = readAnswered(error);
  if (answered !== null) return refused(answered, call);
  return networkFailure(error, call) ?? brokenStream(error, call) ?? error;
}

/** An event stream that holds an error instead of the next event, or an event that is not JSON. */
function brokenStream(error: unknown, call: FailedCall): ModelError | null {
  const isError = error instanceof Error && error.constructor.name === 'APIError';
  if (!isError && !(error instanceof SyntaxError)) return null;
  const text = `${call.endpoint} broke off its answer: ${shortened(error.message)}`;
  return new ModelError(redacted(text, call.apiKey), { kind: 'transient', retry: true });
}

function unreadable(error: UnreadableBodyError, call: FailedCall): ModelError {
  const kind = error.empty ? 'empty' : 'transient';
  const text = `${call.endpoint} answered, but ${error.message}`;
  return new ModelError(redacted(text, call.apiKey), { kind, retry: true });
}

/** Both SDKs throw errors with `status`, `headers` and the parsed body. */
function readAnswered(error: unknown): Answered | null {
  if (!(error instanceof Error)) return null;
  const { status, headers, error: body } = error as Error & Record<string, unknown>;
  if (typeof status !== 'number' || !(headers instanceof Headers)) return null;
  const outer = isRecord(body) ? body : {};
  const inner = isRecord(outer['error']) ? outer['error'] : outer;
  const words = [inner['code'], inner['type']].filter((word) => typeof word === 'string');
  const message = typeof inner['message'] === 'string' ? inner['message'] : error.message;
  return { status, headers, message, code: words.join(' ') };
}

interface Verdict {
  readonly kind: ModelErrorKind;
  readonly retry: boolean;
  readonly hints: readonly string[];
}

function refused(answer: Answered, call: FailedCall): ModelError {
  const verdict = judgeStatus(answer, call);
  const text = `${call.endpoint} answered ${answer.status}: ${shortened(answer.message)}`;
  return new ModelError(redacted(text, call.apiKey), {
    ...verdict,
    // What a server refuses, or breaks down over, it does not bill.
    usage: NO_USAGE,
    status: answer.status,
    retryAfterMs: retryAfterMs(answer.headers, call.nowMs),
  });
}

function judgeStatus(answer: Answered, call: FailedCall): Verdict {
  const { status } = answer;
  if (status === 429) return judgeTooMany(answer);
  if (status >= 500 || status === 408 || status === 409) {
    return { kind: 'transient', retry: true, hints: [] };
  }
  if (status === 401 || status === 403) {
    return final('authentication', `check ${call.keyVariable}: this server does not accept it`);
  }
  if (status === 413 || isContextOverflow(answer)) {
    return final('context-overflow', 'lower maxTokens, or serve the model with a larger context');
  }
  if (status === 404) {
    return final('not-found', `does ${call.endpoint} serve ${call.model}, and is its path right?`);
  }
  return { kind: 'bad-request', retry: false, hints: [] };
}

function judgeTooMany(answer: Answered): Verdict {
  const spent = /insufficient_quota|billing/.test(`${answer.code} ${answer.message}`);
  return spent
    ? final('rate-limit', 'the account has no quota left; waiting does not help')
    : { kind: 'rate-limit', retry: true, hints: [] };
}

function final(kind: ModelErrorKind, hint: string): Verdict {
  return { kind, retry: false, hints: [hint] };
}

/** As worded by vLLM, OpenAI, SGLang, llama.cpp and Anthropic. */
const OVERFLOW =
  /context[ _-]?(length|window|size|limit)|maximum model length|max_tokens must be at least 1|prompt is too long|input is too long|input tokens exceed|exceed_context_size/i;

function isContextOverflow(answer: Answered): boolean {
  return answer.status === 400 && OVERFLOW.test(`${answer.code} ${answer.message}`);
}

const NETWORK_WORDS: { readonly [code: string]: string } = {
  ECONNREFUSED: 'does not answer (connection refused)',
  ECONNRESET: 'cut the connection',
  EPIPE: 'cut the connection',
  UND_ERR_SOCKET: 'cut the connection',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'cut the connection',
  ERR_STREAM_PREMATURE_CLOSE: 'cut the connection',
  ENOTFOUND: 'is not known: no such host name',
  EAI_AGAIN: 'is not known: the name service does not answer',
  EHOSTUNREACH: 'cannot be reached (no route to the host)',
  ENETUNREACH: 'cannot be reached (no network)',
  ETIMEDOUT: 'does not answer (the connection timed out)',
};

/** The request arrived nowhere; of a connection that was cut nobody knows. */
const NEVER_REACHED = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'],
]);

function networkFailure(error: unknown, call: FailedCall): ModelError | null {
  const found = causeWithCode(error);
  const word = found === null ? undefined : NETWORK_WORDS[found.code];
  if (found !== null && word !== undefined) {
    return new ModelError(`${call.endpoint} ${word}`, {
      kind: 'connection',
      retry: true,
      ...(NEVER_REACHED.has(found.code) && { usage: NO_USAGE }),
    });
  }
  // The SDKs drop the cause of a connection that timed out; nothing else of theirs has this name.
  if (error instanceof Error && error.constructor.name === 'APIConnectionTimeoutError') {
    return new ModelError(`${call.endpoint} ${NETWORK_WORDS['ETIMEDOUT'] ?? ''}`, {
      kind: 'connection',
      retry: true,
      usage: NO_USAGE,
    });
  }
  if (
    found === null ||
    !/^(ERR_(TLS|SSL)|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO|HPE_)/.test(found.code)
  ) {
    return null;
  }
  const text = `${call.endpoint} cannot be spoken to (${found.code}): ${found.message}`;
  return new ModelError(text, {
    kind: 'connection',
    retry: false,
    hints: ['check http:// against https://, and the server certificate'],
  });
}

function causeWithCode(error: unknown): { code: string; message: string } | null {
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    const { code } = current as NodeJS.ErrnoException;
    if (typeof code === 'string') return { code, message: current.message };
    current = current.cause;
  }
  return null;
}

function shortened(message: string): string {
  return message.length > 600 ? `${message.slice(0, 600)}…` : message;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
