/** What is a command of the tool, and what does it get from the process it runs in? */
import { UsageError } from '../core/errors.ts';
import type { ProcessIdentity } from '../store/lock.ts';
import type { FlagTable, FlagValues } from './flags.ts';
import { readFlags } from './read-flags.ts';

/** Everything that a command may touch outside. */
export interface CommandContext {
  /** Data only. */
  readonly writeOut: (text: string) => void;
  /** Progress and messages. */
  readonly writeError: (text: string) => void;
  readonly terminal: Terminal;
  readonly environment: { readonly [name: string]: string | undefined };
  readonly workingDirectory: string;
  /** Folder that holds configs/ and benchmarks/. */
  readonly packageRoot: string;
  readonly process: ProcessIdentity;
  /** First Ctrl-C: start nothing more, finish what is in flight. */
  readonly stop: AbortSignal;
  /** Second Ctrl-C: cut what is in flight. */
  readonly abort: AbortSignal;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** How the tool is called here: `protocol`, or the npm script in a checkout that is not built. */
  readonly invocation: string;
  /** The command line as typed, ready to be pasted into a shell. */
  readonly commandLine: string;
}

/** The stream that progress goes to. */
export interface Terminal {
  readonly interactive: boolean;
  readonly colour: boolean;
  readonly columns: number;
}

export interface Positional {
  /** As help shows it, for example `DATASET`. */
  readonly name: string;
  readonly describe: string;
  /** May be left out; the command then gets `undefined` in its place. Only the last one. */
  readonly optional?: true;
  /** May be given several times; the command gets all of them. Only the last one. */
  readonly repeated?: true;
}

export interface Example {
  /** Without the leading `protocol`. */
  readonly line: string;
  readonly describe: string;
}

export interface CommandDefinition<Table extends FlagTable> {
  /** For example `data import`. */
  readonly words: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Several stand in this order. */
  readonly positional?: Positional | readonly Positional[];
  readonly flags: Table;
  readonly examples: readonly Example[];
  /** Hints below usage errors, for example where the names are listed. */
  readonly seeAlso?: string;
  /** @returns the exit code */
  run(
    values: FlagValues<Table>,
    context: CommandContext,
    ...positionals: readonly string[]
  ): Promise<number>;
}

/** A command with its types closed over. */
export interface Command {
  readonly words: string;
  readonly summary: string;
  readonly positionals: readonly Positional[];
  readonly flags: FlagTable;
  readonly examples: readonly Example[];
  /**
   * Checks the words that follow the command's name.
   *
   * @returns the work, not yet started
   * @throws UsageError with every problem at once
   */
  prepare(words: readonly string[]): (context: CommandContext) => Promise<number>;
}

export function defineCommand<const Table extends FlagTable>(
  definition: CommandDefinition<Table>,
): Command {
  const { words, summary, positional = [], flags, examples } = definition;
  const positionals = 'name' in positional ? [positional] : positional;
  return {
    words,
    summary,
    positionals,
    flags,
    examples,
    prepare: (typed) => {
      const read = readFlags(typed, flags);
      const problems = [...read.problems, ...positionalProblems(positionals, read.positionals)];
      if (problems.length > 0) {
        const help = `protocol ${words} --help`;
        const { seeAlso } = definition;
        throw new UsageError(problems, {
          hints: [seeAlso === undefined ? `see: ${help}` : `see: ${seeAlso} · ${help}`],
        });
      }
      return (context) => definition.run(read.values, context, ...read.positionals);
    },
  };
}

function positionalProblems(
  positionals: readonly Positional[],
  given: readonly string[],
): string[] {
  const problems = positionals
    .filter(({ optional }, index) =>
      optional === true && index >= given.length ? false : (given[index] ?? '').trim() === '',
    )
    .map(({ name, describe }) => `${name} is missing: ${describe}`);
  const extras = positionals.at(-1)?.repeated === true ? [] : given.slice(positionals.length);
  for (const extra of extras) {
    problems.push(`unexpected ${JSON.stringify(extra)}: no value belongs here`);
  }
  return problems;
}
