/** How is a model imitated by a list of replies or by a function? */
import { ModelError } from '../../core/errors.ts';
import type { ModelProvider, ModelReply, ModelRequest } from '../../core/model.ts';
import { orAborted, throwIfAborted } from '../transport/deadline.ts';

/** A text, or a reply of which the missing parts are filled in. */
export type ScriptedReply = string | (Partial<ModelReply> & { readonly text: string });

/** Throws (a ModelError, for a failing server) or answers. `index` is the 0-based position of the call. */
export type ScriptedBrain = (
  request: ModelRequest,
  index: number,
) => ScriptedReply | Promise<ScriptedReply>;

export interface ScriptedProvider extends ModelProvider {
  /** Every request in order of arrival. */
  readonly requests: readonly ModelRequest[];
}

/** @param source replies for the first, second … call, or a function of the request */
export function scriptedProvider(
  source: ScriptedBrain | readonly ScriptedReply[],
  name = 'script',
): ScriptedProvider {
  const requests: ModelRequest[] = [];
  const brain = typeof source === 'function' ? source : inOrder(source);
  return {
    id: `scripted@${name}`,
    simulated: true,
    requests,
    generate: async (request, signal) => {
      throwIfAborted(signal);
      requests.push(request);
      const index = requests.length - 1;
      const work = Promise.resolve().then(() => brain(request, index));
      return complete(await orAborted(work, signal), request);
    },
  };
}

function inOrder(replies: readonly ScriptedReply[]): ScriptedBrain {
  return (_request, index) => {
    const reply = replies[index];
    if (reply !== undefined) return reply;
    throw new ModelError(`the script has ${replies.length} replies and this is call ${index + 1}`, {
      kind: 'bad-request',
      retry: false,
      hints: ['add replies to the script'],
    });
  };
}

function complete(reply: ScriptedReply, request: ModelRequest): ModelReply {
  const given = typeof reply === 'string' ? { text: reply } : reply;
  return {
    reasoning: null,
    finishReason: 'stop',
    servedModel: request.model,
    usage: {
      modelCalls: 1,
      inputTokens: request.messages.reduce((sum, message) => sum + words(message.content), 0),
      outputTokens: words(given.text),
    },
    ...given,
  };
}

/** A script has no tokenizer: words are counted. */
function words(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}
