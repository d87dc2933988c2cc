/** What does a chain of specialists give, each building on the work before it? */
import type { RoleId } from '../core/candidate.ts';
import type { Report, RoleNode, Topology } from '../core/topology.ts';
import { castRoles, checkLineup, distinctRoles } from './kit/cast.ts';
import {
  aggregationSpec,
  communicationSpec,
  readSetting,
  readsSpec,
  teamSizeSpec,
} from './kit/parameters.ts';

const id = 'sequential';
const parameters = [
  teamSizeSpec,
  communicationSpec,
  aggregationSpec('last_stage', 'The last stage of the chain gives the answer.'),
];
const wider = [readsSpec];

/**
 * A chain in speaking order. As in MAS-PromptBench a stage reads the reports of all earlier stages, while the role
 * graph holds the chain's own links only (stage to next stage): credit assignment looks one stage ahead, and the roles
 * that a change can reach are the same either way. `reads: previous` leaves a stage the report of the active stage before
 * it. When stages are masked the last active one answers.
 */
export const topology: Topology = {
  id,
  title: 'A chain of specialists, the last one answers',
  parameters,
  wider,

  graph(lineup, setting) {
    checkLineup(id, lineup.roles);
    const { teamSize } = readSetting({ id, parameters: [...parameters, ...wider] }, setting);
    const cast = castRoles(lineup.roles, teamSize);
    return {
      agents: cast.map((role, agent) => ({ agent, role, answers: agent === teamSize - 1 })),
      roles: chainNodes(distinctRoles(cast)),
      callsPerTask: teamSize,
    };
  },

  async run(_brief, team, setting) {
    const active = team.graph.agents.filter(({ agent }) => team.isActive(agent));
    const last = active.at(-1);
    const reports: Report[] = [];
    let answer = '';
    for (const { agent } of active) {
      const reply = await team.act({
        agent,
        round: 0,
        instruction:
          agent === last?.agent
            ? 'You are the last stage. Use what earlier stages found, if any spoke, and give the final answer.'
            : "Do your role's part of the work and write what the later stages need to know.",
        reports: setting[readsSpec.name] === 'previous' ? reports.slice(-1) : [...reports],
        handsOff: agent !== last?.agent,
      });
      reports.push(reply.report);
      answer = reply.text;
    }
    return { answer, votes: [] };
  },
};

function chainNodes(roles: readonly RoleId[]): RoleNode[] {
  return roles.map((role, position) => ({
    role,
    predecessors: roles.slice(Math.max(0, position - 1), position),
    successors: roles.slice(position + 1, position + 2),
    terminal: position === roles.length - 1,
  }));
}
