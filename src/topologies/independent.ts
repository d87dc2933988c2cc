/** What does a vote among agents give who never hear of each other? */
import type { SearchSpace } from '../core/space.ts';
import type { Topology } from '../core/topology.ts';
import { castRoles, checkLineup, terminalNodes } from './kit/cast.ts';
import {
  aggregationSpec,
  communicationSpec,
  engineSpec,
  engineSpecs,
  readSetting,
  teamSizeSpec,
} from './kit/parameters.ts';
import { majority, votesOf } from './kit/vote.ts';

const id = 'independent';
const parameters = [
  teamSizeSpec,
  communicationSpec,
  aggregationSpec('majority', 'The answer given by most agents wins; ties go to the earliest.'),
];
const wider = (): SearchSpace => engineSpecs;
const knobs = { id, parameters, beyond: engineSpec };

/**
 * All agents answer alone and at once, then vote. Each reply is handed to the vote in the message format, as in
 * MAS-PromptBench, where the aggregator counts as a reader; so `communication` matters although no agent reads another.
 */
export const topology: Topology = {
  id,
  title: 'Agents answer alone, the majority wins',
  parameters,
  wider,

  graph(lineup, setting) {
    checkLineup(id, lineup.roles);
    const { teamSize } = readSetting(knobs, setting);
    const cast = castRoles(lineup.roles, teamSize);
    return {
      agents: cast.map((role, agent) => ({ agent, role, answers: true })),
      roles: terminalNodes(cast),
      callsPerTask: teamSize,
    };
  },

  async run(_brief, team) {
    const active = team.graph.agents.filter(({ agent }) => team.isActive(agent));
    const replies = await Promise.all(
      active.map(({ agent }) =>
        team.act({
          agent,
          round: 0,
          instruction: 'Work alone: solve the task and give the final answer.',
          reports: [],
          handsOff: true,
        }),
      ),
    );
    return majority(votesOf(team, replies));
  },
};
