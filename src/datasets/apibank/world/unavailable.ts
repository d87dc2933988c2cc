/** What happens to a call whose service, model or search index is not here? */
import { PyError } from '../python/error.ts';
import { type ApiDefinition, defineApi, type ParameterTable, unavailableType } from './api.ts';
import { exact } from './compare.ts';

/** An API whose calls pass the argument checks and then raise `Unavailable`. */
export function unavailable(name: string, parameters: ParameterTable): ApiDefinition {
  return defineApi({
    name,
    parameters,
    record: { raises: true },
    call: () => {
      throw new PyError(unavailableType, `${name} needs a service that this world does not have`);
    },
    check: exact,
  });
}
