/** What answers when there is no model? A program that reads the prompt, errs like a weak model, and minds advice. */
import { setTimeout as wait } from 'node:timers/promises';
import { ModelError } from '../../core/errors.ts';
import type {
  ModelProvider,
  ModelReply,
  ModelRequest,
  ProviderPlugin,
  ProviderSettings,
} from '../../core/model.ts';
import { createResponder } from './respond.ts';
import { createToolResponder, type SpokenWithTools } from './respond-with-tools.ts';

/** Rough token count: four characters each. */
function tokens(text: string): number {
  return Math.ceil(text.length / 4);
}

function latencyOf(settings: ProviderSettings): number {
  const value = settings.options['latencyMs'] ?? 0;
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) {
    throw new ModelError(
      `option latencyMs of the provider sim must be a number of milliseconds from 0, got ${JSON.stringify(value)}`,
      {
        kind: 'bad-request',
        retry: false,
        hints: ['remove latencyMs from the model, or set it to 0'],
      },
    );
  }
  return value;
}

function aborted(): ModelError {
  return new ModelError('the simulated call was stopped', { kind: 'aborted', retry: false });
}

/** At most `maxTokens` tokens of a reply, as a server would cut it. */
function limited(
  text: string,
  maxTokens: number,
): { readonly text: string; readonly cut: boolean } {
  const limit = Math.max(1, Math.floor(maxTokens)) * 4;
  return Number.isFinite(limit) && text.length > limit
    ? { text: text.slice(0, limit), cut: true }
    : { text, cut: false };
}

function create(settings: ProviderSettings): ModelProvider {
  const latencyMs = latencyOf(settings);
  const respond = createResponder();
  const respondWithTools = createToolResponder();
  const respondTo = ({ messages, decoding, seed, tools }: ModelRequest): SpokenWithTools =>
    tools === undefined
      ? { text: respond(messages, decoding, seed) }
      : respondWithTools(messages, tools, { seed, temperature: decoding.temperature });
  const generate = async (request: ModelRequest, signal: AbortSignal): Promise<ModelReply> => {
    if (signal.aborted) throw aborted();
    if (latencyMs > 0) {
      await wait(latencyMs, undefined, { signal }).catch(() => {
        throw aborted();
      });
    }
    const spoken = respondTo(request);
    const { text, cut } = limited(spoken.text, request.decoding.maxTokens);
    const inputTokens = request.messages.reduce((sum, message) => sum + tokens(message.content), 0);
    const toolCalls = spoken.toolCalls ?? [];
    return {
      text,
      ...(toolCalls.length > 0 && { toolCalls }),
      reasoning: null,
      finishReason: cut ? 'length' : 'stop',
      usage: {
        modelCalls: 1,
        inputTokens,
        outputTokens: tokens(text + toolCalls.map(({ arguments: sent }) => sent).join('')),
      },
      servedModel: request.model,
    };
  };
  return { id: 'sim', simulated: true, generate };
}

export const provider: ProviderPlugin = {
  id: 'sim',
  title: 'Built-in stand-in: reads the prompt by rules and errs on purpose; no key, no network',
  simulated: true,
  needsEndpoint: false,
  create,
  probe: (_settings, _model, signal) =>
    signal.aborted ? Promise.reject(aborted()) : Promise.resolve(),
};
