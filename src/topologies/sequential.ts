/** What does a chain of specialists give, each building on the work before it? */
import type { RoleId, TopologyParameters } from '../core/candidate.ts';
import { UsageError } from '../core/errors.ts';
import type { ParameterSpec, SearchSpace } from '../core/space.ts';
import type { Lineup, Report, RoleNode, Topology } from '../core/topology.ts';
import { castRoles, checkLineup, distinctRoles } from './kit/cast.ts';
import { edgeNamed, edgeRule, edgeSpec, edgesOf, readerNodes, statesEdges } from './kit/edges.ts';
import {
  aggregationSpec,
  communicationSpec,
  engineSpec,
  engineSpecs,
  readSetting,
  teamSizeSpec,
} from './kit/parameters.ts';
import { isAbsent, mattersInCast, presenceNamed, presenceSpec } from './kit/presence.ts';

const id = 'sequential';
const parameters = [
  teamSizeSpec,
  communicationSpec,
  aggregationSpec('last_stage', 'The last stage of the chain gives the answer.'),
];

/**
 * A chain in speaking order. As in MAS-PromptBench a stage reads the reports of all earlier stages, while the role
 * graph holds the chain's own links only (stage to next stage): credit assignment looks one stage ahead, and the roles
 * that a change can reach are the same either way. Beyond the grid a role can be left out, and an edge taken away; agents of
 * one role always read each other. When stages are masked the last active one answers.
 */
export const topology: Topology = {
  id,
  title: 'A chain of specialists, the last one answers',
  parameters,
  wider,

  matters(lineup, setting, name) {
    return mattersInCast(castOf(lineup, setting), setting, name);
  },

  graph(lineup, setting) {
    checkLineup(id, lineup.roles);
    const cast = presentCast(castOf(lineup, setting), setting);
    const roles = distinctRoles(cast);
    return {
      agents: cast.map((role, agent) => ({ agent, role, answers: agent === cast.length - 1 })),
      roles: statesEdges(setting)
        ? readerNodes(roles, edgeRule(setting, allEdges))
        : chainNodes(roles),
      callsPerTask: cast.length,
    };
  },

  async run(_brief, team, setting) {
    const active = team.graph.agents.filter(({ agent }) => team.isActive(agent));
    const last = active.at(-1);
    const isRead = edgeRule(setting, allEdges);
    const reports: Report[] = [];
    let answer = '';
    for (const { agent, role } of active) {
      const reply = await team.act({
        agent,
        round: 0,
        instruction:
          agent === last?.agent
            ? 'You are the last stage. Use what earlier stages found, if any spoke, and give the final answer.'
            : "Do your role's part of the work and write what the later stages need to know.",
        reports: reports.filter(
          (report) => report.role === role || isRead({ source: report.role, reader: role }),
        ),
        handsOff: agent !== last?.agent,
      });
      reports.push(reply.report);
      answer = reply.text;
    }
    return { answer, votes: [] };
  },
};

function wider(lineup: Lineup): SearchSpace {
  const roles = lineup.roles.map((role) => role.id);
  return [
    ...roles.slice(0, -1).map(presenceSpec),
    ...edgesOf(roles).map((edge) => edgeSpec(edge, true)),
    ...engineSpecs,
  ];
}

/** As {@link wider} has it, without building it. */
function beyond(lineup: Lineup): (name: string) => ParameterSpec | undefined {
  const roles = lineup.roles.map((role) => role.id);
  return (name) => {
    const role = presenceNamed(name, roles.slice(0, -1));
    if (role !== null) return presenceSpec(role);
    const edge = edgeNamed(name, roles);
    return edge === null ? engineSpec(name) : edgeSpec(edge, true);
  };
}

function allEdges(): boolean {
  return true;
}

function castOf(lineup: Lineup, setting: TopologyParameters): RoleId[] {
  const knobs = { id, parameters, beyond: beyond(lineup) };
  return castRoles(lineup.roles, readSetting(knobs, setting).teamSize);
}

/** @throws UsageError when the last stage is to be left out: somebody has to answer */
function presentCast(cast: readonly RoleId[], setting: TopologyParameters): RoleId[] {
  const last = cast.at(-1);
  if (last !== undefined && isAbsent(last, setting)) {
    throw new UsageError(`role.${last}=absent: ${last} is the last stage, which answers`, {
      hints: ['leave out another role, or choose another teamSize'],
    });
  }
  return cast.filter((role) => !isAbsent(role, setting));
}

function chainNodes(roles: readonly RoleId[]): RoleNode[] {
  return roles.map((role, position) => ({
    role,
    predecessors: roles.slice(Math.max(0, position - 1), position),
    successors: roles.slice(position + 1, position + 2),
    terminal: position === roles.length - 1,
  }));
}
