/** How does a turn that is offered functions come to its answer? */
import type { ToolResult } from '../../core/dataset.ts';
import {
  addUsage,
  type Message,
  type ModelReply,
  NO_USAGE,
  type ToolCall,
} from '../../core/model.ts';
import { derivedSeed } from '../../core/random.ts';
import type { ToolStep, ToolTurn, TurnRecord } from '../../core/rollout.ts';
import { boundedHandOff, type HandOff, type MessageFormat } from './formats/format.ts';
import type { TeamTools, TurnRequest } from './options.ts';
import { splitReasoning } from './reasoning.ts';

export type ToolSpoken = Pick<TurnRecord, 'output' | 'reasoning' | 'finishReason' | 'usage'> & {
  readonly tools: ToolTurn;
};

export interface ToolTurnOptions {
  readonly tools: TeamTools;
  readonly ask: (request: TurnRequest, signal: AbortSignal) => Promise<ModelReply>;
  readonly signal: AbortSignal;
}

interface Taken {
  readonly step: ToolStep;
  readonly reply: ModelReply;
  readonly reasoning: string | null;
}

/**
 * Only the first call of a reply counts. Where nothing is carried out, it is the answer.
 *
 * Where calls are carried out, the agent sees what came back and may go on, up to the cap of model calls. Its answer is the
 * first call that the world carried out without an error, or its correction: as long as the same function is called
 * again, the later call takes its place. A call of another function after that is a later step of the plan, which nobody asked
 * for: it ends the turn, and so do a reply without a call and a call that repeats the one before it. When every call was
 * refused the last one is the answer.
 */
export async function takeToolTurn(
  request: TurnRequest,
  options: ToolTurnOptions,
): Promise<ToolSpoken> {
  const { execution } = options.tools;
  const session = execution === null ? null : await execution.open();
  const taken: Taken[] = [];
  let messages = request.messages;
  for (let index = 0; index < (execution?.modelCalls ?? 1); index += 1) {
    options.signal.throwIfAborted();
    const seed = index === 0 ? request.seed : derivedSeed(request.seed, 'tool', index);
    const turn = { ...request, messages, seed, tools: options.tools.schemas };
    const reply = await options.ask(turn, options.signal);
    const { said, reasoning } = read(reply, index);
    const steps = taken.map(({ step }) => step);
    const [call] = said.calls;
    const goesOn = call !== undefined && session !== null && !endsTurn(call, steps);
    const result = goesOn ? await session.execute(call, options.signal) : null;
    taken.push({ step: { ...said, result }, reply, reasoning });
    if (call === undefined || result === null) break;
    messages = [...messages, ...replayed(said.text, call, result)];
  }
  return outcome(taken, options.tools);
}

function read(
  reply: ModelReply,
  index: number,
): { said: Omit<ToolStep, 'result'>; reasoning: string | null } {
  const { visible, reasoning } = splitReasoning(reply.text);
  const calls = (reply.toolCalls ?? []).map((call, position) => ({
    ...call,
    id: callId(index, position),
  }));
  const thoughts = [reply.reasoning, reasoning].filter((part) => part !== null);
  return {
    said: { text: visible, calls },
    reasoning: thoughts.length === 0 ? null : thoughts.join('\n'),
  };
}

/** Servers draw ids at random, and some models take nine letters and digits only: ours are the same in every run. */
function callId(index: number, position: number): string {
  return `call${String(index * 100 + position + 1).padStart(5, '0')}`;
}

function replayed(text: string, call: ToolCall, result: ToolResult): readonly Message[] {
  return [
    { role: 'assistant', content: text, toolCalls: [call] },
    { role: 'tool', content: boundedHandOff(result.text), toolCallId: call.id },
  ];
}

/** Nothing new can come of this call. */
function endsTurn(call: ToolCall, steps: readonly ToolStep[]): boolean {
  const before = steps.at(-1)?.calls[0];
  if (before?.name === call.name && before.arguments === call.arguments) return true;
  const settled = steps.find(wasCarriedOut)?.calls[0];
  return settled !== undefined && settled.name !== call.name;
}

function wasCarriedOut({ result }: ToolStep): boolean {
  return result !== null && !result.failed;
}

/** Index of the step whose call is the answer; null when none was proposed. */
function answerStepOf(steps: readonly ToolStep[]): number | null {
  const first = steps.findIndex(wasCarriedOut);
  if (first === -1) {
    const last = steps.findLastIndex(({ calls }) => calls.length > 0);
    return last === -1 ? null : last;
  }
  const name = steps[first]?.calls[0]?.name;
  return steps.findLastIndex((step) => wasCarriedOut(step) && step.calls[0]?.name === name);
}

function outcome(taken: readonly Taken[], tools: TeamTools): ToolSpoken {
  const steps = taken.map(({ step }) => step);
  const answerStep = answerStepOf(steps);
  const spoken = taken[answerStep ?? taken.length - 1] as Taken;
  const [call] = spoken.step.calls;
  const answer = call === undefined ? null : tools.answerOf(call);
  const output = answer?.text ?? spoken.step.text;
  const cut = spoken.reply.finishReason === 'length';
  const unreadable = answer === null ? output.trim() === '' : answer.reading === 'damaged';
  const reasoning = taken.flatMap((part) => (part.reasoning === null ? [] : [part.reasoning]));
  return {
    output,
    reasoning: reasoning.length === 0 ? null : reasoning.join('\n'),
    finishReason: spoken.reply.finishReason,
    usage: taken.reduce((sum, { reply }) => addUsage(sum, reply.usage), NO_USAGE),
    tools: {
      steps,
      answerStep,
      reading: cut && unreadable ? 'truncated' : (answer?.reading ?? 'plain-text'),
    },
  };
}

/** What was said, in the message format, and below it the call and what came of it. */
export function toolHandOff(
  { steps, answerStep }: ToolTurn,
  output: string,
  reader: MessageFormat,
): HandOff {
  if (answerStep === null) return reader.read(output);
  const said = steps.map(({ text }) => text.trim()).filter((text) => text !== '');
  const result = steps[answerStep]?.result ?? null;
  const call =
    result === null ? output : `${output}\nWhat came back: ${boundedHandOff(result.text)}`;
  if (said.length === 0) {
    return { text: boundedHandOff(call), parsed: reader.contract === null ? null : false };
  }
  const message = reader.read(said.join('\n'));
  return { text: boundedHandOff(`${message.text}\n${call}`), parsed: message.parsed };
}
