import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PUBLISHED } from '../../../../../src/datasets/apibank/report/published.ts';
import { describeWithCorpus } from '../../../../support/shared.ts';

describe('published figures', () => {
  it('have one value per column, and name scorer and source', () => {
    for (const { title, columns, rows, scorer, source } of PUBLISHED) {
      for (const row of rows)
        expect(row.values, `${title}: ${row.name}`).toHaveLength(columns.length);
      expect(scorer).toMatch(/^V[1-6]: \S/u);
      expect(source).toMatch(/arXiv:\d{4}\.\d{5}|repository/u);
    }
  });
});

/** Without what stands in parentheses, which are figures of replies or where a row was copied from. */
function figuresOf(line: string): number[] {
  return line
    .split('|')
    .slice(2)
    .join(' ')
    .replaceAll('−', '-')
    .replaceAll(/\([^)]*\)/gu, '')
    .match(/-?\d+(?:\.\d+)?/gu)
    ?.map(Number) as number[];
}

describeWithCorpus('the collected figures', 'APIBANK_NUMBERS.md', (path) => {
  const sections = readFileSync(path, 'utf8').split(/^## /mu);
  const linesOf = (section: string): string[] =>
    (sections.find((text) => text.startsWith(`${section}.`)) ?? '')
      .split('\n')
      .filter((line) => line.startsWith('| '));

  it.each([
    ['1', 0, 6],
    ['7', 3, 5],
  ] as const)('of section %s are those of the table', (section, index, rows) => {
    const table = PUBLISHED[index];
    const figures = linesOf(section).map((line) => figuresOf(line));
    expect(table?.rows).toHaveLength(rows);
    for (const { values } of table?.rows ?? []) expect(figures).toContainEqual(values);
  });

  it('of section 3, where three models share a line', () => {
    const [shared = '', ...others] = [
      ...linesOf('3').filter((line) => line.includes('copied')),
      ...linesOf('3').filter((line) => !line.includes('copied')),
    ];
    const figures = others.map((line) => figuresOf(line));
    const pair = figuresOf(shared);
    for (const index of [0, 1, 2]) figures.push([pair[index] ?? 0, pair[index + 3] ?? 0]);
    expect(PUBLISHED[1]?.rows).toHaveLength(11);
    for (const { values } of PUBLISHED[1]?.rows ?? []) expect(figures).toContainEqual(values);
  });

  it('of section 4, where a line has the figures before and after', () => {
    const figures = linesOf('4').map((line) => figuresOf(line));
    const rows = PUBLISHED[2]?.rows ?? [];
    expect(rows).toHaveLength(8);
    for (let index = 0; index < rows.length; index += 2) {
      const after = rows[index + 1]?.values ?? [];
      const both = rows[index]?.values.flatMap((before, column) => [before, after[column]]);
      expect(figures).toContainEqual(both);
    }
  });
});
