/** What is asked for: a text to print, or the work of a command? */
import { didYouMean } from '../config/did-you-mean.ts';
import { UsageError } from '../core/errors.ts';
import type { Command, CommandContext } from './command.ts';
import { commandHelp, overviewHelp } from './render/help.ts';

export type CommandLine =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'work'; readonly start: (context: CommandContext) => Promise<number> };

/** @throws UsageError with every problem at once */
export function parseCommandLine(
  words: readonly string[],
  commands: readonly Command[],
  version: string,
): CommandLine {
  if (words[0] === 'help' && words.length > 1) {
    return parseCommandLine([...words.slice(1), '--help'], commands, version);
  }
  const command = findCommand(words, commands);
  if (command !== null) {
    const rest = words.slice(command.words.split(' ').length);
    if (asksForHelp(rest)) return { kind: 'text', text: commandHelp(command) };
    return { kind: 'work', start: command.prepare(rest) };
  }
  const [first] = words;
  if (first === '--version' || first === '-V') return { kind: 'text', text: `${version}\n` };
  const group = commands.filter(({ words: name }) => name.startsWith(`${first ?? ''} `));
  const isTop = first === undefined || first.startsWith('-') || first === 'help';
  if ((isTop || group.length > 0) && (asksForHelp(words) || first === 'help')) {
    return { kind: 'text', text: overviewHelp(group.length > 0 ? group : commands, version) };
  }
  throw new UsageError(commandProblem(words, commands), { hints: ['see: protocol --help'] });
}

/** The longest command whose words come first. */
function findCommand(words: readonly string[], commands: readonly Command[]): Command | null {
  const found = commands.filter((command) =>
    command.words.split(' ').every((word, index) => words[index] === word),
  );
  return found.sort((left, right) => right.words.length - left.words.length)[0] ?? null;
}

function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  const typed = end === -1 ? words : words.slice(0, end);
  return typed.includes('--help') || typed.includes('-h');
}

function commandProblem(words: readonly string[], commands: readonly Command[]): string {
  const names = commands.map((command) => command.words);
  const firsts = [...new Set(names.map((name) => name.split(' ')[0] ?? ''))];
  const [first, second] = words;
  if (first === undefined) return `a command is missing: ${firsts.join(', ')}`;
  if (first.startsWith('-')) {
    return `the command comes first, then its flags: protocol COMMAND ${first} …`;
  }
  if (!firsts.includes(first)) {
    return `unknown command ${JSON.stringify(first)}${orList(first, firsts)}`;
  }
  const seconds = names
    .filter((name) => name.startsWith(`${first} `))
    .map((name) => name.slice(first.length + 1));
  if (second === undefined || second.startsWith('-')) {
    return `"${first}" needs one of: ${seconds.join(', ')}`;
  }
  return `unknown command ${JSON.stringify(`${first} ${second}`)}${orList(second, seconds)}`;
}

function orList(name: string, known: readonly string[]): string {
  const suggestion = didYouMean(name, known);
  return suggestion === '' ? `. Known: ${known.join(', ')}` : suggestion;
}
