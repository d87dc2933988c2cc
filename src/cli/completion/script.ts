/** What does a shell need to know to finish what is being typed? One script, made from the commands' own tables. */
import type { Command } from '../command.ts';
import { type Flag, flagWord } from '../flags.ts';

export type Shell = 'bash' | 'zsh' | 'fish';

export function completionScript(shell: Shell, commands: readonly Command[]): string {
  switch (shell) {
    case 'bash':
      return bashScript(commands);
    case 'zsh':
      return `#compdef protocol\nautoload -U +X bashcompinit && bashcompinit\n${bashScript(commands)}`;
    case 'fish':
      return fishScript(commands);
  }
}

/** Known values, or null where only the user knows. */
function valuesOf(flag: Flag): readonly string[] | null {
  return flag.kind === 'choice' || flag.kind === 'choices' ? flag.choices : null;
}

function takesValue(flag: Flag): boolean {
  return flag.kind !== 'switch' && flag.kind !== 'accepted';
}

/** Names of ours: letters, digits, dashes, underscores and dots. Anything else is left out rather than quoted. */
function safe(words: readonly string[]): string {
  return words.filter((word) => /^[\w.-]+$/.test(word)).join(' ');
}

function flagWords({ flags }: Command): string[] {
  return [...Object.keys(flags).map((name) => `--${flagWord(name)}`), '--help'];
}

function firstWords(commands: readonly Command[]): string[] {
  return [...new Set(commands.map(({ words }) => words.split(' ')[0] ?? ''))];
}

/** By first word, the second ones. */
function groups(commands: readonly Command[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { words } of commands) {
    const [first = '', second] = words.split(' ');
    if (second !== undefined) found.set(first, [...(found.get(first) ?? []), second]);
  }
  return found;
}

function bashScript(commands: readonly Command[]): string {
  const pairs = commands.filter(({ words }) => words.includes(' '));
  const values = commands.flatMap((command) =>
    Object.entries(command.flags).flatMap(([name, flag]) => {
      const known = valuesOf(flag);
      const place = `'${command.words} --${flagWord(name)}'`;
      if (known !== null) return [`    ${place}) options='${safe(known)}' ;;`];
      return takesValue(flag) ? [`    ${place}) files=1 ;;`] : [];
    }),
  );
  return `_protocol() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]}
  local command=\${COMP_WORDS[1]} options='' files=''
  case "$command \${COMP_WORDS[2]}" in
    ${pairs.map(({ words }) => `'${words}'`).join('|')}) command="$command \${COMP_WORDS[2]}" ;;
  esac
  case "$command $before" in
${values.join('\n')}
  esac
  if [[ -z $options && -z $files ]]; then
    if ((COMP_CWORD == 1)); then
      options='${safe([...firstWords(commands), 'help'])} --help --version'
    elif [[ $word == -* ]]; then
      case "$command" in
${commands.map((command) => `        '${command.words}') options='${flagWords(command).join(' ')}' ;;`).join('\n')}
      esac
    elif ((COMP_CWORD == 2)); then
      case "$command" in
${[...groups(commands)].map(([first, seconds]) => `        ${first}) options='${safe(seconds)}' ;;`).join('\n')}
      esac
    fi
  fi
  if [[ -n $options ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  else
    COMPREPLY=()
  fi
  if [[ \${#COMPREPLY[@]} == 0 && $word != -* ]]; then
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}
complete -o filenames -F _protocol protocol
`;
}

function fishScript(commands: readonly Command[]): string {
  const lines = commands.flatMap((command) => {
    const [first = '', second] = command.words.split(' ');
    const seen = [first, ...(second === undefined ? [] : [second])]
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join('; and ');
    const flags = Object.entries(command.flags).map(([name, flag]) => {
      const known = valuesOf(flag);
      const value = known === null ? '' : ` -x -a '${safe(known)}'`;
      const needs = known === null && takesValue(flag) ? ' -r' : '';
      return `complete -c protocol -n '${seen}' -l ${flagWord(name)}${needs}${value} -d ${quoted(flag.describe)}`;
    });
    const offered =
      second === undefined
        ? []
        : [
            `complete -c protocol -n '__fish_seen_subcommand_from ${first}' -a ${second} -d ${quoted(command.summary)}`,
          ];
    return [...offered, ...flags];
  });
  return `${[
    `complete -c protocol -n __fish_use_subcommand -a '${safe(firstWords(commands))}'`,
    ...lines,
  ].join('\n')}\n`;
}

/** The first clause is enough beside a flag. */
function quoted(text: string): string {
  const short = text.split(/[.:;(]/)[0] ?? '';
  return `'${short.trim().replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
