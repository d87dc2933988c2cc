import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseLast } from '../../../../../src/datasets/apibank/parse/last.ts';
import { pyRepr } from '../../../../../src/datasets/apibank/python/repr.ts';

/**
 * Text, submitted call, and what the `ast` module of CPython 3.11.7 makes of it under the rules of policy `last`:
 * the error kind, or `ok` with the name and the repr of the arguments.
 */
const cases = JSON.parse(readFileSync(join(import.meta.dirname, 'python-cases.json'), 'utf8')) as [
  string,
  string,
  string,
  string?,
  string?,
][];

describe('policy last reads Python as CPython does', () => {
  it.each(cases)('%j', (text, callText, kind, name, repr) => {
    const result = parseLast(text);
    expect(result.callText).toBe(callText);
    if (!result.ok) expect(result.kind).toBe(kind);
    else expect(['ok', result.name, pyRepr(result.arguments)]).toEqual([kind, name, repr]);
  });

  it.each(cases)('extracting twice changes nothing: %j', (text) => {
    const once = parseLast(text).callText;
    expect(parseLast(once).callText).toBe(once);
  });
});
