/** How does one agent work alone? The baseline that every team must beat. */
import { UsageError } from '../core/errors.ts';
import type { SearchSpace } from '../core/space.ts';
import type { Topology } from '../core/topology.ts';
import { castRoles, checkLineup, terminalNodes } from './kit/cast.ts';
import { engineSpec, engineSpecs, readSetting, teamSizeSpec } from './kit/parameters.ts';

const id = 'single';
const parameters = [{ ...teamSizeSpec, values: [1], default: 1 }];
const wider = (): SearchSpace => engineSpecs;
const knobs = { id, parameters, beyond: engineSpec };

/** One agent, one call, no messages. */
export const topology: Topology = {
  id,
  title: 'One agent answers alone',
  parameters,
  wider,

  graph(lineup, setting) {
    checkLineup(id, lineup.roles);
    const { teamSize } = readSetting(knobs, setting);
    if (teamSize !== 1) {
      throw new UsageError(`topology "single" is one agent, but teamSize is ${teamSize}`, {
        hints: ['leave teamSize out, or choose a topology with several agents: independent'],
      });
    }
    const cast = castRoles(lineup.roles, 1);
    return {
      agents: cast.map((role, agent) => ({ agent, role, answers: true })),
      roles: terminalNodes(cast),
      callsPerTask: 1,
    };
  },

  async run(_brief, team) {
    if (!team.isActive(0)) return { answer: '', votes: [] };
    const reply = await team.act({
      agent: 0,
      round: 0,
      instruction: 'Solve the task and give the final answer.',
      reports: [],
      handsOff: false,
    });
    return { answer: reply.text, votes: [] };
  },
};
