/** How long does a server ask us to wait? */

interface HeaderSource {
  get(name: string): string | null;
}

/**
 * Milliseconds, or null when the server said nothing that can be understood. `retry-after-ms` goes before
 * `retry-after`, which is a number of seconds or an HTTP date. A date that has passed is 0. Not capped: a caller that
 * sleeps must cap it, for servers do say an hour.
 */
export function retryAfterMs(headers: HeaderSource, nowMs: number): number | null {
  const milliseconds = plainNumber(headers.get('retry-after-ms'));
  if (milliseconds !== null) return milliseconds;
  const text = headers.get('retry-after');
  const seconds = plainNumber(text);
  if (seconds !== null) return seconds * 1000;
  // Date.parse reads almost anything ("120" is a year to it), so only the form of RFC 9110 is offered to it.
  if (text === null || !/^[A-Za-z]{3,9},? .*\d{2}:\d{2}:\d{2}/.test(text.trim())) return null;
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? null : Math.max(0, moment - nowMs);
}

function plainNumber(text: string | null): number | null {
  if (text === null || !/^\s*\d+(\.\d+)?\s*$/.test(text)) return null;
  const value = Number(text);
  return Number.isFinite(value * 1000) ? value : null;
}
