/** Do the words behind a command say something sensible? Every problem at once, nothing guessed. */
import { Parser } from 'yargs/helpers';
import { closestName, didYouMean } from '../config/did-you-mean.ts';
import { nameProblem } from '../config/names.ts';
import { type Parsed, parseDecimal, parseDuration, parseInteger } from '../config/numbers.ts';
import {
  type ChoiceFlag,
  type ChoicesFlag,
  type Flag,
  type FlagTable,
  type FlagValues,
  flagWord,
  type TextsFlag,
} from './flags.ts';

export interface ReadFlags<Table extends FlagTable> {
  /** Meaningful only when there are no problems. */
  readonly values: FlagValues<Table>;
  readonly positionals: readonly string[];
  readonly problems: readonly string[];
}

export function readFlags<const Table extends FlagTable>(
  words: readonly string[],
  table: Table,
): ReadFlags<Table> {
  const raw = splitWords(words, table);
  const problems = [...switchProblems(words, table), ...unknownFlags(raw.flags, table)];
  const values: { [name: string]: unknown } = {};
  for (const [name, flag] of Object.entries(table)) {
    const read = readFlag(`--${flagWord(name)}`, flag, raw.flags.get(flagWord(name)));
    if (read.ok) values[name] = read.value;
    else problems.push(read.problem);
  }
  return { values: values as FlagValues<Table>, positionals: raw.positionals, problems };
}

interface RawWords {
  /** Every occurrence, in order; a switch occurs as `true`. */
  readonly flags: ReadonlyMap<string, readonly (string | boolean)[]>;
  readonly positionals: readonly string[];
}

/** yargs' parser with everything off that turns text into something else. */
function splitWords(words: readonly string[], table: FlagTable): RawWords {
  const names = Object.entries(table);
  const ofKind = (...kinds: Flag['kind'][]): string[] =>
    names.filter(([, flag]) => kinds.includes(flag.kind)).map(([name]) => flagWord(name));
  const parsed: { readonly [name: string]: unknown } = Parser([...words], {
    string: ofKind('text', 'integer', 'decimal', 'duration', 'choice', 'choices', 'pairs', 'texts'),
    boolean: ofKind('switch'),
    array: ofKind('texts'),
    configuration: {
      'boolean-negation': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'duplicate-arguments-array': true,
      'flatten-duplicate-arrays': true,
      'greedy-arrays': true,
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'populate--': true,
      'short-option-groups': false,
    },
  });
  const flags = new Map<string, readonly (string | boolean)[]>();
  for (const [name, value] of Object.entries(parsed)) {
    if (name === '_' || name === '--') continue;
    flags.set(name, Array.isArray(value) ? (value as string[]) : [value as string | boolean]);
  }
  const { _: before, '--': after } = parsed as { _: string[]; '--'?: string[] };
  return { flags, positionals: [...before, ...(after ?? [])] };
}

/** The parser reads `--quiet=maybe` as false and forgets repetitions, so switches are looked at as typed. */
function switchProblems(words: readonly string[], table: FlagTable): string[] {
  const end = words.indexOf('--');
  const typed = end === -1 ? words : words.slice(0, end);
  return Object.entries(table).flatMap(([name, flag]) => {
    if (flag.kind !== 'switch') return [];
    const word = `--${flagWord(name)}`;
    const found = [];
    if (typed.some((other) => other.startsWith(`${word}=`))) found.push(`${word} takes no value`);
    if (typed.filter((other) => other === word).length > 1) found.push(`${word} is given twice`);
    return found;
  });
}

function unknownFlags(flags: RawWords['flags'], table: FlagTable): string[] {
  const known = [...Object.keys(table).map(flagWord), 'help'];
  return [...flags.keys()]
    .filter((name) => !known.includes(name))
    .map((name) => `unknown flag "--${name}"${suggestion(name, known)}`);
}

function suggestion(name: string, known: readonly string[]): string {
  const without = name.startsWith('no-') ? name.slice(3) : name;
  if (without !== name && known.includes(without)) return `; leave --${without} out instead`;
  const closest = closestName(name, known);
  return closest === null ? '' : `. Did you mean "--${closest}"?`;
}

function readFlag(
  word: string,
  flag: Flag,
  given: readonly (string | boolean)[] | undefined,
): Parsed<unknown> {
  if (flag.kind === 'switch') return { ok: true, value: given?.includes(true) ?? false };
  if (flag.kind === 'accepted') return { ok: true, value: null };
  const texts = given?.map(String);
  if (texts === undefined) return absent(word, flag);
  if (texts.length === 0 || texts.some((text) => text.trim() === '')) {
    return refused(`${word} needs a value${valueHint(flag)}`);
  }
  if (flag.kind === 'pairs') return readPairs(word, texts);
  if (flag.kind === 'texts') return readTexts(word, flag, texts);
  const [text, ...more] = texts;
  if (text === undefined || more.length > 0) {
    return refused(`${word} is given ${texts.length} times (${texts.join(', ')}); give it once`);
  }
  return readSingle(word, flag, text);
}

type SingleFlag = Exclude<Flag, { kind: 'switch' | 'accepted' | 'pairs' | 'texts' }>;

function readSingle(word: string, flag: SingleFlag, text: string): Parsed<unknown> {
  switch (flag.kind) {
    case 'text':
      return { ok: true, value: text };
    case 'integer':
      return parseInteger(text, { ...flag, name: word });
    case 'decimal':
      return parseDecimal(text, { ...flag, name: word });
    case 'duration':
      return parseDuration(text, { name: word });
    case 'choice':
      return readChoice(word, flag, text);
    case 'choices':
      return readChoices(word, flag, text);
  }
}

function absent(word: string, flag: Flag): Parsed<unknown> {
  if (flag.kind === 'pairs') return { ok: true, value: {} };
  if (flag.kind === 'texts') return { ok: true, value: [] };
  if ('required' in flag) return refused(`${word} is missing${valueHint(flag)}`);
  return { ok: true, value: 'default' in flag ? flag.default : null };
}

function valueHint(flag: Flag): string {
  switch (flag.kind) {
    case 'choice':
      return flag.choices.length === 0 ? '' : `: ${flag.choices.join(', ')}`;
    case 'choices':
      return `: ${flag.choices.join(',')}`;
    case 'pairs':
      return ': key=value';
    case 'integer':
      return ': an integer';
    case 'decimal':
      return ': a number';
    case 'duration':
      return ': a time such as 90m';
    case 'text':
    case 'texts':
      return `: ${flag.placeholder}`;
    case 'switch':
    case 'accepted':
      return '';
  }
}

function readChoice(word: string, flag: ChoiceFlag, text: string): Parsed<string> {
  const { synonyms = {}, choices } = flag;
  const value = Object.hasOwn(synonyms, text) ? (synonyms[text] ?? text) : text;
  if (choices.includes(value)) return { ok: true, value };
  if (flag.axis !== undefined) {
    return refused(nameProblem(text, { axis: flag.axis, known: choices }) ?? '');
  }
  return refused(`${word} must be ${oneOf(choices)}, got "${text}"${didYouMean(text, choices)}`);
}

function readChoices(word: string, flag: ChoicesFlag, text: string): Parsed<readonly string[]> {
  const names = text.split(',').map((name) => name.trim());
  const wrong = names.find((name) => !flag.choices.includes(name));
  if (wrong !== undefined) {
    const hint = didYouMean(wrong, flag.choices);
    return refused(`${word} must list ${flag.choices.join(' or ')}, got "${wrong}"${hint}`);
  }
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) return refused(`${word} lists ${repeated} twice`);
  return { ok: true, value: flag.choices.filter((choice) => names.includes(choice)) };
}

function readPairs(
  word: string,
  texts: readonly string[],
): Parsed<{ readonly [key: string]: string }> {
  const pairs = new Map<string, string>();
  for (const text of texts) {
    const at = text.indexOf('=');
    if (at < 1) return refused(`${word} must be key=value, got "${text}"`);
    const key = text.slice(0, at);
    if (pairs.has(key)) return refused(`${word} sets "${key}" twice`);
    pairs.set(key, text.slice(at + 1));
  }
  return { ok: true, value: Object.fromEntries(pairs) };
}

function readTexts(
  word: string,
  flag: TextsFlag,
  texts: readonly string[],
): Parsed<readonly string[]> {
  const { separator } = flag;
  const values =
    separator === undefined
      ? texts
      : texts.flatMap((text) => text.split(separator)).map((text) => text.trim());
  if (values.includes('')) return refused(`${word} holds an empty value`);
  const repeated = values.find((value, index) => values.indexOf(value) !== index);
  if (repeated !== undefined) return refused(`${word} lists "${repeated}" twice`);
  return { ok: true, value: values };
}

function oneOf(choices: readonly string[]): string {
  return choices.length === 1 ? (choices[0] ?? '') : `one of ${choices.join(', ')}`;
}

function refused(problem: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem };
}
