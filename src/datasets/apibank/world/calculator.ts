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
  const flat: Token[] = [];
  let strayClose = false;
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as Token;
    if (token === ')') strayClose = true;
    if (token === '(') {
      // The first closing one, whatever it closes: nested parentheses come apart here, and after a stray one nothing is left.
      const close = strayClose ? index : tokens.indexOf(')', index);
      if (close === -1) throw new PyError('ValueError', "')' is not in list");
      flat.push(evaluate(tokens.slice(index + 1, close)));
      index = close;
    } else flat.push(token);
  }
  return at(reduce(reduce(flat, ['*', '/']), ['+', '-']), 0);
}

function reduce(tokens: readonly Token[], operators: readonly Token[]): readonly Token[] {
  const reduced: Token[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as Token;
    if (!operators.includes(token)) {
      reduced.push(token);
      continue;
    }
    const isFirst = index === 0;
    index += 1;
    // Python's index -1 is the last token.
    const left = (isFirst ? tokens.at(-1) : reduced.pop()) as Token;
    const value = apply(token, left, at(tokens, index));
    if (isFirst) {
      throw new PyError(hangType, 'a formula that starts with an operator is never finished');
    }
    reduced.push(value);
  }
  return reduced;
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
