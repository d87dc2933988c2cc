/** Which answer do most agents agree on? */
import type { TeamAnswer, Vote } from '../../core/rollout.ts';
import type { Team, TurnResult } from '../../core/topology.ts';

/** The votes of a round's replies, in the order given. */
export function votesOf(team: Team, replies: readonly TurnResult[]): Vote[] {
  return replies.map(({ text, report }) => ({
    agent: report.agent,
    text,
    key: team.voteKey(text),
  }));
}

/**
 * Majority by key. Ties go to the key whose first voter comes earliest in `votes`, the submitted text is that voter's;
 * null keys do not vote, and without any voter the answer is empty.
 */
export function majority(votes: readonly Vote[]): TeamAnswer {
  const blocks = new Map<string, { readonly text: string; count: number }>();
  for (const { key, text } of votes) {
    if (key === null) continue;
    const block = blocks.get(key);
    if (block === undefined) blocks.set(key, { text, count: 1 });
    else block.count += 1;
  }
  let winner: { readonly text: string; readonly count: number } = { text: '', count: 0 };
  // A map iterates in order of first voters, so a strict comparison leaves ties with the earliest.
  for (const block of blocks.values()) {
    if (block.count > winner.count) winner = block;
  }
  return { answer: winner.text, votes };
}
