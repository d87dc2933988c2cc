/** What does a manager decide who has heard several workers? */
import type { RoleId, TopologyParameters } from '../core/candidate.ts';
import type { ParameterSpec, SearchSpace } from '../core/space.ts';
import type {
  AgentSpec,
  Lineup,
  Report,
  RoleNode,
  Team,
  Topology,
  TurnResult,
} from '../core/topology.ts';
import { castRoles, checkLineup, distinctRoles } from './kit/cast.ts';
import {
  type Edge,
  type EdgeRule,
  edgeNamed,
  edgeRule,
  edgeSpec,
  edgesOf,
  readerNodes,
  statesEdges,
} from './kit/edges.ts';
import {
  aggregationSpec,
  communicationSpec,
  engineSpec,
  engineSpecs,
  readSetting,
  teamSizeSpec,
} from './kit/parameters.ts';
import { isAbsent, mattersInCast, presenceNamed, presenceSpec } from './kit/presence.ts';
import { majority, votesOf } from './kit/vote.ts';

const id = 'centralized';
const parameters = [
  teamSizeSpec,
  communicationSpec,
  aggregationSpec('manager', 'The manager decides; without a manager the workers vote.'),
];

/**
 * Workers report at once, then the manager decides. The manager is the role of highest priority and speaks last
 * whatever its place in the lineup; it counts as one of `teamSize` agents and never repeats. Without workers it answers
 * alone; when it is masked the workers answer and vote. Beyond the grid a worker can be left out, read other workers, who
 * then speak first, or be read by them instead of the manager.
 */
export const topology: Topology = {
  id,
  title: 'Workers report, a manager decides',
  parameters,
  wider,

  matters(lineup, setting, name) {
    return mattersInCast([...workersOf(lineup, setting), managerOf(lineup)], setting, name);
  },

  graph(lineup, setting) {
    checkLineup(id, lineup.roles);
    const manager = managerOf(lineup);
    const workers = workersOf(lineup, setting).filter((role) => !isAbsent(role, setting));
    const cast = [...workers, manager];
    const others = distinctRoles(workers).filter((role) => role !== manager);
    return {
      agents: cast.map((role, agent) => ({ agent, role, answers: agent === cast.length - 1 })),
      roles: statesEdges(setting)
        ? readerNodes([...others, manager], edgeRule(setting, isReadBy(manager)))
        : starNodes(others, manager),
      callsPerTask: cast.length,
    };
  },

  async run(_brief, team, setting) {
    const manager = team.graph.agents.at(-1);
    const workers = team.graph.agents.slice(0, -1).filter(({ agent }) => team.isActive(agent));
    if (manager === undefined || !team.isActive(manager.agent)) {
      return majority(votesOf(team, await askForVotes(team, workers)));
    }
    const isRead = edgeRule(setting, isReadBy(manager.role));
    const replies = await askForReports(team, workers, isRead);
    const decision = await team.act({
      agent: manager.agent,
      round: 0,
      instruction: 'Weigh the reports you have against the task and give the final answer.',
      reports: replies
        .map((reply) => reply.report)
        .filter(({ role }) => isRead({ source: role, reader: manager.role })),
      handsOff: false,
    });
    return { answer: decision.text, votes: [] };
  },
};

function wider(lineup: Lineup): SearchSpace {
  const { workers, manager } = speakersOf(lineup);
  return [
    ...workers.map(presenceSpec),
    ...edgesOf([...workers, manager]).map((edge) => edgeSpec(edge, isReadBy(manager)(edge))),
    ...engineSpecs,
  ];
}

/** As {@link wider} has it, without building it. */
function beyond(lineup: Lineup): (name: string) => ParameterSpec | undefined {
  const { workers, manager } = speakersOf(lineup);
  return (name) => {
    const role = presenceNamed(name, workers);
    if (role !== null) return presenceSpec(role);
    const edge = edgeNamed(name, [...workers, manager]);
    return edge === null ? engineSpec(name) : edgeSpec(edge, isReadBy(manager)(edge));
  };
}

/** All roles of the lineup, the manager last. */
function speakersOf(lineup: Lineup): { readonly workers: RoleId[]; readonly manager: RoleId } {
  const manager = managerOf(lineup);
  const workers = lineup.roles.map((role) => role.id).filter((role) => role !== manager);
  return { workers, manager };
}

/** What stands where a setting says nothing: the manager reads everyone, workers nobody. */
function isReadBy(manager: RoleId): EdgeRule {
  return ({ reader }: Edge) => reader === manager;
}

function managerOf(lineup: Lineup): RoleId {
  const [manager] = castRoles(lineup.roles, 1);
  return manager as RoleId;
}

function workersOf(lineup: Lineup, setting: TopologyParameters): RoleId[] {
  const { teamSize } = readSetting({ id, parameters, beyond: beyond(lineup) }, setting);
  const manager = managerOf(lineup);
  const others = lineup.roles.filter((role) => role.id !== manager);
  // A lineup of one role is shared by all agents, the workers too.
  return castRoles(others.length === 0 ? lineup.roles : others, teamSize - 1);
}

function starNodes(workers: readonly RoleId[], manager: RoleId): RoleNode[] {
  return [
    ...workers.map((role) => ({
      role,
      predecessors: [],
      successors: [manager],
      terminal: false,
    })),
    { role: manager, predecessors: workers, successors: [], terminal: true },
  ];
}

function askForVotes(team: Team, workers: readonly AgentSpec[]): Promise<TurnResult[]> {
  return Promise.all(
    workers.map(({ agent }) =>
      team.act({
        agent,
        round: 0,
        instruction:
          'There is no manager: solve the task with the skills of your role and give the final answer.',
        reports: [],
        handsOff: false,
      }),
    ),
  );
}

/** Each worker begins when those that it reads have spoken. */
function askForReports(
  team: Team,
  workers: readonly AgentSpec[],
  isRead: EdgeRule,
): Promise<TurnResult[]> {
  const turns: { readonly role: RoleId; readonly result: Promise<TurnResult> }[] = [];
  for (const worker of workers) {
    const { role: reader } = worker;
    const sources = turns.filter(({ role }) => role !== reader && isRead({ source: role, reader }));
    turns.push({ role: reader, result: report(team, worker, sources) });
  }
  return Promise.all(turns.map(({ result }) => result));
}

async function report(
  team: Team,
  { agent }: AgentSpec,
  sources: readonly { readonly result: Promise<TurnResult> }[],
): Promise<TurnResult> {
  const results = await Promise.all(sources.map(({ result }) => result));
  const reports: readonly Report[] = results.map((result) => result.report);
  return await team.act({
    agent,
    round: 0,
    instruction:
      reports.length === 0
        ? "Do your role's part of the work and report your findings to the manager."
        : "Do your role's part of the work with the help of the reports you have, and report your findings to the manager.",
    reports,
    handsOff: true,
  });
}
