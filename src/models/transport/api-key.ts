/** Which key may be shown to which server? */
import { PrerequisiteError } from '../../core/errors.ts';
import { hostOf, isPrivateHost } from './endpoint.ts';

/** What local servers are given when there is no key. It never leaves the local network. */
export const PLACEHOLDER_KEY = 'EMPTY';

export interface KeyPolicy {
  readonly apiKey: string | null;
  readonly endpoints: readonly string[];
  /** Environment variable named in the message. */
  readonly variable: string;
  /** False when the user says that the server asks for no key. */
  readonly required: boolean;
}

/**
 * The key to send to all endpoints; null when none may be sent.
 *
 * @throws PrerequisiteError when an endpoint outside the local network would get none, or only the placeholder.
 */
export function keyToSend(policy: KeyPolicy): string | null {
  const key = policy.apiKey?.trim() ?? '';
  if (!/^[\x21-\x7e]*$/.test(key)) {
    throw new PrerequisiteError(
      `${policy.variable} holds blanks or characters that no API key has`,
    );
  }
  if (key !== '' && key !== PLACEHOLDER_KEY) return key;
  const hosted = policy.endpoints.find((endpoint) => !isPrivateHost(endpoint));
  if (hosted === undefined) return PLACEHOLDER_KEY;
  if (!policy.required) return null;
  const lack = key === '' ? 'there is no API key' : `"${PLACEHOLDER_KEY}" is not an API key`;
  throw new PrerequisiteError(`${lack} for ${hostOf(hosted)}: set ${policy.variable}`, {
    hints: [
      `export ${policy.variable}=…, or name a file in ${policy.variable}_FILE or a command in ${policy.variable}_COMMAND`,
      'or say `needsKey: false` in the options of the model in configs/models.yaml if the server asks for none',
    ],
  });
}

/** The text without the key, wherever a server or a library repeated it. */
export function redacted(text: string, apiKey: string | null): string {
  if (apiKey === null || apiKey === PLACEHOLDER_KEY || apiKey.length < 4) return text;
  return text.replaceAll(apiKey, '[API key]');
}
