/** How does one turn of one agent become a model call, or none, and a message to the others? */
import { ContractError } from '../../core/errors.ts';
import { type Message, NO_USAGE } from '../../core/model.ts';
import type { MessageEdit } from '../../core/optimizer.ts';
import { derivedSeed } from '../../core/random.ts';
import type { Transcript, TurnRecord } from '../../core/rollout.ts';
import type { AgentSpec, Team, Turn, TurnResult } from '../../core/topology.ts';
import { composeMessages } from './compose.ts';
import { ownTemperature, teamDecoding } from './decoding.ts';
import type { MessageFormat } from './formats/format.ts';
import { freeform } from './formats/freeform.ts';
import { messageFormat } from './formats/message-format.ts';
import type { TeamRunOptions } from './options.ts';
import { splitReasoning } from './reasoning.ts';
import { takeToolTurn, toolHandOff } from './tool-turn.ts';
import { byRoundAndAgent, type TurnPlace, type TurnWatch, watchTurns } from './watch.ts';

/** A team at work, and what its run leaves behind. */
export interface OpenTeam {
  readonly team: Team;
  readonly watch: TurnWatch;
  /** Finished turns by round, then agent. */
  turns(): readonly TurnRecord[];
}

/** @throws ContractError when the candidate lacks a prompt, or the mask names a role or an agent that there is not. */
export function openTeam(options: TeamRunOptions): OpenTeam {
  const { graph, candidate } = options;
  checkPrompts(options);
  checkMaskedAgents(options);
  checkEdit(options);
  const masked = new Set(options.mask);
  const maskedAgents = new Set(options.maskAgents);
  const format = messageFormat(candidate.parameters['communication']);
  const base = baseTurns(options.base);
  const begun = new Set<string>();
  const records: TurnRecord[] = [];
  const watch = watchTurns();

  const isActive = (agent: number): boolean => {
    const spec = graph.agents[agent];
    return spec !== undefined && !masked.has(spec.role) && !maskedAgents.has(agent);
  };

  const speak = async (turn: Turn): Promise<TurnResult> => {
    const spec = admit(options, turn, { begun, isActive });
    const reader = turn.handsOff ? format : freeform;
    const messages = turnMessages(options, { turn, spec, reader });
    const spoken = await takeTurn(options, { turn, spec, messages, base });
    const handOff =
      spoken.tools === undefined
        ? reader.read(spoken.output)
        : toolHandOff(spoken.tools, spoken.output, reader);
    // A message that the agent did not write says nothing about how it keeps to the format.
    records.push({ ...spoken, formatParsed: spoken.edited === true ? null : handOff.parsed });
    return {
      text: spoken.output,
      report: { agent: turn.agent, role: spec.role, round: turn.round, text: handOff.text },
    };
  };

  return {
    team: {
      graph,
      isActive,
      act: (turn) => watch.run(turn, () => speak(turn)),
      voteKey: options.voteKey,
    },
    watch,
    turns: () => records.toSorted(byRoundAndAgent),
  };
}

function checkPrompts({ graph, candidate, mask }: TeamRunOptions): void {
  const known = new Set(Object.keys(candidate.roles));
  const absent = graph.roles.map(({ role }) => role).filter((role) => !known.has(role));
  if (absent.length > 0) {
    throw new ContractError(`the candidate has no prompt for role ${absent.join(', ')}`);
  }
  // A known role that does not act under these parameters is masked already; an unknown one is a mistake.
  const strange = (mask ?? []).filter((role) => !known.has(role));
  if (strange.length > 0) {
    throw new ContractError(
      `cannot mask role ${strange.join(', ')}: the candidate has ${[...known].join(', ')}`,
    );
  }
}

function checkMaskedAgents({ graph, maskAgents = [] }: TeamRunOptions): void {
  const strange = maskAgents.filter((agent) => graph.agents[agent] === undefined);
  if (strange.length > 0) {
    throw new ContractError(
      `cannot mask agent ${strange.join(', ')}: the team has ${graph.agents.length} agents, the first is 0`,
    );
  }
}

function checkEdit({ graph, candidate, edit }: TeamRunOptions): void {
  if (edit === undefined) return;
  const { role, agent } = edit;
  if (!Object.hasOwn(candidate.roles, role)) {
    throw new ContractError(
      `cannot edit a message of role ${role}: the candidate has ${Object.keys(candidate.roles).join(', ')}`,
    );
  }
  if (agent !== undefined && graph.agents[agent]?.role !== role) {
    throw new ContractError(
      `cannot edit a message of agent ${agent} as ${role}: its role is ${graph.agents[agent]?.role ?? 'none, there is no such agent'}`,
    );
  }
}

interface Admission {
  readonly begun: Set<string>;
  readonly isActive: (agent: number) => boolean;
}

/** @throws ContractError when this turn may not be taken. */
function admit(options: TeamRunOptions, turn: Turn, state: Admission): AgentSpec {
  const { topology, graph } = options;
  const spec = graph.agents[turn.agent];
  const refuse = (reason: string): never => {
    throw new ContractError(
      `topology "${topology.id}" let agent ${turn.agent} act in round ${turn.round}: ${reason}`,
    );
  };
  if (spec === undefined) return refuse(`the team has ${graph.agents.length} agents`);
  if (!state.isActive(turn.agent)) {
    const isOwn = options.maskAgents?.includes(turn.agent) === true;
    return refuse(isOwn ? 'it is masked' : `its role ${spec.role} is masked`);
  }
  if (!Number.isSafeInteger(turn.round) || turn.round < 0) return refuse('that is no round');
  const place = placeOf(turn);
  if (state.begun.has(place)) return refuse('it has already acted in that round');
  if (state.begun.size >= graph.callsPerTask) {
    return refuse(`the graph allows ${graph.callsPerTask} calls`);
  }
  state.begun.add(place);
  return spec;
}

interface TurnParts {
  readonly turn: Turn;
  readonly spec: AgentSpec;
  readonly reader: MessageFormat;
}

function turnMessages(
  { brief, candidate }: TeamRunOptions,
  { turn, spec, reader }: TurnParts,
): readonly Message[] {
  return composeMessages({
    rolePrompt: candidate.roles[spec.role] ?? '',
    demonstrations: candidate.demonstrations[spec.role] ?? [],
    formatContract: reader.contract,
    answers: mayAnswer(turn, spec),
    brief,
    reports: turn.reports,
    instruction: turn.instruction,
  });
}

/** A reply that goes to nobody can only be the team's answer: so a masked team's stand-in gets the contract too. */
function mayAnswer(turn: Turn, spec: AgentSpec): boolean {
  return spec.answers || !turn.handsOff;
}

interface TurnWork {
  readonly turn: Turn;
  readonly spec: AgentSpec;
  readonly messages: readonly Message[];
  readonly base: ReadonlyMap<string, TurnRecord>;
}

type Spoken = Omit<TurnRecord, 'formatParsed'>;

async function takeTurn(
  { ask, candidate, decoding: usual, seed, signal, tools, edit }: TeamRunOptions,
  { turn, spec, messages, base }: TurnWork,
): Promise<Spoken> {
  const { agent, round } = turn;
  const { parameters } = candidate;
  const temperature = ownTemperature(parameters);
  if (edit !== undefined && isEdited(edit, turn, spec))
    return putInPlace(edit, turn, { spec, messages });
  const earlier = base.get(placeOf(turn));
  // Another temperature gives another reply to the same words.
  const isSame = earlier !== undefined && (earlier.temperature ?? null) === temperature;
  if (isSame && areEqual(earlier.messages, messages)) {
    return { ...earlier, agent, role: spec.role, round, reused: true, usage: NO_USAGE };
  }
  signal.throwIfAborted();
  const turnSeed = derivedSeed(seed, agent, round);
  const decoding = teamDecoding(usual, parameters);
  const request = { agent, role: spec.role, round, messages, decoding, seed: turnSeed };
  const sampled = temperature === null ? {} : { temperature };
  if (tools !== undefined && mayAnswer(turn, spec)) {
    const spoken = await takeToolTurn(request, { tools, ask, signal });
    return { agent, role: spec.role, round, messages, reused: false, ...sampled, ...spoken };
  }
  const reply = await ask(request, signal);
  const { visible, reasoning } = splitReasoning(reply.text);
  const thoughts = [reply.reasoning, reasoning].filter((part) => part !== null);
  return {
    agent,
    role: spec.role,
    round,
    messages,
    output: visible,
    reasoning: thoughts.length === 0 ? null : thoughts.join('\n'),
    finishReason: reply.finishReason,
    reused: false,
    ...sampled,
    usage: reply.usage,
  };
}

function isEdited(edit: MessageEdit, turn: Turn, spec: AgentSpec): boolean {
  const { role, agent = turn.agent, round = 0 } = edit;
  return role === spec.role && agent === turn.agent && round === turn.round;
}

function putInPlace(
  { text }: MessageEdit,
  { agent, round }: Turn,
  { spec, messages }: Pick<TurnWork, 'spec' | 'messages'>,
): Spoken {
  const place = { agent, role: spec.role, round, messages };
  const said = { output: text, reasoning: null, finishReason: 'stop' as const };
  return { ...place, ...said, reused: false, edited: true, usage: NO_USAGE };
}

function areEqual(left: readonly Message[], right: readonly Message[]): boolean {
  return (
    left.length === right.length &&
    left.every((message, index) => {
      const other = right[index];
      return message.role === other?.role && message.content === other.content;
    })
  );
}

function baseTurns(base: Transcript | undefined): ReadonlyMap<string, TurnRecord> {
  // What was put in place of a message is no reply to what the agent read: it is never taken over.
  const spoken = (base?.turns ?? []).filter(({ edited }) => edited !== true);
  return new Map(spoken.map((turn) => [placeOf(turn), turn]));
}

function placeOf({ agent, round }: TurnPlace): string {
  return `${agent}/${round}`;
}
