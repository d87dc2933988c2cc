/** What do peers read when there is no message format? The reply as it is. */
import { boundedHandOff, type MessageFormat } from './format.ts';

export const freeform: MessageFormat = {
  id: 'freeform',
  contract: null,
  read: (reply) => ({ text: boundedHandOff(reply), parsed: null }),
};
