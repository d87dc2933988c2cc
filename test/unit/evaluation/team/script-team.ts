/** The three-role team that the engine's tests run, and replies from a script. */
import type { Candidate } from '../../../../src/core/candidate.ts';
import type { ModelReply } from '../../../../src/core/model.ts';
import type { Topology, Turn } from '../../../../src/core/topology.ts';
import type { TeamRunOptions } from '../../../../src/evaluation/team/options.ts';
import { topology as sequential } from '../../../../src/topologies/sequential.ts';

export const lineup = {
  roles: [
    { id: 'reader', priority: 3 },
    { id: 'planner', priority: 2 },
    { id: 'verifier', priority: 1 },
  ],
};

export const candidate: Candidate = {
  roles: { reader: 'Read.', planner: 'Plan.', verifier: 'Verify.' },
  demonstrations: { planner: [{ input: 'a task', output: 'a plan' }] },
  parameters: { teamSize: 3 },
};

export function reply(text: string, changes: Partial<ModelReply> = {}): ModelReply {
  return {
    text,
    reasoning: null,
    finishReason: 'stop',
    usage: { modelCalls: 1, inputTokens: 10, outputTokens: 2 },
    servedModel: 'script',
    ...changes,
  };
}

export function optionsFor(
  topology: Topology,
  changes: Partial<TeamRunOptions> = {},
): TeamRunOptions {
  const configured = changes.candidate ?? candidate;
  return {
    topology,
    graph: topology.graph(lineup, configured.parameters),
    brief: { task: 'Find the port.', outputContract: 'One call.' },
    candidate: configured,
    decoding: {
      temperature: 0,
      topP: 1,
      maxTokens: 100,
      repetitionPenalty: 1,
      thinking: false,
    },
    ask: async ({ role }) => reply(`${role} speaks`),
    seed: 11,
    voteKey: (answer) => answer,
    signal: new AbortController().signal,
    ...changes,
  };
}

/** A topology that behaves as told. */
export function topologyThat(run: Topology['run']): Topology {
  return { ...sequential, id: 'odd', run };
}

export const turn = (agent: number, changes: Partial<Turn> = {}): Turn => ({
  agent,
  round: 0,
  instruction: 'Go.',
  reports: [],
  handsOff: true,
  ...changes,
});

export function never(): never {
  throw new Error('the turn should have been refused');
}
