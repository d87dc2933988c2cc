/** Which part of a reply is thinking aloud, not meant for anyone else? */

export interface SplitReply {
  /** What is left for other agents and for the answer. */
  readonly visible: string;
  /** The removed text; null when there was none. */
  readonly reasoning: string | null;
}

const TAG = /<(\/?)(?:think|thinking|thoughts?)(?:\s[^<>]*)?>/giu;

/**
 * Takes reasoning blocks out of a reply. A block without an end reaches to the end of the text (the token limit cut it);
 * an end without a beginning makes everything before it reasoning (the server's template ate the opening tag). A
 * reply without such tags comes back unchanged.
 */
export function splitReasoning(reply: string): SplitReply {
  let visible: string[] = [];
  const hidden: string[] = [];
  let open = false;
  let position = 0;
  for (const tag of reply.matchAll(TAG)) {
    const closes = tag[1] === '/';
    if (!closes && open) continue;
    const text = reply.slice(position, tag.index);
    if (closes && !open) {
      hidden.push(...visible, text);
      visible = [];
    } else {
      (open ? hidden : visible).push(text);
    }
    open = !closes;
    position = tag.index + tag[0].length;
  }
  if (position === 0) return { visible: reply, reasoning: null };
  (open ? hidden : visible).push(reply.slice(position));
  const reasoning = hidden
    .filter((part) => part.trim() !== '')
    .join('\n')
    .trim();
  return { visible: visible.join('').trim(), reasoning: reasoning === '' ? null : reasoning };
}
