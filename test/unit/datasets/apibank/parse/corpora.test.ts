import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Json } from '../../../../../src/core/json.ts';
import { parseLast } from '../../../../../src/datasets/apibank/parse/last.ts';
import { parseAnswer } from '../../../../../src/datasets/apibank/parse/parse-answer.ts';
import { printCall } from '../../../../../src/datasets/apibank/parse/print-call.ts';
import { removeReasoning } from '../../../../../src/datasets/apibank/parse/reasoning.ts';
import type { ParseResult } from '../../../../../src/datasets/apibank/parse/result.ts';
import { majority, voteKey } from '../../../../../src/datasets/apibank/parse/vote-key.ts';
import { decodeValue, encodeValue } from '../../../../../src/datasets/apibank/python/convert.ts';
import { pyEquals } from '../../../../../src/datasets/apibank/python/equality.ts';
import { describeWithCorpus, readJsonLines } from '../../../../support/shared.ts';

interface Call {
  readonly name: string;
  readonly kwargs: { readonly [name: string]: Json };
}

interface VerdictRow {
  readonly text: string;
  readonly stage: string;
  readonly parsed: Call | null;
  readonly error: string | null;
  readonly error_kind: string | null;
}

/** Error texts of these kinds depend on the Python version. */
const versionDependent = ['syntax', 'unsupported_expression'];

function readsAs(result: ParseResult, call: Call): boolean {
  return (
    result.ok && result.name === call.name && pyEquals(result.arguments, decodeValue(call.kwargs))
  );
}

function agrees(row: VerdictRow): boolean {
  const result = parseAnswer(row.text, 'last');
  if (row.parsed !== null) return readsAs(result, row.parsed);
  if (result.ok || row.stage !== 'parse' || result.kind !== row.error_kind) return false;
  return versionDependent.includes(result.kind) || result.error === row.error;
}

describeWithCorpus(
  'policy last against the scored predictions',
  'apibank/verdicts.jsonl.gz',
  (path) => {
    const rows = readJsonLines<VerdictRow>(path);

    it('reads the same call or gives the same error in every row', () => {
      expect(rows.length).toBeGreaterThan(1000);
      expect(rows.filter((row) => !agrees(row)).map(({ text }) => text)).toEqual([]);
    });

    it('finds no reasoning in any row and extracts idempotently', () => {
      expect(rows.filter(({ text }) => removeReasoning(text).removed !== null)).toEqual([]);
      const changed = rows.filter(
        ({ text }) => parseLast(parseLast(text).callText).callText !== parseLast(text).callText,
      );
      expect(changed).toEqual([]);
    });

    it('prints every call so that it reads as the same call again', () => {
      const lost: string[] = [];
      for (const row of rows) {
        const result = parseAnswer(row.text, 'last');
        if (!result.ok) continue;
        const again = parseAnswer(printCall(result.name, result.arguments), 'last');
        if (
          !again.ok ||
          again.name !== result.name ||
          !pyEquals(again.arguments, result.arguments)
        ) {
          lost.push(row.text);
        }
      }
      expect(lost).toEqual([]);
    });
  },
);

interface VoteRow {
  readonly raw: readonly string[];
  readonly predicted: readonly string[];
  readonly same_key_groups: readonly (readonly number[])[];
  readonly winner: number | null;
  readonly keys: readonly string[];
}

describeWithCorpus('votes', 'apibank/votes.jsonl.gz', (path) => {
  const rows = readJsonLines<VoteRow>(path);

  it('has the same keys, groups and winner in every row', () => {
    expect(rows.length).toBeGreaterThan(100);
    const wrong = rows.filter((row) => {
      const keys = row.raw.map((answer) => voteKey(answer));
      const groups = new Map<string, number[]>();
      keys.forEach((key, index) => {
        if (key !== null) groups.set(key, [...(groups.get(key) ?? []), index]);
      });
      return (
        JSON.stringify(keys.map((key) => key ?? '')) !== JSON.stringify(row.keys) ||
        JSON.stringify([...groups.values()]) !== JSON.stringify(row.same_key_groups) ||
        JSON.stringify(row.raw.map((text) => parseLast(text).callText)) !==
          JSON.stringify(row.predicted) ||
        majority(keys) !== (row.winner ?? null)
      );
    });
    expect(wrong).toEqual([]);
  });
});

interface OfficialRow {
  readonly text: string;
  readonly parsed: Call | null;
  readonly category: string;
}

describeWithCorpus('policy upstream', 'apibank/official_l12.jsonl.gz', (path) => {
  const rows = readJsonLines<OfficialRow>(path);

  it('sees what the official evaluator sees in every row', () => {
    expect(rows.length).toBeGreaterThan(1000);
    const wrong = rows.filter((row) => {
      const result = parseAnswer(row.text, 'upstream');
      // A row that hung holds no parse.
      if (row.category === 'HANG') return false;
      return row.parsed === null ? result.ok : !readsAs(result, row.parsed);
    });
    expect(wrong).toEqual([]);
  });
});

interface StrictCase {
  readonly case: string;
  readonly text: string;
  readonly upstream_observed: { readonly name: string; readonly args: Json } | null;
  readonly expected_strict: {
    readonly ok: boolean;
    readonly calls?: readonly { readonly name: string; readonly args: Json }[];
    readonly error?: string;
    readonly hint?: string;
  };
}

describeWithCorpus('parser cases', 'parser_cases.json', (path) => {
  const cases = JSON.parse(readFileSync(path, 'utf8')) as StrictCase[];

  it.each(cases)('strict: $case', ({ text, expected_strict: expected }) => {
    const result = parseAnswer(text, 'strict');
    if (result.ok) {
      const call = { name: result.name, args: encodeValue(result.arguments) };
      expect([expected.ok, [call]]).toEqual([true, expected.calls]);
    } else {
      expect([expected.ok, result.kind]).toEqual([false, expected.error]);
      expect(result.hint ?? '').toContain(expected.hint ?? '');
    }
  });

  it.each(cases)('upstream: $case', ({ text, upstream_observed: observed }) => {
    const result = parseAnswer(text, 'upstream');
    const seen = result.ok ? { name: result.name, args: encodeValue(result.arguments) } : null;
    expect(seen).toEqual(observed);
  });
});
