/** Where is the queue, and how is that said without its password? */
import { UsageError } from '../../../core/errors.ts';

export interface RedisAddress {
  readonly host: string;
  readonly port: number;
  readonly database: number;
  readonly username: string | null;
  readonly password: string | null;
  readonly encrypted: boolean;
  /** For people: never holds user or password. */
  readonly shown: string;
}

const DEFAULT_PORT = 6379;
/** Kept out of shell histories and lists of processes. */
export const PASSWORD_VARIABLE = 'PROTOCOL_QUEUE_PASSWORD';

/**
 * @param text `redis://[user[:password]@]host[:port][/database]`, or `rediss://` for TLS
 * @param password goes before nothing that the text says
 * @throws UsageError which does not repeat the text, for it may hold a password
 */
export function redisAddress(text: string, password: string | null): RedisAddress {
  const problem = (what: string): UsageError =>
    new UsageError(`--queue ${what}`, {
      hints: [
        'for example --queue redis://localhost:6379, or rediss://HOST:PORT/DATABASE',
        `a password may stand in the environment variable ${PASSWORD_VARIABLE}`,
      ],
    });
  const url = parsed(text);
  if (url === null) throw problem('is not a URL');
  if (url.protocol !== 'redis:' && url.protocol !== 'rediss:') {
    throw problem(`must begin with redis:// or rediss://, not ${url.protocol}//`);
  }
  if (url.hostname === '') throw problem('names no host');
  const path = url.pathname.replace(/^\//, '');
  if (!/^\d{0,4}$/.test(path)) throw problem('names a database that is not a number');
  if (url.search !== '' || url.hash !== '')
    throw problem('holds more than host, port and database');
  const port = url.port === '' ? DEFAULT_PORT : Number(url.port);
  const database = Number(path);
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port,
    database,
    username: url.username === '' ? null : decoded(url.username),
    password: url.password === '' ? password : decoded(url.password),
    encrypted: url.protocol === 'rediss:',
    shown: `${url.protocol}//${url.hostname}:${port}${database === 0 ? '' : `/${database}`}`,
  };
}

function parsed(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** A percent sign that stands for itself is left as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
