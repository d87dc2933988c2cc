/** Where in a YAML file does a setting stand, and how is that place shown? */
import { type Document, isAlias, isMap, isScalar, isSeq, type LineCounter, type Node } from 'yaml';
import type { ConfigProblem } from '../core/errors.ts';

export type SettingPath = readonly (string | number)[];

/** Half-open range of UTF-16 offsets. */
export interface SourceRange {
  readonly start: number;
  readonly end: number;
}

export interface YamlSource {
  readonly file: string;
  readonly text: string;
  readonly lines: LineCounter;
  readonly document: Document;
}

/** Lines shown above the one that is meant: the parser notices an unclosed bracket only on a later line. */
const LINES_BEFORE_SYNTAX = 2;

export function problemAt(source: YamlSource, range: SourceRange, message: string): ConfigProblem {
  return problem(source, range, { message, linesBefore: 0 });
}

/** Like {@link problemAt}, with enough lines above to show where an unfinished construct began. */
export function syntaxProblemAt(
  source: YamlSource,
  range: SourceRange,
  message: string,
): ConfigProblem {
  return problem(source, range, { message, linesBefore: LINES_BEFORE_SYNTAX });
}

export function problemWithFile(source: YamlSource, message: string): ConfigProblem {
  return { file: source.file, line: null, column: null, message };
}

/** The range of the value at a path, or of the nearest thing around it that exists. */
export function valueRange(source: YamlSource, path: SettingPath): SourceRange {
  let node: Node | null = source.document.contents;
  let range = rangeOf(node, { start: 0, end: 0 });
  for (const segment of path) {
    const step = child(source, node, segment);
    if (step === null) return range;
    node = step.value;
    range = rangeOf(node, rangeOf(step.key, range));
  }
  return range;
}

/** The range of the key that names the value at a path. */
export function keyRange(source: YamlSource, path: SettingPath): SourceRange {
  const parent = path.slice(0, -1);
  let node: Node | null = source.document.contents;
  for (const segment of parent) node = child(source, node, segment)?.value ?? null;
  const last = path.at(-1);
  const step = last === undefined ? null : child(source, node, last);
  return step === null ? valueRange(source, parent) : rangeOf(step.key, valueRange(source, path));
}

/** A setting's name as people write it: `matrix.seeds[2]`; `the file` for the whole. */
export function pathLabel(path: SettingPath): string {
  if (path.length === 0) return 'the file';
  return path
    .map((segment, index) => {
      if (typeof segment === 'number') return `[${segment}]`;
      return index === 0 ? segment : `.${segment}`;
    })
    .join('');
}

interface Child {
  readonly key: Node | null;
  readonly value: Node | null;
}

function child(source: YamlSource, parent: Node | null, segment: string | number): Child | null {
  const node = isAlias(parent) ? (parent.resolve(source.document) ?? null) : parent;
  if (isSeq(node)) {
    const item = node.items[Number(segment)];
    return item === undefined ? null : { key: null, value: item as Node };
  }
  if (!isMap(node)) return null;
  const pair = node.items.find(
    (item) => isScalar(item.key) && String(item.key.value) === String(segment),
  );
  return pair === undefined ? null : { key: pair.key as Node, value: pair.value as Node | null };
}

function rangeOf(node: Node | null, otherwise: SourceRange): SourceRange {
  const range = node?.range;
  return range ? { start: range[0], end: range[1] } : otherwise;
}

function problem(
  source: YamlSource,
  range: SourceRange,
  details: { readonly message: string; readonly linesBefore: number },
): ConfigProblem {
  const { line, col } = source.lines.linePos(Math.min(range.start, source.text.length));
  const place = { line: Math.max(line, 1), column: Math.max(col, 1) };
  return {
    file: source.file,
    ...place,
    message: details.message,
    excerpt: excerpt(source.text, {
      ...place,
      length: range.end - range.start,
      linesBefore: details.linesBefore,
    }),
  };
}

interface ExcerptPlace {
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly linesBefore: number;
}

function excerpt(text: string, place: ExcerptPlace): string {
  const lines = text.split(/\r?\n/);
  const first = Math.max(1, place.line - Math.max(place.linesBefore, 0));
  const width = Math.max(4, String(place.line).length) + 1;
  const shown: string[] = [];
  for (let number = first; number <= place.line; number += 1) {
    shown.push(`${String(number).padStart(width)} | ${lines[number - 1] ?? ''}`.trimEnd());
  }
  const line = lines[place.line - 1] ?? '';
  // Tabs are kept so that the caret stands under the same column in any terminal.
  const indent = line.slice(0, place.column - 1).replaceAll(/[^\t]/g, ' ');
  const room = Math.max(1, line.length - (place.column - 1));
  const carets = '^'.repeat(Math.max(1, Math.min(place.length, room)));
  return [...shown, `${' '.repeat(width)} | ${indent}${carets}`].join('\n');
}
