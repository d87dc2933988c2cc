/** What do equal peers agree on after a debate? */
import type { SearchSpace } from '../core/space.ts';
import type { Report, Topology } from '../core/topology.ts';
import { castRoles, checkLineup, terminalNodes } from './kit/cast.ts';
import {
  aggregationSpec,
  communicationSpec,
  engineSpec,
  engineSpecs,
  readSetting,
  roundsSpec,
  teamSizeSpec,
} from './kit/parameters.ts';
import { majority, votesOf } from './kit/vote.ts';

const id = 'decentralized';
const parameters = [
  teamSizeSpec,
  roundsSpec,
  communicationSpec,
  aggregationSpec('majority', 'The last round votes; ties go to the earliest agent.'),
];
const wider = (): SearchSpace => engineSpecs;
const knobs = { id, parameters, beyond: engineSpec };

/**
 * Every peer answers alone in round 0; in each later round it reads the other peers' reports of the round before. The
 * last round hands nothing on: its answers are the votes. Peers read each other in both directions, so the role graph
 * has no order among roles: each is terminal and without predecessors.
 */
export const topology: Topology = {
  id,
  title: 'Peers debate in rounds, the last round votes',
  parameters,
  wider,

  graph(lineup, setting) {
    checkLineup(id, lineup.roles);
    const { teamSize, rounds } = readSetting(knobs, setting);
    const cast = castRoles(lineup.roles, teamSize);
    return {
      agents: cast.map((role, agent) => ({ agent, role, answers: true })),
      roles: terminalNodes(cast),
      callsPerTask: teamSize * rounds,
    };
  },

  async run(_brief, team, setting) {
    const { rounds } = readSetting(knobs, setting);
    const active = team.graph.agents.filter(({ agent }) => team.isActive(agent));
    const speak = (round: number, reports: readonly Report[]) =>
      Promise.all(
        active.map(({ agent }) =>
          team.act({
            agent,
            round,
            instruction:
              round === 0
                ? 'Solve the task on your own and give your answer.'
                : "Check the other agents' answers against the task, keep or correct your view, and give your answer.",
            reports: reports.filter((report) => report.agent !== agent),
            handsOff: round < rounds - 1,
          }),
        ),
      );
    let replies = await speak(0, []);
    for (let round = 1; round < rounds; round += 1) {
      replies = await speak(
        round,
        replies.map((reply) => reply.report),
      );
    }
    return majority(votesOf(team, replies));
  },
};
