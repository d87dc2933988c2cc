/** Which YAML means something else than its author probably thinks? Such text is refused, never guessed at. */
import { isAlias, isMap, isNode, isScalar, type Node, type Pair, type Scalar, visit } from 'yaml';
import type { ConfigProblem } from '../core/errors.ts';
import { problemAt, type SourceRange, type YamlSource } from './yaml-source.ts';

export function surprises(source: YamlSource): ConfigProblem[] {
  const found: ConfigProblem[] = [];
  const report = (range: SourceRange, message: string): void => {
    found.push(problemAt(source, range, message));
  };
  checkDirective(source, report);
  visit(source.document, {
    Pair: (_position, pair) => checkKey(pair, report),
    Scalar: (position, scalar) => {
      checkNumber(scalar, report);
      if (position !== 'key') checkComment(source, scalar, report);
    },
    Alias: (_position, alias) => {
      if (alias.resolve(source.document) !== undefined) return;
      report(
        range(alias),
        `nothing above is marked &${alias.source}; quote the text to keep the *`,
      );
    },
  });
  return found;
}

type Report = (range: SourceRange, message: string) => void;

/** YAML 1.1 reads `no`, `on` and `y` as booleans and 010 as eight. */
function checkDirective(source: YamlSource, report: Report): void {
  const match = /^%YAML[ \t]+(\S+)/m.exec(source.text);
  if (match === null || match[1] === '1.2' || !source.document.directives?.yaml.explicit) return;
  const place = { start: match.index, end: match.index + match[0].length };
  report(place, `only YAML 1.2 is read, not ${match[1] ?? ''}; delete this line`);
}

/** @returns visit.SKIP for a key that was refused, so that its inside is not reported again. */
function checkKey(pair: Pair, report: Report): typeof visit.SKIP | undefined {
  const key = pair.key;
  if (!isNode(key)) return undefined;
  if (isMap(key) || !(isScalar(key) || isAlias(key))) {
    report(
      range(key),
      'a key must be plain text. Text that begins with { or [ must be quoted: "{{name}}"',
    );
    return visit.SKIP;
  }
  if (!isScalar(key)) return undefined;
  if (key.value === '<<' && key.type === 'PLAIN') {
    report(range(key), 'merge keys (<<) are not read; write the settings out');
    return visit.SKIP;
  }
  if (key.value === null) report(range(key), 'a key is missing before the colon');
  return undefined;
}

function checkNumber(scalar: Scalar, report: Report): void {
  if (typeof scalar.value !== 'number' || scalar.type !== 'PLAIN') return;
  const source = scalar.source ?? '';
  if (!/^[-+]?\d+$/.test(source)) return;
  if (!Number.isSafeInteger(scalar.value)) {
    report(range(scalar), `${source} has more digits than a number can hold exactly; quote it`);
  } else if (/^[-+]?0\d/.test(source)) {
    report(
      range(scalar),
      `${source} has a leading zero; write ${scalar.value} for the number, or quote it for the text`,
    );
  }
}

/** `use #1 tool` is the text `use` and a comment. A comment as people write it has a blank after the `#`. */
function checkComment(source: YamlSource, scalar: Scalar, report: Report): void {
  if (scalar.type !== 'PLAIN' || typeof scalar.value !== 'string') return;
  const { start, end } = range(scalar);
  const swallowed = /^[ \t]+#[^\s#][^\n]*/.exec(source.text.slice(end));
  if (swallowed === null) return;
  report(
    { start, end: end + swallowed[0].trimEnd().length },
    'everything after " #" is a comment; quote the text, or put a blank after the #',
  );
}

function range(node: Node): SourceRange {
  return node.range ? { start: node.range[0], end: node.range[1] } : { start: 0, end: 0 };
}
