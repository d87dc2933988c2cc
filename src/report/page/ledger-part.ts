/** What was sent, for what and to whom, and what did it cost? */
import { countText, MISSING } from '../numbers.ts';
import { type Section, tableSection } from '../section.ts';
import type { PageInput, PageLedger } from './page-input.ts';

export function ledgerSections({ usage, ledger }: PageInput): readonly Section[] {
  return [usageSection(usage), ...(ledger === null ? [] : attemptSections(ledger))];
}

function usageSection(usage: PageInput['usage']): Section {
  const sum = (pick: (row: PageInput['usage'][number]) => number): string =>
    countText(usage.reduce((total, row) => total + pick(row), 0));
  return tableSection('replies that were used', {
    header: ['for', 'model calls', 'tokens in', 'tokens out'],
    rows: [
      ...usage.map(({ purpose, modelCalls, inputTokens, outputTokens }) => [
        purpose,
        ...[modelCalls, inputTokens, outputTokens].map(countText),
      ]),
      [
        'all',
        sum(({ modelCalls }) => modelCalls),
        sum(({ inputTokens }) => inputTokens),
        sum(({ outputTokens }) => outputTokens),
      ],
    ],
  });
}

function attemptSections({ parts, total, simulated }: PageLedger): Section[] {
  const header = ['', 'requests', 'retries', 'failed', 'tokens in', 'tokens out', 'money'];
  const notes = [
    'every request that was sent, retries and failures among them.',
    ...(simulated ? ['nothing was paid: the model is simulated.'] : []),
    ...(total.unpriced === 0
      ? []
      : [
          `requests whose price is not known: ${countText(total.unpriced)}; they are in no sum of money.`,
        ]),
  ];
  return parts.map(({ by, groups }, index) =>
    tableSection(
      `requests by ${by}`,
      { header, rows: (groups.length > 1 ? [...groups, total] : groups).map(groupRow) },
      index === parts.length - 1 ? { notes } : {},
    ),
  );
}

function groupRow(group: PageLedger['total']): string[] {
  const { name, attempts, retries, failed, inputTokens, outputTokens, usd, unpriced } = group;
  return [
    name,
    ...[attempts, retries, failed, inputTokens, outputTokens].map(countText),
    // A sum without any price in it is no price of 0.
    unpriced === attempts ? MISSING : `$${usd.toFixed(usd > 0 && usd < 1 ? 4 : 2)}`,
  ];
}
