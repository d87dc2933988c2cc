/** How is a change on paired tasks shown? */
import type { Comparison } from '../statistics/paired-comparison.ts';
import { countText, MISSING, pointsText, probabilityText } from './numbers.ts';
import type { PairedChange } from './paired-change.ts';
import { type Section, tableSection } from './section.ts';

export function changeSection(change: PairedChange): Section {
  const { from, to, overall, columns, verdict } = change;
  const rows = columns.map((column) => [
    column.column,
    ...cells(column),
    probabilityText(column.pHolm),
  ]);
  const several =
    columns.length > 1
      ? [`Holm: p corrected for looking at ${columns.length} columns; the line "all" is one test.`]
      : [];
  return tableSection(
    `change: ${to} minus ${from}, paired`,
    {
      header: ['', 'points', '95 % interval', 'gained', 'lost', 'scored/planned', 'p', 'Holm'],
      rows: [...rows, ['all', ...cells(overall), '']],
    },
    {
      notes: [
        verdict,
        'p: exact McNemar test. Interval: bootstrap over tasks. A task is scored when both sides were observed.',
        ...several,
        ...missingNotes(change),
      ],
    },
  );
}

function missingNotes({ from, to, onlyFrom, onlyTo }: PairedChange): string[] {
  const sides = [
    { name: from, count: onlyFrom },
    { name: to, count: onlyTo },
  ].filter(({ count }) => count > 0);
  if (sides.length === 0) return [];
  const texts = sides.map(({ name, count }) => `${countText(count)} only in ${name}`);
  return [`tasks left out because one side was not asked them: ${texts.join(', ')}.`];
}

function cells({
  deltaPoints,
  interval,
  gained,
  lost,
  scored,
  planned,
  pValue,
}: Comparison): string[] {
  return [
    pointsText(deltaPoints),
    intervalCell({ interval, gained, lost }),
    countText(gained),
    countText(lost),
    `${countText(scored)}/${countText(planned)}`,
    probabilityText(pValue),
  ];
}

/** Where no task changed sides, resampling them cannot either: an interval without width would claim too much. */
function intervalCell({
  interval,
  gained,
  lost,
}: Pick<Comparison, 'interval' | 'gained' | 'lost'>): string {
  if (interval === null) return MISSING;
  if (gained + lost === 0) return 'no flips';
  return `${pointsText(interval.low)} to ${pointsText(interval.high)}`;
}
