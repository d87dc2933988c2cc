/** How does a shell learn to finish our commands? */

import { nameProblem } from '../../config/names.ts';
import { UsageError } from '../../core/errors.ts';
import { type Command, defineCommand } from '../command.ts';
import { EXIT_DONE } from '../exit-code.ts';
import { completionScript, type Shell } from './script.ts';

const SHELLS: readonly Shell[] = ['bash', 'zsh', 'fish'];

/** @param commands asked when the script is made: it is one of them itself */
export function completionCommand(commands: () => readonly Command[]): Command {
  return defineCommand({
    words: 'completion',
    summary: 'Print a script with which a shell finishes commands, flags and names.',
    positional: { name: 'SHELL', describe: SHELLS.join(', ') },
    flags: {},
    examples: [
      {
        line: 'completion bash',
        describe: 'For ~/.local/share/bash-completion/completions/protocol',
      },
      {
        line: 'completion fish',
        describe:
          'For ~/.config/fish/completions/protocol.fish; in .zshrc, eval "$(protocol completion zsh)"',
      },
    ],
    run: (_options, context, typed = '') => {
      const shell = SHELLS.find((name) => name === typed);
      if (shell === undefined) {
        const problem = nameProblem(typed, { axis: 'shell', known: SHELLS });
        throw new UsageError(problem ?? typed);
      }
      context.writeOut(completionScript(shell, commands()));
      return Promise.resolve(EXIT_DONE);
    },
  });
}
