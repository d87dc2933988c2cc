/** Which text operations differ between Python and JavaScript? */

// Unicode White_Space plus U+001C to U+001F; without U+FEFF and U+200B, which JavaScript's trim() and \s treat otherwise.
const whitespaceClass =
  '\\u0009-\\u000d\\u001c-\\u0020\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const whitespaceRun = new RegExp(`[${whitespaceClass}]+`, 'u');

/** Source of a character class (without the brackets) of everything that Python's `str.isspace` and `\s` accept. */
export const pyWhitespaceClass = whitespaceClass;

/** Is this UTF-16 unit white space to Python's `strip`, `split` and `\s`? */
export function isPyWhitespace(unit: number): boolean {
  if (unit <= 0x20)
    return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) || (unit >= 0x1c && unit <= 0x1f);
  if (unit < 0x85) return false;
  if (unit === 0x85 || unit === 0xa0 || unit === 0x1680 || unit === 0x3000) return true;
  return (
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f
  );
}

/** Has the text no character beyond U+007F? */
export function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) > 0x7f) return false;
  }
  return true;
}

/** Python's `text.strip()`. */
export function pyStrip(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isPyWhitespace(text.charCodeAt(start))) start += 1;
  while (end > start && isPyWhitespace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Python's `text.split()`: words between runs of white space, no empty ones. */
export function pySplitWhitespace(text: string): string[] {
  const trimmed = pyStrip(text);
  return trimmed === '' ? [] : trimmed.split(whitespaceRun);
}

/** Python's `text.lower()`: the full Unicode mapping, no locale. */
export function pyLower(text: string): string {
  return text.toLowerCase();
}

/** Python's `text.upper()`: the full Unicode mapping, no locale. */
export function pyUpper(text: string): string {
  return text.toUpperCase();
}

/** Python's `len(text)`. */
export function codePointLength(text: string): number {
  let length = 0;
  for (let index = 0; index < text.length; index += 1) {
    if ((text.codePointAt(index) as number) > 0xffff) index += 1;
    length += 1;
  }
  return length;
}
