/** How does running text stand in a terminal? */

export const WIDTH = 100;

export type PairRow = readonly [left: string, right: string];

/** Two columns; the right one is wrapped under itself. A left cell that is too wide gets a line of its own. */
export function pairTable(rows: readonly PairRow[]): string[] {
  const width = Math.min(28, Math.max(...rows.map(([left]) => left.length))) + 2;
  const indent = ' '.repeat(2 + width);
  return rows.flatMap(([left, right]) => {
    const [first = '', ...more] = wrap(right, WIDTH - indent.length);
    const rest = more.map((line) => indent + line);
    if (left.length > width - 2) return [`  ${left}`, indent + first, ...rest];
    return [`  ${left.padEnd(width)}${first}`, ...rest];
  });
}

export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
