/** How does the topology suite run a team without a model? With scripts: pure functions of the request. */
import { setImmediate } from 'node:timers/promises';
import type { Candidate, TopologyParameters } from '../../src/core/candidate.ts';
import { sha256 } from '../../src/core/json.ts';
import type { Decoding, ModelReply } from '../../src/core/model.ts';
import type { MessageEdit } from '../../src/core/optimizer.ts';
import { randomStream } from '../../src/core/random.ts';
import type { Transcript } from '../../src/core/rollout.ts';
import type { Lineup, Topology, Turn } from '../../src/core/topology.ts';
import type { TeamRunOptions, TurnRequest } from '../../src/evaluation/team/options.ts';
import { runTeam, type TeamRun } from '../../src/evaluation/team/run-team.ts';

/** What an agent says. */
export type Script = (request: TurnRequest) => string;

export const brief = {
  task: 'Name the port of {{city}}, $& and `$1` included.',
  outputContract: "Answer with one call: [Port(name='…')]",
};

export const decoding: Decoding = {
  temperature: 0.2,
  topP: 0.9,
  maxTokens: 1024,
  repetitionPenalty: 1,
  thinking: false,
};

/** A reply that depends on everything the agent has read, in the format asked for; three different answers in all. */
export const attentive: Script = (request) => {
  const read = sha256(JSON.stringify(request.messages));
  const call = `[Port(name='${Number.parseInt(read.slice(0, 6), 16) % 3}')]`;
  const system = request.messages[0]?.content ?? '';
  if (!system.includes('Message format (fixed):')) return `I read ${read}.\n${call}`;
  return system.includes('one JSON object')
    ? JSON.stringify({ finding: `I read ${read}.`, evidence: '', proposed_answer: call })
    : `Finding: I read ${read}.\nProposed answer: ${call}`;
};

export function replyWith(text: string): ModelReply {
  return {
    text,
    reasoning: null,
    finishReason: 'stop',
    usage: { modelCalls: 1, inputTokens: 7, outputTokens: 3 },
    servedModel: 'script',
  };
}

/** Equal calls are equal answers, as a dataset would say it; a text without a call does not vote. */
export function callKey(answer: string): string | null {
  return answer.match(/\[Port\(name='[^']*'\)\]/g)?.at(-1) ?? null;
}

export interface Trial {
  readonly topology: Topology;
  readonly lineup: Lineup;
  readonly parameters: TopologyParameters;
  readonly script?: Script;
  readonly candidate?: Candidate;
  readonly base?: Transcript;
  readonly edit?: MessageEdit;
  readonly mask?: readonly string[];
  /** Replies take 0 to 5 turns of the event loop, drawn from this seed; absent: they come at once. */
  readonly latencySeed?: number;
}

export interface TrialResult extends TeamRun {
  /** In order of asking. */
  readonly asked: readonly TurnRequest[];
  /** In order of acting, as the topology described them. */
  readonly acted: readonly Turn[];
}

export function candidateFor(lineup: Lineup, parameters: TopologyParameters): Candidate {
  return {
    roles: Object.fromEntries(lineup.roles.map(({ id }) => [id, `You are the ${id}.`])),
    demonstrations: {},
    parameters,
  };
}

export async function runTrial(trial: Trial): Promise<TrialResult> {
  const { topology, lineup, parameters } = trial;
  const script = trial.script ?? attentive;
  const asked: TurnRequest[] = [];
  const acted: Turn[] = [];
  const options: TeamRunOptions = {
    topology: {
      ...topology,
      run: (task, team, setting) =>
        topology.run(
          task,
          {
            ...team,
            act: (turn) => {
              acted.push(turn);
              return team.act(turn);
            },
          },
          setting,
        ),
    },
    graph: topology.graph(lineup, parameters),
    brief,
    candidate: trial.candidate ?? candidateFor(lineup, parameters),
    decoding,
    ask: async (request) => {
      asked.push(request);
      const reply = replyWith(script(request));
      await latency(trial.latencySeed, request);
      return reply;
    },
    seed: 20_240_229,
    ...(trial.base === undefined ? {} : { base: trial.base }),
    ...(trial.edit === undefined ? {} : { edit: trial.edit }),
    ...(trial.mask === undefined ? {} : { mask: trial.mask }),
    voteKey: callKey,
    signal: new AbortController().signal,
  };
  return { ...(await runTeam(options)), asked, acted };
}

export function transcriptOf(run: TeamRun): Transcript {
  return {
    taskId: 'port',
    candidate: 'digest',
    turns: run.turns,
    answer: run.answer,
    score: null,
  };
}

async function latency(seed: number | undefined, request: TurnRequest): Promise<void> {
  if (seed === undefined) return;
  const hops = randomStream('latency', seed, request.agent, request.round).integer(6);
  for (let hop = 0; hop < hops; hop += 1) await setImmediate();
}
