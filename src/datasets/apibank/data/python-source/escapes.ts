/** What text does the body of an ordinary Python string literal stand for? */

const SIMPLE: { readonly [letter: string]: string } = {
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

const ESCAPE =
  /\\(?:([0-7]{1,3})|x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|([\s\S]))/gu;

/** Unknown escapes keep their backslash, as in Python. Character names (`\N{…}`) are kept as written. */
export function decodeEscapes(body: string): string {
  if (!body.includes('\\')) return body;
  return body.replaceAll(
    ESCAPE,
    (whole, octal?: string, hex2?: string, hex4?: string, hex8?: string, letter?: string) => {
      if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8));
      const hexadecimal = hex2 ?? hex4 ?? hex8;
      if (hexadecimal !== undefined) return String.fromCodePoint(Number.parseInt(hexadecimal, 16));
      return letter === undefined ? whole : (SIMPLE[letter] ?? whole);
    },
  );
}
