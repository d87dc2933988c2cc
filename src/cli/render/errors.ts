/** How does an error reach the user? Known ones without a stack, with what to do next; a defect with its stack. */
import pc from 'picocolors';
import { ConfigError, ProtocolError, UsageError } from '../../core/errors.ts';

export interface ErrorLook {
  readonly colour: boolean;
}

/** Lines for stderr, ending with a line break. */
export function renderError(error: unknown, look: ErrorLook): string {
  const { red, dim } = pc.createColors(look.colour);
  const label = red('error:');
  if (!(error instanceof ProtocolError)) return `${label} ${defect(error)}\n`;
  const hints = error.hints.map((hint) => (hint.startsWith('see: ') ? hint : `  ${hint}`));
  if (error instanceof ConfigError) {
    const count = error.problems.length;
    const closing = `${count} ${count === 1 ? 'problem' : 'problems'}, nothing was started`;
    return lines([error.message, ...hints, dim(closing)]);
  }
  if (error instanceof UsageError) {
    return lines([...error.problems.map((problem) => `${label} ${problem}`), ...hints]);
  }
  const prefix = error.code === 'interrupted' ? '' : `${label} `;
  return lines([`${prefix}${error.message}`, ...hints]);
}

function lines(texts: readonly string[]): string {
  return `${texts.join('\n')}\n`;
}

function defect(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const cause =
    error instanceof Error && error.cause !== undefined ? `\ncaused by ${defect(error.cause)}` : '';
  return `${text}${cause}`;
}
