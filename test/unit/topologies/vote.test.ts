/** Does the vote choose the answer that MAS-PromptBench's vote chooses? */
import { expect, test } from 'vitest';
import type { Vote } from '../../../src/core/rollout.ts';
import { majority } from '../../../src/topologies/kit/vote.ts';
import { describeWithCorpus, readJsonLines } from '../../support/shared.ts';

function votes(...keys: (string | null)[]): Vote[] {
  return keys.map((key, agent) => ({ agent, key, text: `${key ?? 'nothing'} by ${agent}` }));
}

test.each([
  ['the larger block wins', votes('a', 'b', 'b'), 'b by 1'],
  ['the first voter of the block speaks for it', votes('b', 'a', 'b'), 'b by 0'],
  ['a tie goes to the earliest voter', votes('b', 'a', 'a', 'b'), 'b by 0'],
  ['all different: the first', votes('c', 'a', 'b'), 'c by 0'],
  ['null does not vote, however often', votes(null, null, 'a'), 'a by 2'],
  ['the empty key is a key', votes('', '', 'a'), ' by 0'],
  ['no voter', votes(null, null), ''],
  ['nobody at all', [], ''],
])('%s', (_name, cast, answer) => {
  expect(majority(cast)).toEqual({ answer, votes: cast });
});

interface VoteRow {
  readonly keys: readonly string[];
  readonly predicted: readonly string[];
  readonly winner: number | null;
  readonly winner_text: string | null;
}

describeWithCorpus('recorded votes', 'apibank/votes.jsonl.gz', (path) => {
  const rows = readJsonLines<VoteRow>(path);

  test('are all won by the same answer', () => {
    expect(rows.length).toBe(600);
    for (const row of rows) {
      // An empty answer has no key there and does not vote.
      const cast = row.predicted.map((text, agent) => {
        const key = row.keys[agent] ?? '';
        return { agent, text: `${agent}:${text}`, key: key === '' ? null : key };
      });
      const expected = row.winner === null ? '' : `${row.winner}:${row.winner_text ?? ''}`;
      expect(majority(cast).answer).toBe(expected);
    }
  });
});
