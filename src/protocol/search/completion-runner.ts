/** How does a method's own question (reflect, judge, probe) reach a model? */
import { ModelError, PrerequisiteError } from '../../core/errors.ts';
import { digest } from '../../core/json.ts';
import {
  addUsage,
  type Channel,
  type Decoding,
  type ModelProvider,
  NO_USAGE,
  type Usage,
} from '../../core/model.ts';
import type { CompletionAsk } from '../../core/optimizer.ts';
import { derivedSeed } from '../../core/random.ts';
import type { FailureLimit } from '../../evaluation/failure-limit.ts';
import type { RecordedCompletion } from './search-log.ts';

export interface CompletionModel {
  readonly provider: ModelProvider;
  readonly model: string;
  readonly decoding: Decoding;
}

export interface CompletionRunner {
  /** `text` is null when the model could not be reached after all retries. */
  run(ask: CompletionAsk): Promise<RecordedCompletion>;
  /** Adds to the channel's total; called once per delivered completion, replayed or not. */
  count(channel: Channel, usage: Usage): void;
  usage(): Readonly<Record<'reflect' | 'judge' | 'probe', Usage>>;
}

export interface CompletionRunnerOptions {
  /** Answers `reflect` and `judge`. */
  readonly reflection: CompletionModel;
  /** Answers `probe`. */
  readonly task: CompletionModel;
  readonly seed: number;
  readonly failures: FailureLimit;
  readonly signal: AbortSignal;
}

export function completionRunner(options: CompletionRunnerOptions): CompletionRunner {
  const totals = { reflect: NO_USAGE, judge: NO_USAGE, probe: NO_USAGE };
  return {
    async run(ask) {
      const target = ask.channel === 'probe' ? options.task : options.reflection;
      const sample = ask.sample ?? 0;
      try {
        const reply = await target.provider.generate(
          {
            model: target.model,
            channel: ask.channel,
            messages: ask.messages,
            decoding: { ...target.decoding, ...ask.decoding },
            seed: derivedSeed(
              'completion',
              options.seed,
              ask.channel,
              digest(ask.messages),
              sample,
            ),
            sample,
          },
          options.signal,
        );
        return {
          text: reply.text,
          truncated: reply.finishReason === 'length',
          usage: reply.usage,
        };
      } catch (error) {
        return unreachable(error, options.failures);
      }
    },
    count(channel, usage) {
      if (channel !== 'task') totals[channel] = addUsage(totals[channel], usage);
    },
    usage: () => ({ ...totals }),
  };
}

function unreachable(error: unknown, failures: FailureLimit): RecordedCompletion {
  if (!(error instanceof ModelError) || error.kind === 'aborted') throw error;
  if (error.kind === 'authentication' || error.kind === 'not-found') {
    throw new PrerequisiteError(error.message, { hints: error.hints, cause: error });
  }
  failures.countMissing({ stage: 'infrastructure', kind: error.kind, message: error.message });
  return { text: null, truncated: false, usage: NO_USAGE };
}
