/** What was looked at, and is it well? */

export type Level = 'ok' | 'warn' | 'fail';

export interface Finding {
  /** What was looked at, in a word or two: `reachable`, `thinking`. */
  readonly check: string;
  /** `fail` would stop a job or spoil its result; `warn` costs time, money or exactness. */
  readonly level: Level;
  readonly message: string;
  /** What to do; null when all is well, or nothing can be done. */
  readonly fix: string | null;
}

export function ok(check: string, message: string): Finding {
  return { check, level: 'ok', message, fix: null };
}

export function warn(check: string, message: string, fix: string | null = null): Finding {
  return { check, level: 'warn', message, fix };
}

export function fail(check: string, message: string, fix: string | null = null): Finding {
  return { check, level: 'fail', message, fix };
}
