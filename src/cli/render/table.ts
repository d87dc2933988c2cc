/** How are rows shown to people? In columns as wide as their content. */

/** Columns are separated by two blanks; the last one is not padded. Numbers stand on the right. */
export function renderTable(
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const texts = [header, ...rows.map((row) => row.map(String))];
  const widths = header.map((_, column) =>
    Math.max(...texts.map((row) => (row[column] ?? '').length)),
  );
  const isNumeric = header.map((_, column) => rows.every((row) => typeof row[column] === 'number'));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return isNumeric[column] === true ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  return `${texts.map(line).join('\n')}\n`;
}
