/** When are two requests the same? */
import { digest } from '../../core/json.ts';
import type { Channel, ModelRequest } from '../../core/model.ts';

/** Raised when a request means something else than before, so that no old reply is taken for a new one. */
const KEY_VERSION = 1;

/**
 * SHA-256 over everything that can change a reply: model, messages, decoding, seed, sample number, and whether the
 * team or the method asks. Who answers is left out: a recording can be made with one provider and played by another.
 */
export function requestKey(request: ModelRequest): string {
  const { model, messages, decoding, seed, sample } = request;
  const version = KEY_VERSION;
  return digest({ version, model, messages, decoding, seed, sample, asker: askerOf(request) });
}

/** As {@link requestKey}, for the answers of one provider (its id names the endpoints). */
export function replyKey(providerId: string, request: ModelRequest): string {
  return digest({ provider: providerId, request: requestKey(request) });
}

function askerOf(request: { readonly channel: Channel }): 'team' | 'method' {
  return request.channel === 'task' ? 'team' : 'method';
}
