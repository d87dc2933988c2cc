/** What does a configuration file say? Either a checked value, or every problem with its place. */
import type { TSchema } from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import { Ajv } from 'ajv';
import { isMap, isScalar, LineCounter, parseDocument, visit, type YAMLError } from 'yaml';
import { ConfigError, type ConfigProblem } from '../core/errors.ts';
import { settingProblems } from './schema-problems.ts';
import {
  keyRange,
  problemAt,
  problemWithFile,
  type SettingPath,
  syntaxProblemAt,
  valueRange,
  type YamlSource,
} from './yaml-source.ts';
import { surprises } from './yaml-surprises.ts';

export interface YamlOptions {
  /** As the user should read it in messages: a path relative to where they stand. */
  readonly file: string;
  /** Of the whole file. Defaults in it are not applied. */
  readonly schema: TSchema;
}

export interface OpenedYaml<T> {
  readonly value: T;
  /** A problem with the value at `path`, for checks that a schema cannot make (a name that is nowhere defined). */
  readonly problemAt: (path: SettingPath, message: string) => ConfigProblem;
}

/**
 * Reads YAML 1.2 (core schema) and checks it against the schema.
 *
 * The schema is data: only the caller can name the type that it stands for.
 *
 * @throws ConfigError with all problems at once, in the order of the file.
 */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters
export function readYaml<T>(text: string, options: YamlOptions): T {
  return openYaml<T>(text, options).value;
}

/** Like {@link readYaml}, for callers that go on checking. */
export function openYaml<T>(text: string, options: YamlOptions): OpenedYaml<T> {
  const source = parse(text, options.file);
  const problems = [...syntaxProblems(source), ...surprises(source)];
  const value = problems.length === 0 ? plainValue(source, problems) : undefined;
  if (problems.length === 0) problems.push(...schemaProblems(source, value, options.schema));
  if (problems.length > 0) throw new ConfigError(inFileOrder(problems));
  return {
    value: value as T,
    problemAt: (path, message) => problemAt(source, valueRange(source, path), message),
  };
}

function parse(text: string, file: string): YamlSource {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: true,
    logLevel: 'error',
  });
  return { file, text, lines, document };
}

function syntaxProblems(source: YamlSource): ConfigProblem[] {
  const { errors, warnings, contents } = source.document;
  const found = [...errors, ...warnings].map((error) => {
    const range = { start: error.pos[0], end: error.pos[1] };
    return syntaxProblemAt(source, range, syntaxMessage(source, error));
  });
  const isEmpty = contents === null || (isScalar(contents) && contents.source === '');
  if (found.length === 0 && isEmpty) {
    found.push(problemWithFile(source, 'is empty (or holds comments only); it must hold settings'));
  }
  return found;
}

function syntaxMessage(source: YamlSource, error: YAMLError): string {
  switch (error.code) {
    case 'DUPLICATE_KEY':
      return duplicateMessage(source, error.pos[0]);
    case 'BLOCK_AS_IMPLICIT_KEY':
      return 'text with a colon and a blank in it must be quoted';
    case 'TAB_AS_INDENT':
      return 'indent with blanks, not with tabs';
    case 'MULTIPLE_DOCS':
      return 'the file must hold one document; delete everything from the second --- on';
    case 'TAG_RESOLVE_FAILED':
      return 'tags (!name) are not read; quote the text to keep the !';
    default:
      return error.message;
  }
}

function duplicateMessage(source: YamlSource, offset: number): string {
  let message = 'this key stands twice in one mapping';
  visit(source.document, {
    Map: (_position, map) => {
      const keys = map.items.map((pair) => pair.key).filter((key) => isScalar(key));
      const repeated = keys.find((key) => key.range?.[0] === offset);
      const first = keys.find((key) => key.value === repeated?.value);
      if (repeated === undefined || first?.range === undefined || first.range === null) return;
      const { line, col } = source.lines.linePos(first.range[0]);
      message = `"${String(repeated.value)}" stands twice; the first one is at ${line}:${col}`;
    },
  });
  return message;
}

/** Excessive aliases are the one thing that only shows while the value is built. */
function plainValue(source: YamlSource, problems: ConfigProblem[]): unknown {
  try {
    return source.document.toJS({ maxAliasCount: 100 }) as unknown;
  } catch (error) {
    problems.push(problemWithFile(source, `cannot be read: ${(error as Error).message}`));
    return undefined;
  }
}

function schemaProblems(source: YamlSource, value: unknown, schema: TSchema): ConfigProblem[] {
  // Ajv writes a program for each schema, which takes longer than the rest of reading: worth it to name what is wrong.
  if (Check(schema, value)) return [];
  if (!isMap(source.document.contents) && schema['type'] === 'object') {
    const range = valueRange(source, []);
    return [problemAt(source, range, 'the file must hold settings, one "name: value" a line')];
  }
  const ajv = new Ajv({
    allErrors: true,
    strict: true,
    verbose: true,
    discriminator: true,
    // The schemas are ours and tested: checking them against the meta schema is work that every start would do again.
    meta: false,
    validateSchema: false,
  });
  const check = ajv.compile(schema);
  if (check(value)) return [];
  return settingProblems(check.errors ?? [], value).map(({ path, atKey, message }) =>
    problemAt(source, atKey ? keyRange(source, path) : valueRange(source, path), message),
  );
}

function inFileOrder(problems: readonly ConfigProblem[]): ConfigProblem[] {
  const place = (problem: ConfigProblem): number =>
    (problem.line ?? 0) * 1e6 + (problem.column ?? 0);
  return [...problems].sort((left, right) => place(left) - place(right));
}
