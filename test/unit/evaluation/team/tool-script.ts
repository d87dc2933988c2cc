/** How is a team run on a script of replies and calls? */
import type { Candidate } from '../../../../src/core/candidate.ts';
import type { ToolResult } from '../../../../src/core/dataset.ts';
import type { ModelReply, ToolCall } from '../../../../src/core/model.ts';
import type { Transcript } from '../../../../src/core/rollout.ts';
import type { Topology } from '../../../../src/core/topology.ts';
import { callAnswer } from '../../../../src/datasets/apibank/tools/answer.ts';
import type {
  TeamRunOptions,
  TeamTools,
  TurnRequest,
} from '../../../../src/evaluation/team/options.ts';
import { runTeam, type TeamRun } from '../../../../src/evaluation/team/run-team.ts';
import { topology as single } from '../../../../src/topologies/single.ts';

export const SCHEMAS = ['Dial', 'Hang_up'].map((name) => ({
  name,
  description: name,
  parameters: { type: 'object' },
}));

export type Said =
  | Partial<ModelReply>
  | readonly [name: string, ...arguments_: readonly string[]]
  | string;

function reply(said: Said): ModelReply {
  const given =
    typeof said === 'string'
      ? { text: said }
      : Array.isArray(said)
        ? { toolCalls: calls(said as readonly [string, ...string[]]) }
        : (said as Partial<ModelReply>);
  return {
    text: '',
    reasoning: null,
    finishReason: 'stop',
    usage: { modelCalls: 1, inputTokens: 10, outputTokens: 2 },
    servedModel: 'script',
    ...given,
  };
}

/** One call per text of arguments. */
export function calls([name, ...sent]: readonly [string, ...string[]]): ToolCall[] {
  return sent.map((text, index) => ({ id: `random-${index}`, name, arguments: text }));
}

export const to = (port: number): string => `{"port":${port}}`;
export const ok: ToolResult = { text: '{"output":"done","exception":null}', failed: false };
export const refused: ToolResult = { text: '{"output":null,"exception":"no"}', failed: true };

export interface Played {
  readonly run: TeamRun;
  readonly asked: readonly TurnRequest[];
  /** What every session was asked to carry out. */
  readonly executed: readonly (readonly string[])[];
}

export interface Script {
  readonly topology?: Topology;
  readonly parameters?: Candidate['parameters'];
  /** Replies of an agent in a round, by `agent/round`; otherwise `all`. */
  readonly replies: readonly Said[] | { readonly [place: string]: readonly Said[] };
  /** Null: nothing is carried out. Otherwise what comes back, by name and arguments. */
  readonly world?: ((call: ToolCall) => ToolResult) | null;
  readonly modelCalls?: number;
  readonly base?: Transcript;
}

export async function play(script: Script): Promise<Played> {
  const { topology = single, parameters = {}, world = null, replies } = script;
  const lineup = { roles: [{ id: 'peer', priority: 1 }] };
  const asked: TurnRequest[] = [];
  const executed: string[][] = [];
  const taken = new Map<string, number>();
  const tools: TeamTools = {
    schemas: SCHEMAS,
    answerOf: ({ name, arguments: sent }) => callAnswer({ api: name, arguments: sent }),
    execution:
      world === null
        ? null
        : {
            modelCalls: script.modelCalls ?? 4,
            open: () => {
              const mine: string[] = [];
              executed.push(mine);
              return Promise.resolve({
                execute: (call) => {
                  mine.push(`${call.name}${call.arguments}`);
                  return Promise.resolve(world(call));
                },
              });
            },
          },
  };
  const options: TeamRunOptions = {
    topology,
    graph: topology.graph(lineup, parameters),
    brief: { task: 'Find the port.', outputContract: 'One call.' },
    tools,
    candidate: { roles: { peer: 'Work.' }, demonstrations: {}, parameters },
    decoding: { temperature: 0, topP: 1, maxTokens: 99, repetitionPenalty: 1, thinking: false },
    ask: (request) => {
      asked.push(request);
      const place = `${request.agent}/${request.round}`;
      const list = Array.isArray(replies)
        ? (replies as readonly Said[])
        : ((replies as { readonly [place: string]: readonly Said[] })[place] ?? []);
      const index = taken.get(place) ?? 0;
      taken.set(place, index + 1);
      const said = list[index];
      if (said === undefined) throw new RangeError(`no reply ${index} for ${place}`);
      return Promise.resolve(reply(said));
    },
    seed: 11,
    voteKey: (answer) => answer,
    signal: new AbortController().signal,
    ...(script.base === undefined ? {} : { base: script.base }),
  };
  return { run: await runTeam(options), asked, executed };
}
