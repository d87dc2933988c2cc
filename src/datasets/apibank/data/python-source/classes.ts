/** Which attributes and signatures do the classes of a Python file declare? */
import type { Json } from '../../../../core/json.ts';
import { type LogicalLine, type PythonToken, pythonError, readLogicalLines } from './lines.ts';
import { peek, readLiteral, type TokenCursor } from './literal.ts';

export interface SignatureParameter {
  readonly name: string;
  /** The words of Python's `inspect`. */
  readonly kind: 'positional_or_keyword' | 'keyword_only' | 'var_positional' | 'var_keyword';
  /** Undefined when there is none. */
  readonly default: Json | undefined;
}

export interface PythonClass {
  readonly name: string;
  readonly line: number;
  /** Names of the base classes, dotted ones by their last part. */
  readonly bases: readonly string[];
  /** Literal values of the attributes asked for. */
  readonly attributes: { readonly [name: string]: Json };
  /** Parameters without `self`, by method name. */
  readonly methods: { readonly [name: string]: readonly SignatureParameter[] };
}

/** Reads every top-level class; only `attributes` named in `wanted` must be literals. */
export function readPythonClasses(
  source: string,
  file: string,
  wanted: readonly string[],
): PythonClass[] {
  const lines = readLogicalLines(source, file);
  const classes: PythonClass[] = [];
  lines.forEach((line, index) => {
    if (line.indent !== 0 || line.tokens[0]?.text !== 'class') return;
    const rest = lines.slice(index + 1);
    const end = rest.findIndex((next) => next.indent === 0);
    classes.push(readClass(line, end === -1 ? rest : rest.slice(0, end), { file, wanted }));
  });
  return classes;
}

function readClass(
  header: LogicalLine,
  body: readonly LogicalLine[],
  { file, wanted }: { file: string; wanted: readonly string[] },
): PythonClass {
  const name = header.tokens[1];
  if (name?.kind !== 'name') throw pythonError(file, header.line, 'a class has no name');
  const attributes: { [name: string]: Json } = {};
  const methods: { [name: string]: readonly SignatureParameter[] } = {};
  const indent = body[0]?.indent;
  for (const line of body) {
    if (line.indent !== indent) continue;
    const assigned = assignment(line);
    if (assigned !== null && wanted.includes(assigned.name)) {
      attributes[assigned.name] = readLiteral({
        tokens: line.tokens,
        file,
        position: assigned.valueAt,
      });
    }
    const method = methodName(line);
    if (method !== null) methods[method] = readSignature(line, file);
  }
  const bases = header.tokens
    .slice(2)
    .filter((token, index, all) => token.kind === 'name' && all[index + 1]?.text !== '.')
    .map((token) => token.text);
  return { name: name.text, line: header.line, bases, attributes, methods };
}

/** `name = …` or `name: type = …`. */
function assignment(line: LogicalLine): { name: string; valueAt: number } | null {
  const [name, operator] = line.tokens;
  if (name?.kind !== 'name' || operator?.kind !== 'operator') return null;
  if (operator.text === '=') return { name: name.text, valueAt: 2 };
  if (operator.text !== ':') return null;
  const equals = line.tokens.findIndex((token) => token.kind === 'operator' && token.text === '=');
  return equals === -1 ? null : { name: name.text, valueAt: equals + 1 };
}

function methodName(line: LogicalLine): string | null {
  const [first, second, third] = line.tokens;
  if (first?.text === 'def' && second?.kind === 'name') return second.text;
  return first?.text === 'async' && second?.text === 'def' && third?.kind === 'name'
    ? third.text
    : null;
}

function readSignature(line: LogicalLine, file: string): SignatureParameter[] {
  const open = line.tokens.findIndex((token) => token.kind === 'operator' && token.text === '(');
  let keywordOnly = false;
  const parameters: SignatureParameter[] = [];
  for (const tokens of splitAtCommas(line.tokens.slice(open + 1))) {
    const stars = tokens[0]?.kind === 'operator' ? tokens[0].text : '';
    const named = tokens[stars === '' ? 0 : 1];
    if (named?.kind === 'name') {
      const kind = parameterKind(stars, keywordOnly);
      parameters.push({
        name: named.text,
        kind,
        default: readDefault({ tokens, file, position: 0 }),
      });
    }
    if (stars === '*') keywordOnly = true;
  }
  return parameters[0]?.name === 'self' ? parameters.slice(1) : parameters;
}

function parameterKind(stars: string, keywordOnly: boolean): SignatureParameter['kind'] {
  if (stars === '**') return 'var_keyword';
  if (stars === '*') return 'var_positional';
  return keywordOnly ? 'keyword_only' : 'positional_or_keyword';
}

function readDefault(cursor: TokenCursor): Json | undefined {
  for (; cursor.position < cursor.tokens.length; cursor.position += 1) {
    if (peek(cursor) !== '=') continue;
    cursor.position += 1;
    return readLiteral(cursor);
  }
  return undefined;
}

/** The parameter list up to its closing parenthesis, cut at commas outside inner brackets. */
function splitAtCommas(tokens: readonly PythonToken[]): PythonToken[][] {
  const parts: PythonToken[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    const operator = token.kind === 'operator' ? token.text : '';
    if ('([{'.includes(operator) && operator !== '') depth += 1;
    if (')]}'.includes(operator) && operator !== '') depth -= 1;
    if (depth < 0) break;
    if (operator === ',' && depth === 0) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.filter((part) => part.length > 0);
}
