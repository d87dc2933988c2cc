/** Which message format does a candidate ask for? */
import { ContractError } from '../../../core/errors.ts';
import type { MessageFormat } from './format.ts';
import { freeform } from './freeform.ts';
import { semiStructured } from './semi-structured.ts';
import { structuredSoft } from './structured-soft.ts';

export const MESSAGE_FORMATS: readonly MessageFormat[] = [freeform, semiStructured, structuredSoft];

/**
 * The format named by the parameter `communication`; a topology without that parameter is freeform.
 *
 * @throws ContractError for a name that no format has: topologies check their parameters before a team runs.
 */
export function messageFormat(name: string | number | undefined): MessageFormat {
  if (name === undefined) return freeform;
  const found = MESSAGE_FORMATS.find(({ id }) => id === name);
  if (found === undefined) {
    throw new ContractError(
      `no message format "${name}"; there are: ${MESSAGE_FORMATS.map(({ id }) => id).join(', ')}`,
    );
  }
  return found;
}
