/** What happens when one team works on one task? */
import type { RoleId } from '../../core/candidate.ts';
import { ContractError } from '../../core/errors.ts';
import { addUsage, NO_USAGE, type Usage } from '../../core/model.ts';
import type { FormatRate, TeamAnswer, ToolCounts, TurnRecord } from '../../core/rollout.ts';
import type { TeamRunOptions } from './options.ts';
import { openTeam } from './team.ts';
import { countTools } from './tool-counts.ts';

export interface TeamRun {
  readonly answer: TeamAnswer;
  /** By round, then agent, whatever finished first. */
  readonly turns: readonly TurnRecord[];
  /** Last output of each role that acted, reasoning removed. */
  readonly roleOutputs: { readonly [role: RoleId]: string };
  readonly format: FormatRate;
  /** Null when no functions were offered. */
  readonly tools: ToolCounts | null;
  /** Agents that were not allowed to act, in agent order. */
  readonly masked: readonly number[];
  /** Of the calls made; turns taken from the base cost nothing. */
  readonly usage: Usage;
}

/**
 * Runs a team to its answer. Equal arguments and equal replies give an equal result, whatever the order in which
 * replies arrive.
 *
 * @throws whatever `ask` rejected with (the failure of the lowest round and agent when there are several), after all
 * calls in flight have settled, so that their replies can be kept by a cache; ContractError when the topology acts
 * outside its graph; the signal's reason when it is aborted.
 */
export async function runTeam(options: TeamRunOptions): Promise<TeamRun> {
  options.signal.throwIfAborted();
  const opened = openTeam(options);
  let answer: TeamAnswer | null = null;
  let defect: unknown = null;
  try {
    answer = await options.topology.run(options.brief, opened.team, options.candidate.parameters);
  } catch (error) {
    defect = error;
  }
  const stragglers = await opened.watch.settle();
  const failure = opened.watch.firstFailure();
  if (failure !== null) throw failure.error;
  if (answer === null) throw defect;
  if (stragglers > 0) {
    throw new ContractError(
      `topology "${options.topology.id}" gave an answer while ${stragglers} of its agents were still at work; it must await every turn`,
    );
  }
  const { team } = opened;
  const masked = team.graph.agents.flatMap(({ agent }) => (team.isActive(agent) ? [] : [agent]));
  return { ...summarize(answer, opened.turns()), masked };
}

function summarize(answer: TeamAnswer, turns: readonly TurnRecord[]): Omit<TeamRun, 'masked'> {
  const formatted = turns.filter((turn) => turn.formatParsed !== null);
  return {
    answer,
    turns,
    roleOutputs: Object.fromEntries(turns.map((turn) => [turn.role, turn.output])),
    format: {
      parsed: formatted.filter((turn) => turn.formatParsed === true).length,
      total: formatted.length,
    },
    tools: countTools(turns),
    usage: turns.reduce((sum, turn) => addUsage(sum, turn.usage), NO_USAGE),
  };
}
