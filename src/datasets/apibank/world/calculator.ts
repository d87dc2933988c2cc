/** What does the calculator make of a formula, its original's faults included? */
import { PyError } from '../python/error.ts';
import { PyFloat, type PyValue } from '../python/value.ts';
import { defineApi, failure, hangType } from './api.ts';
import { allOf, sameException, sameNormalized, sameOutput } from './compare.ts';
import { textFor } from './operations.ts';

/** A number, an operator or a parenthesis. */
type Token = number | string;

/** Four operations with parentheses, but no nested ones, no decimals and no signs. */
export const calculator = defineApi({
  name: 'Calculator',
  parameters: { formula: 'str' },
  call: ({ formula }) => {
    const value = calculate(withoutBlanks(formula));
    return typeof value === 'number' ? new PyFloat(value) : value;
  },
  check: allOf(sameNormalized({ formula: withoutBlanks }), sameOutput, sameException),
});

function withoutBlanks(formula: PyValue): string {
  return textFor(formula, 'replace').replaceAll(' ', '');
}

function calculate(formula: string): Token {
  if (!isFormula(formula)) throw failure('invalid formula');
  const tokens = formula.match(/\d+|\D/g) ?? [];
  return evaluate(tokens.map((token) => (/\d/.test(token) ? Number(token) : token)));
}

function isFormula(formula: string): boolean {
  if (!/^[-\d+*/()]+$/.test(formula)) return false;
  const count = (pattern: RegExp): number => formula.match(pattern)?.length ?? 0;
  const operators = count(/[-+*/]/g);
  return count(/\(/g) === count(/\)/g) && operators > 0 && operators + 1 !== formula.length;
}

function evaluate(tokens: readonly Token[]): Token {
  let rest = tokens;
  while (rest.includes('(')) {
    const open = rest.indexOf('(');
    // The first closing one, whatever it closes: nested parentheses come apart here.
    const close = rest.indexOf(')');
    if (close === -1) throw new PyError('ValueError', "')' is not in list");
    const inner = evaluate(rest.slice(open + 1, close));
    rest = [...rest.slice(0, open), inner, ...rest.slice(close + 1)];
  }
  return at(reduce(reduce(rest, ['*', '/']), ['+', '-']), 0);
}

function reduce(tokens: readonly Token[], operators: readonly Token[]): readonly Token[] {
  let rest = tokens;
  for (;;) {
    const index = rest.findIndex((token) => operators.includes(token));
    if (index === -1) return rest;
    // Python's index -1 is the last token.
    const left = index === 0 ? (rest.at(-1) as Token) : at(rest, index - 1);
    const value = apply(at(rest, index), left, at(rest, index + 1));
    if (index === 0) {
      throw new PyError(hangType, 'a formula that starts with an operator is never finished');
    }
    rest = [...rest.slice(0, index - 1), value, ...rest.slice(index + 2)];
  }
}

function at(tokens: readonly Token[], index: number): Token {
  const token = tokens[index];
  if (token === undefined) throw new PyError('IndexError', 'list index out of range');
  return token;
}

function apply(operator: Token, left: Token, right: Token): Token {
  if (typeof left === 'string' || typeof right === 'string') {
    return applyToText(String(operator), left, right);
  }
  if (operator === '*') return left * right;
  if (operator === '+') return left + right;
  if (operator === '-') return left - right;
  if (right === 0) throw new PyError('ZeroDivisionError', 'float division by zero');
  return left / right;
}

/** An operator beside another one or a stray parenthesis. */
function applyToText(operator: string, left: Token, right: Token): Token {
  const [leftType, rightType] = [left, right].map(kind) as [string, string];
  if (operator === '+' && typeof left === 'string') {
    if (typeof right === 'string') return left + right;
    throw new PyError('TypeError', 'can only concatenate str (not "float") to str');
  }
  if (operator === '*') {
    const type = typeof right === 'string' && typeof left === 'string' ? 'str' : 'float';
    throw new PyError('TypeError', `can't multiply sequence by non-int of type '${type}'`);
  }
  const types = `'${leftType}' and '${rightType}'`;
  throw new PyError('TypeError', `unsupported operand type(s) for ${operator}: ${types}`);
}

function kind(token: Token): string {
  return typeof token === 'string' ? 'str' : 'float';
}
