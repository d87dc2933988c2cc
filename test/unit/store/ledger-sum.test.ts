/** Is what is kept of a ledger believed only while it is still true? */
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LEDGER_NAME } from '../../../src/store/ledger-file.ts';
import { keepLedgerSum, ledgerSum } from '../../../src/store/ledger-sum.ts';
import { temporaryFolder } from '../../support/job/job-files.ts';

function row(number: number, price: number | 'unknown'): string {
  return `${JSON.stringify({ number, inputTokens: 100, outputTokens: 20, price })}\n`;
}

test('a ledger is summed once, and again when it has grown or requests are on their way', () => {
  const folder = temporaryFolder();
  const ledger = join(folder, LEDGER_NAME);
  expect(ledgerSum(folder)).toEqual({ tokens: 0, usd: 0 });
  writeFileSync(ledger, row(1, 0.5) + row(2, 0.25));
  expect(ledgerSum(folder)).toEqual({ tokens: 240, usd: 0.75 });
  keepLedgerSum(folder);
  // Of the same length: only the kept sum can say what it was.
  writeFileSync(ledger, row(1, 0.1) + row(2, 0.25));
  expect(ledgerSum(folder)).toEqual({ tokens: 240, usd: 0.75 });

  const started = { number: 4, reservedTokens: 1000, reservedUsd: 1 };
  writeFileSync(join(folder, 'ledger.inflight'), `${JSON.stringify(started)}\n`);
  expect(ledgerSum(folder)).toEqual({ tokens: 1240, usd: 1.35 });
  appendFileSync(ledger, row(4, 'unknown'));
  expect(ledgerSum(folder)).toEqual({ tokens: 360, usd: null });
  keepLedgerSum(folder);
  writeFileSync(join(folder, 'spent.json'), 'torn {');
  expect(ledgerSum(folder)).toEqual({ tokens: 360, usd: null });
});
