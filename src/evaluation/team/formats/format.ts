/** What is a message format? A contract for the writer, and a reader that turns the reply into what peers see. */

export interface HandOff {
  /** The message as other agents read it; never blank. */
  readonly text: string;
  /** Whether the reply followed the contract; null when the format asks for nothing. */
  readonly parsed: boolean | null;
}

export interface MessageFormat {
  /** Value of the topology parameter `communication`. */
  readonly id: string;
  /** Text for the writer's system prompt; null when any text will do. */
  readonly contract: string | null;
  /** Total: a reply that does not parse is handed on as it is. */
  read(reply: string): HandOff;
}

/** Characters of one hand-off (UTF-16 units); what is beyond is cut from the middle. */
export const HAND_OFF_LIMIT = 6000;

/** Share of a cut hand-off that is kept from its start; the rest comes from its end, where answers stand. */
const HEAD_SHARE = 0.6;

/** Empty assistant text is refused by some servers and reads like a missing message to peers. */
export const NO_ANSWER = '(no answer)';

/** The text as peers may read it: trimmed, never blank, cut in the middle with a visible mark when too long. */
export function boundedHandOff(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') return NO_ANSWER;
  if (trimmed.length <= HAND_OFF_LIMIT) return trimmed;
  const headLength = Math.floor(HAND_OFF_LIMIT * HEAD_SHARE);
  const head = withoutTrailingHalf(trimmed.slice(0, headLength));
  const tail = withoutLeadingHalf(trimmed.slice(trimmed.length - (HAND_OFF_LIMIT - headLength)));
  const left = trimmed.length - head.length - tail.length;
  return `${head}\n… ${left} characters left out …\n${tail}`;
}

function withoutTrailingHalf(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}

function withoutLeadingHalf(text: string): string {
  return /^[\uDC00-\uDFFF]/.test(text) ? text.slice(1) : text;
}
