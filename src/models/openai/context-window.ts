/** How many output tokens fit, when a server says that the request is too long? */

/** Below this many tokens an answer would be cut in any case, so the request is not worth repeating. */
const LEAST_ROOM = 256;

/**
 * The largest output length that fits, read from a server's complaint; null when it does not say, or when the input
 * alone fills the window. vLLM refuses a request whose input plus `max_tokens` exceeds the window although the model
 * would have stopped long before, so asking once more for what is left is right.
 *
 * @param asked output tokens of the refused request.
 */
export function outputRoom(message: string, asked: number): number | null {
  const window = firstNumber(message, [
    /context (?:length|window)(?: is only| is| of)? (\d+)/i,
    /maximum model length of (\d+)/i,
  ]);
  const input = firstNumber(message, [
    /(?:has|passed) (\d+) input tokens/i,
    /\((\d+) in the messages/i,
    /(\d+) tokens from the input messages/i,
    /requested \d+ tokens \((\d+) in/i,
  ]);
  if (window === null || input === null) return null;
  const room = window - input;
  return room >= LEAST_ROOM && room < asked ? room : null;
}

function firstNumber(text: string, patterns: readonly RegExp[]): number | null {
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) return Number(found);
  }
  return null;
}
