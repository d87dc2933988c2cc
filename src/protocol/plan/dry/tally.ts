/** What did a dry run ask of the models: how many calls, with how much text, one after another or side by side? */
import type { Channel, ModelProvider, ModelRequest } from '../../../core/model.ts';
import { requestKey } from '../../../models/middleware/request-key.ts';
import { REPLY_CHARACTERS, REPLY_MARK } from './stand-in-team.ts';

/** Of the calls that reach a model. */
export interface Tally {
  readonly calls: number;
  /** Of prompts, what agents said left out. */
  readonly characters: number;
  /** What agents said, as prompts show it again, in whole replies: their length is not known. */
  readonly replies: number;
  /** Characters of replies that the method asked for. */
  readonly written: number;
  /** Calls that were offered functions. */
  readonly offered: number;
}

export type Tallies = { readonly [Name in Channel]: Tally };

export const NO_CALLS: Tally = { calls: 0, characters: 0, replies: 0, written: 0, offered: 0 };

/** Work that a job does side by side; the next step waits for all of it. */
export interface Step {
  /** Calls of agents one after another in the longest rollout. */
  readonly depth: number;
  readonly agentCalls: number;
  /** Calls that the method asked for itself. */
  readonly methodCalls: number;
}

export interface CallCounter {
  /** The provider, counted: one instance of the counter watches all of a job's models. */
  watch(provider: ModelProvider): ModelProvider;
  /** One unit of work, by itself: a rollout or a single reply. */
  unit<T>(work: () => Promise<T>): Promise<T>;
  /** Ends a step: what was counted since the last one was done side by side. */
  endStep(): void;
  /** All since it was last taken. */
  take(): { readonly tallies: Tallies; readonly steps: readonly Step[] };
}

/** @param remembers true where an equal request is answered from the job's own file: it is then counted once */
export function callCounter(remembers: boolean): CallCounter {
  const answered = new Set<string>();
  let tallies = noTallies();
  let steps: Step[] = [];
  let step = { depth: 0, agentCalls: 0, methodCalls: 0 };
  let finished = 0;

  const count = (request: ModelRequest, written: number): void => {
    const { channel } = request;
    tallies = { ...tallies, [channel]: plus(tallies[channel], tallyOf(request, written)) };
    if (channel === 'task') step.agentCalls += 1;
    else step.methodCalls += 1;
  };
  return {
    watch: (provider) => ({
      ...provider,
      async generate(request, signal) {
        const key = remembers ? requestKey(request) : null;
        if (key !== null && answered.has(key)) return provider.generate(request, signal);
        if (key !== null) answered.add(key);
        const begun = finished;
        const reply = await provider.generate(request, signal);
        finished = Math.max(finished, begun + 1);
        count(request, reply.text.length);
        return reply;
      },
    }),
    async unit(work) {
      finished = 0;
      const before = step.agentCalls;
      const result = await work();
      if (step.agentCalls > before) step.depth = Math.max(step.depth, finished);
      return result;
    },
    endStep() {
      if (step.agentCalls + step.methodCalls > 0) steps.push(step);
      step = { depth: 0, agentCalls: 0, methodCalls: 0 };
    },
    take() {
      const taken = { tallies, steps };
      tallies = noTallies();
      steps = [];
      return taken;
    },
  };
}

export function noTallies(): Tallies {
  return { task: NO_CALLS, reflect: NO_CALLS, judge: NO_CALLS, probe: NO_CALLS };
}

export function plus(left: Tally, right: Tally): Tally {
  return {
    calls: left.calls + right.calls,
    characters: left.characters + right.characters,
    replies: left.replies + right.replies,
    written: left.written + right.written,
    offered: left.offered + right.offered,
  };
}

export function times(tally: Tally, factor: number): Tally {
  return {
    calls: Math.round(tally.calls * factor),
    characters: tally.characters * factor,
    replies: tally.replies * factor,
    written: tally.written * factor,
    offered: Math.round(tally.offered * factor),
  };
}

function tallyOf({ messages, tools, channel }: ModelRequest, written: number): Tally {
  let characters = tools === undefined ? 0 : JSON.stringify(tools).length;
  let marks = 0;
  for (const { content } of messages) {
    const shown = marksIn(content);
    marks += shown;
    characters += content.length - shown;
  }
  return {
    calls: 1,
    characters,
    replies: marks / REPLY_CHARACTERS,
    written: channel === 'reflect' || channel === 'judge' ? written : 0,
    offered: tools === undefined ? 0 : 1,
  };
}

function marksIn(text: string): number {
  let marks = 0;
  let at = text.indexOf(REPLY_MARK);
  while (at !== -1) {
    let end = at;
    while (text[end] === REPLY_MARK) end += 1;
    marks += end - at;
    at = text.indexOf(REPLY_MARK, end);
  }
  return marks;
}
