/** Is a key found where the environment says it is, and is what cannot be read told by its variable? */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { apiKeyOf, systemSecrets } from '../../../src/config/secrets.ts';
import { PrerequisiteError } from '../../../src/core/errors.ts';
import { temporaryFolder } from '../../support/job/job-files.ts';

function key(environment: { readonly [name: string]: string }): string | null {
  return apiKeyOf('X_API_KEY', { environment, secrets: systemSecrets });
}

function written(text: string): string {
  const path = join(temporaryFolder(), 'key');
  writeFileSync(path, text);
  return path;
}

describe('an API key', () => {
  it('is the variable, else the file, else what the command prints', () => {
    const X_API_KEY_FILE = written(' from-file\n');
    const X_API_KEY_COMMAND = 'printf from; echo -command';
    expect(key({ X_API_KEY: ' direct ', X_API_KEY_FILE, X_API_KEY_COMMAND })).toBe('direct');
    expect(key({ X_API_KEY: '', X_API_KEY_FILE, X_API_KEY_COMMAND })).toBe('from-file');
    expect(key({ X_API_KEY_COMMAND })).toBe('from-command');
    expect(key({})).toBe(null);
  });

  it('is looked for in the environment only where nothing may be read', () => {
    const environment = { X_API_KEY_COMMAND: 'exit 1', X_API_KEY_FILE: '/nowhere' };
    expect(apiKeyOf('X_API_KEY', { environment })).toBe(null);
  });

  it.each([
    ['FILE', join('nowhere', 'key'), 'cannot be read (ENOENT)'],
    ['FILE', '/', 'cannot be read (EISDIR)'],
    ['FILE', '/dev/null', 'X_API_KEY_FILE gives no API key'],
    ['COMMAND', 'echo half-of-a-key; exit 3', 'the command ended with exit code 3'],
    ['COMMAND', 'true', 'X_API_KEY_COMMAND gives no API key'],
  ])('that %s %j does not give is told by its variable', (kind, value, message) => {
    const variable = `X_API_KEY_${kind}`;
    const read = (): string | null => key({ [variable]: value });
    expect(read).toThrow(PrerequisiteError);
    expect(read).toThrow(variable);
    expect(read).toThrow(message);
  });

  it('is in no error, neither in its message nor in its cause', () => {
    try {
      key({ X_API_KEY_COMMAND: 'echo half-of-a-key; exit 3' });
      expect.unreachable();
    } catch (error) {
      const { message, cause } = error as PrerequisiteError;
      expect(`${message}${JSON.stringify(cause ?? null)}`).not.toContain('half-of-a-key');
    }
  });
});
