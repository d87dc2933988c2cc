/** How far has a download or an import come? */
import type { DataProgress } from '../../core/dataset.ts';
import type { CommandContext } from '../command.ts';

export interface DataProgressView {
  readonly onProgress: (progress: DataProgress) => void;
  close(): void;
}

/** One line that is redrawn on a terminal; elsewhere one line per step. */
export function dataProgress(
  context: Pick<CommandContext, 'terminal' | 'writeError'>,
): DataProgressView {
  const { terminal, writeError } = context;
  let lastStep = '';
  let shown = false;
  return {
    onProgress: ({ step, done, total }) => {
      if (terminal.interactive) {
        writeError(`\r\u001b[2K${`${step}  ${done}/${total}`.slice(0, terminal.columns - 1)}`);
        shown = true;
      } else if (step !== lastStep) {
        writeError(`${step}\n`);
      }
      lastStep = step;
    },
    close: () => {
      if (shown) writeError('\r\u001b[2K');
      shown = false;
    },
  };
}
