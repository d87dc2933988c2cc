/** What does a manager decide who has heard several workers? */
import type { RoleId } from '../core/candidate.ts';
import type { AgentSpec, Lineup, RoleNode, Team, Topology, TurnResult } from '../core/topology.ts';
import { castRoles, checkLineup, distinctRoles } from './kit/cast.ts';
import { aggregationSpec, communicationSpec, readSetting, teamSizeSpec } from './kit/parameters.ts';
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
 * alone; when it is masked the workers answer and vote.
 */
export const topology: Topology = {
  id,
  title: 'Workers report, a manager decides',
  parameters,

  graph(lineup, setting) {
    checkLineup(id, lineup.roles);
    const { teamSize } = readSetting({ id, parameters }, setting);
    const manager = managerOf(lineup);
    const others = lineup.roles.filter((role) => role.id !== manager);
    // A lineup of one role is shared by all agents, the workers too.
    const workers = castRoles(others.length === 0 ? lineup.roles : others, teamSize - 1);
    const cast = [...workers, manager];
    return {
      agents: cast.map((role, agent) => ({ agent, role, answers: agent === teamSize - 1 })),
      roles: starNodes(
        distinctRoles(workers).filter((role) => role !== manager),
        manager,
      ),
      callsPerTask: teamSize,
    };
  },

  async run(_brief, team) {
    const manager = team.graph.agents.at(-1);
    const workers = team.graph.agents.slice(0, -1);
    if (manager === undefined || !team.isActive(manager.agent)) {
      return majority(votesOf(team, await askWorkers(team, workers, false)));
    }
    const replies = await askWorkers(team, workers, true);
    const decision = await team.act({
      agent: manager.agent,
      round: 0,
      instruction: 'Weigh the reports you have against the task and give the final answer.',
      reports: replies.map((reply) => reply.report),
      handsOff: false,
    });
    return { answer: decision.text, votes: [] };
  },
};

function managerOf(lineup: Lineup): RoleId {
  const [manager] = castRoles(lineup.roles, 1);
  return manager as RoleId;
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

function askWorkers(
  team: Team,
  workers: readonly AgentSpec[],
  managed: boolean,
): Promise<TurnResult[]> {
  const active = workers.filter(({ agent }) => team.isActive(agent));
  return Promise.all(
    active.map(({ agent }) =>
      team.act({
        agent,
        round: 0,
        instruction: managed
          ? "Do your role's part of the work and report your findings to the manager."
          : 'There is no manager: solve the task with the skills of your role and give the final answer.',
        reports: [],
        handsOff: managed,
      }),
    ),
  );
}
