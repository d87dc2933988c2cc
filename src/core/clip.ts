/** How is a long text shown in little room? */

/** At most `limit` characters: the middle goes, 60 % of the rest is kept from the head, with a visible marker. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const marker = `\n[... ${text.length - limit} characters left out ...]\n`;
  const room = Math.max(0, limit - marker.length);
  const head = Math.ceil(room * 0.6);
  // Cutting between the halves of a surrogate pair would leave text that has no UTF-8 form.
  const start = text.slice(0, head).replace(/[\uD800-\uDBFF]$/, '');
  const end = text.slice(text.length - (room - head)).replace(/^[\uDC00-\uDFFF]/, '');
  return `${start}${marker}${end}`.slice(0, limit);
}
