/** What exactly does an agent read in one turn? */
import type { Demonstration } from '../../core/candidate.ts';
import type { Brief } from '../../core/dataset.ts';
import type { Message } from '../../core/model.ts';
import type { Report } from '../../core/topology.ts';

export interface TurnText {
  readonly rolePrompt: string;
  readonly demonstrations: readonly Demonstration[];
  /** Contract of the message format; null when the turn has none. */
  readonly formatContract: string | null;
  /** True when the reply may become the team's answer. */
  readonly answers: boolean;
  readonly brief: Brief;
  readonly reports: readonly Report[];
  readonly instruction: string;
}

/**
 * The messages `[system, user]` of a turn. Everything is joined as it is: nothing in a prompt, a task or a report is
 * ever expanded. The contracts stand outside the editable prompt, so no method can lose them.
 */
export function composeMessages(turn: TurnText): readonly Message[] {
  const system = [
    turn.rolePrompt,
    ...demonstrationBlock(turn.demonstrations),
    ...(turn.formatContract === null ? [] : [`Message format (fixed):\n${turn.formatContract}`]),
    ...(turn.answers ? [`Output contract (fixed):\n${turn.brief.outputContract}`] : []),
  ];
  const user = [turn.brief.task, ...reportBlock(turn.reports), `Your turn: ${turn.instruction}`];
  return [
    { role: 'system', content: system.join('\n\n') },
    { role: 'user', content: user.join('\n\n') },
  ];
}

function demonstrationBlock(demonstrations: readonly Demonstration[]): string[] {
  if (demonstrations.length === 0) return [];
  const examples = demonstrations.map(
    ({ input, output }, position) =>
      `--- example ${position + 1} ---\nInput:\n${input}\nOutput:\n${output}\n--- end of example ---`,
  );
  return [['Examples of good work in this role:', ...examples].join('\n')];
}

function reportBlock(reports: readonly Report[]): string[] {
  if (reports.length === 0) return [];
  const shown = reports.map(
    ({ role, agent, round, text }) =>
      `--- from ${role} (agent ${agent + 1}, round ${round + 1}) ---\n${text}\n--- end ---`,
  );
  return [['Messages from the team:', ...shown].join('\n')];
}
