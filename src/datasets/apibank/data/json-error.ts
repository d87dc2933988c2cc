/** Where does a text stop being JSON? The parser of the platform does not always say. */

const STRING = String.raw`"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"`;
const NUMBER = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`;
const BLANK = /[ \t\n\r]*/y;
const SCALAR = new RegExp(`${STRING}|${NUMBER}|true|false|null`, 'y');
const KEY = new RegExp(`${STRING}[ \\t\\n\\r]*:`, 'y');

/** Offset of the first character that cannot stand there; null when the text is one JSON value. */
export function jsonErrorOffset(text: string): number | null {
  const end = valueEnd(text, skip(BLANK, text, 0));
  if (end.failed) return end.offset;
  const rest = skip(BLANK, text, end.offset);
  return rest < text.length ? rest : null;
}

interface Position {
  readonly offset: number;
  readonly failed: boolean;
}

function valueEnd(text: string, start: number): Position {
  const opening = text[start];
  if (opening === '[' || opening === '{') return membersEnd(text, start, opening);
  const end = skip(SCALAR, text, start);
  return { offset: end, failed: end === start };
}

function membersEnd(text: string, start: number, opening: '[' | '{'): Position {
  const closing = opening === '[' ? ']' : '}';
  let offset = skip(BLANK, text, start + 1);
  if (text[offset] === closing) return { offset: offset + 1, failed: false };
  for (;;) {
    if (opening === '{') {
      const key = skip(KEY, text, offset);
      if (key === offset) return { offset, failed: true };
      offset = skip(BLANK, text, key);
    }
    const value = valueEnd(text, offset);
    if (value.failed) return value;
    offset = skip(BLANK, text, value.offset);
    if (text[offset] === closing) return { offset: offset + 1, failed: false };
    if (text[offset] !== ',') return { offset, failed: true };
    offset = skip(BLANK, text, offset + 1);
  }
}

function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return from + (pattern.exec(text)?.[0].length ?? 0);
}
