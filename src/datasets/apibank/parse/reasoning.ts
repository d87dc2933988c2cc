/** What of a model's text is reasoning, and what is its answer? */
import { type CallSpan, callSpans } from './call-spans.ts';

export interface WithoutReasoning {
  readonly text: string;
  /** The removed text with its tags, null when there was none. */
  readonly removed: string | null;
}

const tagPattern =
  /<(\/?)(?:think|thinking|thought|thoughts|reasoning|reflection|scratchpad)(?:\s[^<>]{0,200})?>/gi;

/**
 * Removes `<think>…</think>` and its kin in any case. After an unclosed tag everything is reasoning, before a closing tag that
 * was never opened everything was (servers often swallow the opening tag). A tag inside a complete bracketed call is a value.
 */
export function removeReasoning(text: string): WithoutReasoning {
  if (!text.includes('<')) return { text, removed: null };
  const removal = new Removal(text);
  for (const tag of text.matchAll(tagPattern)) {
    removal.take(tag.index, tag.index + tag[0].length, tag[1] === '/');
  }
  return removal.finish();
}

class Removal {
  readonly #text: string;
  readonly #kept: string[] = [];
  readonly #removed: string[] = [];
  #spans: CallSpan[] | null = null;
  #nextSpan = 0;
  /** Where the latest call in the kept text that was passed so far ends. */
  #callEnd = 0;
  #keptFrom = 0;
  #openedAt: number | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  take(start: number, end: number, isClosing: boolean): void {
    if (this.#openedAt === null && this.#isInsideCall(start)) return;
    if (isClosing) this.#close(end);
    else if (this.#openedAt === null) {
      this.#kept.push(this.#text.slice(this.#keptFrom, start));
      this.#openedAt = start;
    }
  }

  finish(): WithoutReasoning {
    if (this.#openedAt === null) this.#kept.push(this.#text.slice(this.#keptFrom));
    else this.#removed.push(this.#text.slice(this.#openedAt));
    const removed = this.#removed.length === 0 ? null : this.#removed.join('');
    return { text: this.#kept.join(''), removed };
  }

  #close(end: number): void {
    if (this.#openedAt === null) {
      // The opening tag was swallowed: all that was kept so far is reasoning.
      this.#removed.push(...this.#kept.splice(0), this.#text.slice(this.#keptFrom, end));
    } else this.#removed.push(this.#text.slice(this.#openedAt, end));
    this.#openedAt = null;
    this.#keptFrom = end;
    this.#callEnd = 0;
  }

  /** Does a call that begins in the kept text reach over this offset? */
  #isInsideCall(offset: number): boolean {
    this.#spans ??= callSpans(this.#text);
    for (;;) {
      const span = this.#spans[this.#nextSpan];
      if (span === undefined || span.start >= offset) return offset < this.#callEnd;
      if (span.start >= this.#keptFrom) this.#callEnd = Math.max(this.#callEnd, span.end);
      this.#nextSpan += 1;
    }
  }
}
