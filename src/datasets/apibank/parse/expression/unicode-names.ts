/** Which character has this Unicode name? JavaScript has no name table: the families below are built by rule, the rest is a short list. */

const greek =
  'ALPHA BETA GAMMA DELTA EPSILON ZETA ETA THETA IOTA KAPPA LAMDA MU NU XI OMICRON PI RHO - SIGMA TAU UPSILON PHI CHI PSI OMEGA'.split(
    ' ',
  );

const digits = 'ZERO ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE'.split(' ');

/** Names after LATIN … LETTER … WITH, and the combining mark each stands for. */
const marks: { readonly [name: string]: string } = {
  GRAVE: '\u0300',
  ACUTE: '\u0301',
  CIRCUMFLEX: '\u0302',
  TILDE: '\u0303',
  MACRON: '\u0304',
  BREVE: '\u0306',
  'DOT ABOVE': '\u0307',
  DIAERESIS: '\u0308',
  'HOOK ABOVE': '\u0309',
  'RING ABOVE': '\u030a',
  'DOUBLE ACUTE': '\u030b',
  CARON: '\u030c',
  HORN: '\u031b',
  'DOT BELOW': '\u0323',
  CEDILLA: '\u0327',
  OGONEK: '\u0328',
};

/** Punctuation, signs and spaces: code point in hexadecimal, name, one pair per line. */
const listed = `
20 SPACE
21 EXCLAMATION MARK
22 QUOTATION MARK
23 NUMBER SIGN
24 DOLLAR SIGN
25 PERCENT SIGN
26 AMPERSAND
27 APOSTROPHE
28 LEFT PARENTHESIS
29 RIGHT PARENTHESIS
2a ASTERISK
2b PLUS SIGN
2c COMMA
2d HYPHEN-MINUS
2e FULL STOP
2f SOLIDUS
3a COLON
3b SEMICOLON
3c LESS-THAN SIGN
3d EQUALS SIGN
3e GREATER-THAN SIGN
3f QUESTION MARK
40 COMMERCIAL AT
5b LEFT SQUARE BRACKET
5c REVERSE SOLIDUS
5d RIGHT SQUARE BRACKET
5e CIRCUMFLEX ACCENT
5f LOW LINE
60 GRAVE ACCENT
7b LEFT CURLY BRACKET
7c VERTICAL LINE
7d RIGHT CURLY BRACKET
7e TILDE
a0 NO-BREAK SPACE
a1 INVERTED EXCLAMATION MARK
a2 CENT SIGN
a3 POUND SIGN
a5 YEN SIGN
a7 SECTION SIGN
a9 COPYRIGHT SIGN
ab LEFT-POINTING DOUBLE ANGLE QUOTATION MARK
ad SOFT HYPHEN
ae REGISTERED SIGN
b0 DEGREE SIGN
b1 PLUS-MINUS SIGN
b2 SUPERSCRIPT TWO
b3 SUPERSCRIPT THREE
b5 MICRO SIGN
b6 PILCROW SIGN
b7 MIDDLE DOT
b9 SUPERSCRIPT ONE
bb RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK
bc VULGAR FRACTION ONE QUARTER
bd VULGAR FRACTION ONE HALF
be VULGAR FRACTION THREE QUARTERS
bf INVERTED QUESTION MARK
c6 LATIN CAPITAL LETTER AE
d7 MULTIPLICATION SIGN
d8 LATIN CAPITAL LETTER O WITH STROKE
df LATIN SMALL LETTER SHARP S
e6 LATIN SMALL LETTER AE
f7 DIVISION SIGN
f8 LATIN SMALL LETTER O WITH STROKE
131 LATIN SMALL LETTER DOTLESS I
141 LATIN CAPITAL LETTER L WITH STROKE
142 LATIN SMALL LETTER L WITH STROKE
152 LATIN CAPITAL LIGATURE OE
153 LATIN SMALL LIGATURE OE
3c2 GREEK SMALL LETTER FINAL SIGMA
200b ZERO WIDTH SPACE
200d ZERO WIDTH JOINER
2010 HYPHEN
2013 EN DASH
2014 EM DASH
2018 LEFT SINGLE QUOTATION MARK
2019 RIGHT SINGLE QUOTATION MARK
201c LEFT DOUBLE QUOTATION MARK
201d RIGHT DOUBLE QUOTATION MARK
2020 DAGGER
2022 BULLET
2026 HORIZONTAL ELLIPSIS
2030 PER MILLE SIGN
2032 PRIME
2033 DOUBLE PRIME
20ac EURO SIGN
20b9 INDIAN RUPEE SIGN
2103 DEGREE CELSIUS
2109 DEGREE FAHRENHEIT
2122 TRADE MARK SIGN
2126 OHM SIGN
2190 LEFTWARDS ARROW
2191 UPWARDS ARROW
2192 RIGHTWARDS ARROW
2193 DOWNWARDS ARROW
2212 MINUS SIGN
221e INFINITY
2248 ALMOST EQUAL TO
2260 NOT EQUAL TO
2264 LESS-THAN OR EQUAL TO
2265 GREATER-THAN OR EQUAL TO
2605 BLACK STAR
2606 WHITE STAR
263a WHITE SMILING FACE
2713 CHECK MARK
2714 HEAVY CHECK MARK
3000 IDEOGRAPHIC SPACE
feff ZERO WIDTH NO-BREAK SPACE
fffd REPLACEMENT CHARACTER
1f600 GRINNING FACE
`;

/** The character of a Unicode name (case ignored), or null when the name is not among those known here. */
export function unicodeByName(name: string): string | null {
  const upper = name.toUpperCase();
  return latinLetter(upper) ?? greekLetter(upper) ?? numbered(upper) ?? listedCharacter(upper);
}

function latinLetter(name: string): string | null {
  const match = /^LATIN (SMALL|CAPITAL) LETTER ([A-Z])(?: WITH (.+))?$/.exec(name);
  if (match === null) return null;
  const [, size, letter = '', with_] = match;
  let text = size === 'SMALL' ? letter.toLowerCase() : letter;
  for (const mark of with_ === undefined ? [] : with_.split(' AND ')) text += marks[mark] ?? '??';
  const composed = text.normalize('NFC');
  return composed.length === 1 ? composed : null;
}

function greekLetter(name: string): string | null {
  const match = /^GREEK (SMALL|CAPITAL) LETTER ([A-Z]+)$/.exec(name);
  const index = greek.indexOf(match?.[2] ?? '');
  return index < 0 ? null : String.fromCharCode((match?.[1] === 'SMALL' ? 0x3b1 : 0x391) + index);
}

function numbered(name: string): string | null {
  const digit = name.startsWith('DIGIT ') ? digits.indexOf(name.slice(6)) : -1;
  if (digit >= 0) return String(digit);
  const ideograph = /^CJK UNIFIED IDEOGRAPH-([0-9A-F]{4,5})$/.exec(name)?.[1];
  if (ideograph === undefined) return null;
  const character = String.fromCodePoint(Number.parseInt(ideograph, 16));
  return /^\p{Unified_Ideograph}$/u.test(character) ? character : null;
}

function listedCharacter(name: string): string | null {
  const end = listed.indexOf(` ${name}\n`);
  if (end < 0 || name.includes('\n')) return null;
  const code = listed.slice(listed.lastIndexOf('\n', end) + 1, end);
  return /^[0-9a-f]+$/.test(code) ? String.fromCodePoint(Number.parseInt(code, 16)) : null;
}
