/** What does --help say? Only what the tables say. */
import type { Command } from '../command.ts';
import { type Flag, flagWord } from '../flags.ts';
import { type PairRow, pairTable } from './wrapped.ts';

export function overviewHelp(commands: readonly Command[], version: string): string {
  const rows = commands.map(
    ({ words, positionals, summary }): PairRow => [typedWords(words, positionals), summary],
  );
  return [
    `protocol ${version}`,
    '',
    'Finds, freezes and honestly measures the best prompts and topology of a team of LLM agents.',
    '',
    'Usage: protocol COMMAND [flags]',
    '',
    'Commands:',
    ...pairTable(rows),
    '',
    'protocol COMMAND --help shows the flags of a command; protocol --version prints the version.',
    '',
  ].join('\n');
}

export function commandHelp(command: Command): string {
  const { words, positionals, flags, examples, summary } = command;
  const usage = typedWords(words, positionals);
  const hasFlags = Object.keys(flags).length > 0;
  const lines = [`Usage: protocol ${usage}${hasFlags ? ' [flags]' : ''}`, '', summary, ''];
  if (positionals.length > 0) {
    lines.push(
      ...pairTable(positionals.map(({ name, describe }): PairRow => [name, describe])),
      '',
    );
  }
  if (hasFlags) {
    const rows = Object.entries(flags).map(
      ([name, flag]): PairRow => [
        `--${flagWord(name)}${placeholder(flag)}`,
        `${flag.describe}${remark(flag)}`,
      ],
    );
    lines.push('Flags:', ...pairTable(rows), '');
  }
  lines.push('Examples:');
  for (const example of examples) {
    lines.push(`  ${example.describe}:`, `    protocol ${example.line}`);
  }
  return [...lines, ''].join('\n');
}

function typedWords(words: string, positionals: Command['positionals']): string {
  const named = positionals.map(({ name, optional, repeated }) => {
    const shown = repeated === true ? `${name}…` : name;
    return optional === true ? `[${shown}]` : shown;
  });
  return [words, ...named].join(' ');
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
    case 'duration':
      return ' TIME';
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
