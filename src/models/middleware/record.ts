/** How is a run written down so that it can be played again without a model? */
import type { ModelMiddleware, ModelReply } from '../../core/model.ts';
import { requestKey } from './request-key.ts';

/** One line of a recording. `about` helps a reader of the file and is not looked at when it is played. */
export interface Recorded {
  readonly key: string;
  readonly about: {
    readonly model: string;
    readonly channel: string;
    readonly lastMessage: string;
  };
  readonly reply: ModelReply;
}

/**
 * Passes everything through and hands each reply, as one line of JSON with its line end, to `append`: for example
 * `(line) => appendFileSync(path, line)`. The file is what the provider `replay` reads.
 */
export function record(append: (line: string) => void): ModelMiddleware {
  return (next) => ({
    ...next,
    generate: async (request, signal) => {
      const reply = await next.generate(request, signal);
      const { model, channel, messages } = request;
      const lastMessage = (messages.at(-1)?.content ?? '').slice(-120);
      const line: Recorded = {
        key: requestKey(request),
        about: { model, channel, lastMessage },
        reply,
      };
      append(`${JSON.stringify(line)}\n`);
      return reply;
    },
  });
}
