/** Where does an API key come from that does not stand in the environment itself? */
import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { PrerequisiteError } from '../core/errors.ts';

/** Reads what `<VARIABLE>_FILE` or `<VARIABLE>_COMMAND` names. Messages never hold what was read. */
export interface SecretReader {
  /** @throws PrerequisiteError */
  file(path: string, variable: string): string;
  /** @throws PrerequisiteError */
  command(line: string, variable: string): string;
}

/** A password manager may ask somebody to unlock it. */
const COMMAND_TIMEOUT_MS = 120_000;

/** As `cat` and a shell would. */
export const systemSecrets: SecretReader = {
  file(path, variable) {
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
      throw new PrerequisiteError(`${variable}: ${path} cannot be read (${code})`, {
        cause: error,
        hints: ['it must hold the API key and nothing else'],
      });
    }
  },
  command(line, variable) {
    try {
      return execSync(line, {
        encoding: 'utf8',
        stdio: ['inherit', 'pipe', 'inherit'],
        timeout: COMMAND_TIMEOUT_MS,
      });
    } catch (error) {
      // Without its cause: that holds what the command printed.
      const status = error instanceof Error && 'status' in error ? error.status : null;
      const end = typeof status === 'number' ? `ended with exit code ${status}` : 'did not end';
      throw new PrerequisiteError(`${variable}: the command ${end}`, {
        hints: [`it must print the API key and nothing else: ${line}`],
      });
    }
  },
};

export interface KeyContext {
  readonly environment: { readonly [name: string]: string | undefined };
  /** Absent: only the environment itself is looked at. */
  readonly secrets?: SecretReader;
}

/** The variable itself, else the file that `<variable>_FILE` names, else what `<variable>_COMMAND` prints; null without any. */
export function apiKeyOf(variable: string, { environment, secrets }: KeyContext): string | null {
  const given = (name: string): string => environment[name]?.trim() ?? '';
  const key = given(variable);
  if (key !== '') return key;
  if (secrets === undefined) return null;
  const [file, command] = [`${variable}_FILE`, `${variable}_COMMAND`];
  if (given(file) !== '') return filled(secrets.file(given(file), file), file);
  if (given(command) !== '') return filled(secrets.command(given(command), command), command);
  return null;
}

function filled(text: string, variable: string): string {
  const key = text.trim();
  if (key !== '') return key;
  throw new PrerequisiteError(`${variable} gives no API key: there is nothing in it`);
}
