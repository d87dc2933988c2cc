/** What does --help say? Only what the tables say. */
import type { Command } from '../command.ts';
import { type Flag, flagWord } from '../flags.ts';

const WIDTH = 100;

export function overviewHelp(commands: readonly Command[], version: string): string {
  const rows = commands.map(
    ({ words, positionals, summary }): Row => [
      [words, ...positionals.map(({ name }) => name)].join(' '),
      summary,
    ],
  );
  return [
    `protocol ${version}`,
    '',
    'Finds, freezes and honestly measures the best prompts and topology of a team of LLM agents.',
    '',
    'Usage: protocol COMMAND [flags]',
    '',
    'Commands:',
    ...table(rows),
    '',
    'protocol COMMAND --help shows the flags of a command; protocol --version prints the version.',
    '',
  ].join('\n');
}

export function commandHelp(command: Command): string {
  const { words, positionals, flags, examples, summary } = command;
  const usage = [words, ...positionals.map(({ name }) => name)].join(' ');
  const hasFlags = Object.keys(flags).length > 0;
  const lines = [`Usage: protocol ${usage}${hasFlags ? ' [flags]' : ''}`, '', summary, ''];
  if (positionals.length > 0) {
    lines.push(...table(positionals.map(({ name, describe }): Row => [name, describe])), '');
  }
  if (hasFlags) {
    const rows = Object.entries(flags).map(
      ([name, flag]): Row => [
        `--${flagWord(name)}${placeholder(flag)}`,
        `${flag.describe}${remark(flag)}`,
      ],
    );
    lines.push('Flags:', ...table(rows), '');
  }
  lines.push('Examples:');
  for (const example of examples) {
    lines.push(`  ${example.describe}:`, `    protocol ${example.line}`);
  }
  return [...lines, ''].join('\n');
}

type Row = readonly [left: string, right: string];

/** Two columns; the right one is wrapped under itself. A left cell that is too wide gets a line of its own. */
function table(rows: readonly Row[]): string[] {
  const width = Math.min(28, Math.max(...rows.map(([left]) => left.length))) + 2;
  const indent = ' '.repeat(2 + width);
  return rows.flatMap(([left, right]) => {
    const [first = '', ...more] = wrap(right, WIDTH - indent.length);
    const rest = more.map((line) => indent + line);
    if (left.length > width - 2) return [`  ${left}`, indent + first, ...rest];
    return [`  ${left.padEnd(width)}${first}`, ...rest];
  });
}

function wrap(text: string, width: number): string[] {
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

function placeholder(flag: Flag): string {
  switch (flag.kind) {
    case 'switch':
    case 'accepted':
      return '';
    case 'integer':
      return ' N';
    case 'decimal':
      return ' X';
    case 'choice':
      return ' NAME';
    case 'choices':
      return ' LIST';
    case 'pairs':
      return ' KEY=VALUE';
    case 'text':
      return ` ${flag.placeholder}`;
    case 'texts':
      return ` ${flag.placeholder}…`;
  }
}

function remark(flag: Flag): string {
  const remarks: string[] = [];
  if ((flag.kind === 'choice' || flag.kind === 'choices') && flag.choices.length > 0) {
    remarks.push(flag.choices.join(', '));
  }
  if ('required' in flag) remarks.push('required');
  if ('default' in flag) remarks.push(`default ${flag.default}`);
  return remarks.length === 0 ? '' : ` (${remarks.join('; ')})`;
}
