/** What did answering by function calls come to in one rollout? */
import type { Rollout, ToolCounts, ToolTurn, TurnRecord } from '../../core/rollout.ts';

/** Null when no turn was offered functions. */
export function countTools(turns: readonly TurnRecord[]): ToolCounts | null {
  const offered = turns.flatMap(({ tools, output }) =>
    tools === undefined ? [] : [{ tools, output }],
  );
  if (offered.length === 0) return null;
  const steps = offered.flatMap(({ tools }) => tools.steps);
  const reading = (wanted: ToolTurn['reading']): number =>
    offered.filter(({ tools }) => tools.reading === wanted).length;
  return {
    turns: offered.length,
    proposed: steps.reduce((sum, { calls }) => sum + calls.length, 0),
    several: steps.filter(({ calls }) => calls.length > 1).length,
    plainText: offered.filter(
      ({ tools, output }) => tools.reading === 'plain-text' && output.trim() !== '',
    ).length,
    repaired: reading('repaired'),
    damaged: reading('damaged'),
    truncated: reading('truncated'),
    executed: steps.filter(({ result }) => result !== null).length,
  };
}

/** Null when no rollout was offered functions. */
export function totalToolCounts(rollouts: readonly Pick<Rollout, 'tools'>[]): ToolCounts | null {
  return rollouts.reduce<ToolCounts | null>(
    (sum, { tools }) => (tools === undefined ? sum : sum === null ? tools : added(sum, tools)),
    null,
  );
}

function added(left: ToolCounts, right: ToolCounts): ToolCounts {
  return {
    turns: left.turns + right.turns,
    proposed: left.proposed + right.proposed,
    several: left.several + right.several,
    plainText: left.plainText + right.plainText,
    repaired: left.repaired + right.repaired,
    damaged: left.damaged + right.damaged,
    truncated: left.truncated + right.truncated,
    executed: left.executed + right.executed,
  };
}
