/** Does a model answer as a job will need it to? Asked through the provider that the job would use. */
import type { ResolvedModel } from '../config/models.ts';
import { ModelError } from '../core/errors.ts';
import type {
  Decoding,
  ModelProvider,
  ModelReply,
  ModelRequest,
  ToolSchema,
} from '../core/model.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

export interface ReplyCheckOptions {
  readonly decoding: Decoding;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** Long enough for a rate, short enough to cost nothing. */
const COUNT_TO = 40;
const MAX_TOKENS = 400;

const TOOL: ToolSchema = {
  name: 'report_city',
  description: 'Report the city that the text is about.',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string', description: 'Name of the city.' } },
    required: ['city'],
  },
};

/** One request as the team makes them; the rest is asked only where that is answered. */
export async function replyFindings(
  provider: ModelProvider,
  resolved: ResolvedModel,
  options: ReplyCheckOptions,
): Promise<Finding[]> {
  const first = request(
    resolved,
    options.decoding,
    `Count from 1 to ${COUNT_TO} in digits, with blanks between. Write nothing else.`,
  );
  const start = options.now();
  const answered = await tried(provider, first, options.signal);
  if (answered instanceof ModelError) {
    return [fail('answer', answered.message, answered.hints.join('; ') || null)];
  }
  const seconds = (options.now() - start) / 1000;
  return [
    answerFinding(answered, seconds),
    thinkingFinding(answered, options.decoding),
    servedFinding(answered, resolved),
    countFinding(answered),
    await seedFinding(provider, { first, answered, simulated: resolved.simulated }, options.signal),
    await toolFinding(provider, resolved, options),
  ];
}

function answerFinding({ text, usage, finishReason }: ModelReply, seconds: number): Finding {
  const rate =
    usage.outputTokens > 0 ? Math.round(usage.outputTokens / Math.max(seconds, 1e-3)) : 0;
  const pace = `${usage.outputTokens} tokens in ${seconds.toFixed(1)} s${rate > 0 ? `, ${rate} per second for one request` : ''}`;
  if (finishReason === 'length') {
    return warn(
      'answer',
      `cut off, though ${COUNT_TO} numbers were asked for and ${MAX_TOKENS} tokens allowed (${pace})`,
      'is this a chat model, with its chat template? Is thinking really off? Has the server a bound of its own?',
    );
  }
  if (text.trim() === '')
    return fail('answer', `is empty (${pace})`, 'try the server by hand with curl');
  return ok('answer', pace);
}

function thinkingFinding({ text, reasoning }: ModelReply, { thinking }: Decoding): Finding {
  if (/<\/?think/i.test(text)) {
    return warn(
      'thinking',
      'thoughts stand in the answer itself; they are removed before it is read, and paid all the same',
      'start vLLM with --reasoning-parser of this model, or turn thinking off',
    );
  }
  if (reasoning !== null && reasoning.trim() !== '' && !thinking) {
    return warn(
      'thinking',
      `the model thinks although it is told not to: ${reasoning.length} characters beside the answer`,
      'does its chat template know enable_thinking? Thoughts are paid and count against maxTokens',
    );
  }
  return ok('thinking', thinking ? 'on, kept apart from the answer' : 'off');
}

function servedFinding({ servedModel }: ModelReply, { model }: ResolvedModel): Finding {
  if (servedModel === model) return ok('model', servedModel);
  return warn('model', `${model} was asked for, and the answer says ${servedModel}`);
}

function countFinding({ usage }: ModelReply): Finding {
  if (usage.inputTokens > 0 && usage.outputTokens > 0) {
    return ok('usage', 'prompt and answer tokens are counted');
  }
  return warn('usage', 'the server does not count tokens', 'costs and token budgets will be wrong');
}

/** The same request with the same seed, at a temperature that leaves a choice. */
async function seedFinding(
  provider: ModelProvider,
  at: {
    readonly first: ModelRequest;
    readonly answered: ModelReply;
    readonly simulated: boolean;
  },
  signal: AbortSignal,
): Promise<Finding> {
  const { messages } = request({ model: at.first.model }, at.first.decoding, STORY);
  const drawn = { ...at.first, messages, decoding: { ...at.first.decoding, temperature: 1 } };
  const one = await tried(provider, drawn, signal);
  const two = await tried(provider, { ...drawn, sample: 1 }, signal);
  const other = await tried(provider, { ...drawn, sample: 2, seed: drawn.seed + 1 }, signal);
  if (one instanceof ModelError || two instanceof ModelError || other instanceof ModelError) {
    return warn('seed', 'could not be tried: a request failed');
  }
  if (one.text !== two.text) {
    return warn(
      'seed',
      'equal seeds give different answers: the server ignores seeds, or batches change its sums',
      'results are then reproducible from the journal and the reply log only',
    );
  }
  if (one.text === other.text && !at.simulated) {
    return warn('seed', 'other seeds give the same answer too: is temperature respected?');
  }
  return ok('seed', 'equal seeds, equal answers');
}

const STORY = 'Write one sentence about a stone.';

async function toolFinding(
  provider: ModelProvider,
  resolved: ResolvedModel,
  { decoding, signal }: ReplyCheckOptions,
): Promise<Finding> {
  const asked = {
    ...request(resolved, decoding, 'It rained in Lisbon all day. Report the city.'),
    tools: [TOOL],
  };
  const said = await tried(provider, asked, signal);
  if (said instanceof ModelError) {
    return warn(
      'tools',
      `function calls are refused: ${said.message}`,
      'for --answer-mode tools start vLLM with --enable-auto-tool-choice and --tool-call-parser; text answers need neither',
    );
  }
  const [call] = said.toolCalls ?? [];
  if (call === undefined) {
    return warn('tools', 'the model answered in words instead of a function call');
  }
  return ok('tools', 'function calls arrive as such');
}

function request(
  { model }: Pick<ResolvedModel, 'model'>,
  decoding: Decoding,
  content: string,
): ModelRequest {
  return {
    model,
    channel: 'probe',
    messages: [
      { role: 'system', content: 'You answer briefly and exactly.' },
      { role: 'user', content },
    ],
    decoding: { ...decoding, maxTokens: MAX_TOKENS },
    seed: 7,
    sample: 0,
  };
}

async function tried(
  provider: ModelProvider,
  asked: ModelRequest,
  signal: AbortSignal,
): Promise<ModelReply | ModelError> {
  try {
    return await provider.generate(asked, signal);
  } catch (error) {
    if (error instanceof ModelError && error.kind !== 'aborted') return error;
    throw error;
  }
}
