/** How is a function call written as an answer, so that it scores and votes as the same call in brackets would? */
import type { ToolAnswer } from '../../../core/dataset.ts';
import { readToolArguments } from '../../../core/tool-arguments.ts';
import { coerceText, readCallText } from '../parse/call-text.ts';
import { parseLiteral } from '../parse/expression/literal.ts';
import { printCall } from '../parse/print-call.ts';
import { pyRepr } from '../python/repr.ts';
import { PyDict } from '../python/value.ts';

export interface NamedCall {
  /** The API that the function stands for; for a function that was not offered, its own name. */
  readonly api: string;
  readonly arguments: string;
}

/** Characters of damaged arguments that an answer shows; a transcript has all of them. */
const SHOWN_DAMAGE = 400;

/**
 * `[Name(argument=value)]`. Texts that spell a list or a record are read as in a bracketed call, numbers keep the digits
 * they were sent with. A call whose arguments, or whose names, cannot be read becomes a text that no parser policy
 * takes for a call.
 */
export function callAnswer(call: NamedCall): ToolAnswer {
  const read = readToolArguments(call.arguments);
  const values = read === null ? null : valuesOf(read.text);
  const text = values === null ? null : printCall(call.api, values);
  if (read === null || text === null || !readCallText(text).ok) {
    return { text: damagedAnswer(call), reading: 'damaged' };
  }
  return { text, reading: read.repaired ? 'repaired' : 'clean' };
}

/** A JSON text with the same meaning in Python: only these words and the escapes in texts are written otherwise. */
const JSON_WORD = /"(?:[^"\\]|\\[\s\S])*"|true|false|null/g;
const PYTHON_WORDS: { readonly [word: string]: string } = {
  true: 'True',
  false: 'False',
  null: 'None',
};

/** Null when the text is nested too deeply, or a name cannot name an argument. */
function valuesOf(json: string): PyDict | null {
  const source = json.replaceAll(
    JSON_WORD,
    (word) => PYTHON_WORDS[word] ?? pyRepr(JSON.parse(word) as string),
  );
  const literal = parseLiteral(source);
  if (!(literal instanceof PyDict)) return null;
  const values = new PyDict();
  for (const [name, value] of literal.entries()) {
    if (typeof name !== 'string' || !/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)) return null;
    values.set(name, coerceText(value));
  }
  return values;
}

/**
 * On two lines and without brackets or `=` in what is shown, so that neither a call in the arguments nor the call itself can be
 * read from it; still different for different damage, so that votes tell them apart.
 */
function damagedAnswer({ api, arguments: sent }: NamedCall): string {
  const name = api.replaceAll(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d|$)/, '_');
  const shown = JSON.stringify(`${api} ${sent}`.slice(0, SHOWN_DAMAGE)).replaceAll(
    /[[\]()=]/g,
    (unit) => `\\u00${unit.charCodeAt(0).toString(16)}`,
  );
  return `[${name}(damaged arguments\n${shown})]`;
}
