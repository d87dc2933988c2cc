/** Do masked agents stay masked in what is recorded, resumed and compared? */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OptimizerContext, RolloutsAsk } from '../../../src/core/optimizer.ts';
import type { Rollout, Transcript } from '../../../src/core/rollout.ts';
import { stepHash } from '../../../src/protocol/search/step-hash.ts';
import { openBlobStore } from '../../../src/store/blobs.ts';
import { askingOptimizer } from '../../support/job/asking-optimizer.ts';
import { records, temporaryFolder } from '../../support/job/job-files.ts';
import { runHere } from '../../support/job/run-here.ts';

const ask = (context: OptimizerContext, maskAgents?: readonly number[]): RolloutsAsk => ({
  kind: 'rollouts',
  candidate: context.seedCandidate,
  tasks: context.train.slice(0, 3),
  ...(maskAgents === undefined ? {} : { maskAgents }),
  whenShort: 'skip',
});

/** A job whose method looks at the team with all three peers, and with the second alone. */
async function look(
  folder: string,
  then: { readonly mask?: readonly number[]; readonly fails?: boolean } = {},
): Promise<readonly (readonly Rollout[])[]> {
  let seen: readonly (readonly Rollout[])[] = [];
  const optimizer = askingOptimizer(async (context) => {
    seen = await context.step([ask(context), ask(context, then.mask ?? [0, 2])]);
    if (then.fails === true) throw new Error('the power went');
    return { incumbent: context.seedCandidate, stop: 'seen' };
  });
  await runHere({ folder }, { optimizer });
  return seen;
}

describe('masked agents', () => {
  it('did not act, the record says so, and a resumed job is told the same', async () => {
    const folder = temporaryFolder();
    await expect(look(folder, { fails: true })).rejects.toThrow('the power went');
    const before = records(folder).filter(({ kind }) => kind === 'rollout');
    expect(before).toHaveLength(6);
    const [whole, alone] = await look(folder);
    const journaled = before.map(({ rollout }) => rollout);
    expect(
      [...(whole ?? []), ...(alone ?? [])].map(({ trace, masked }) => [trace, masked]),
    ).toEqual(
      journaled.map((rollout) => {
        const { trace, masked } = rollout as unknown as Rollout;
        return [trace, masked];
      }),
    );
    expect(whole?.map(({ masked }) => masked)).toEqual([undefined, undefined, undefined]);
    expect(alone?.map(({ masked }) => masked)).toEqual([
      [0, 2],
      [0, 2],
      [0, 2],
    ]);
    const transcripts = openBlobStore(join(folder, 'traces'));
    for (const [rollouts, acted] of [
      [whole, [0, 1, 2]],
      [alone, [1]],
    ] as const) {
      for (const { trace } of rollouts ?? []) {
        const { turns } = transcripts.get(trace ?? '') as Transcript;
        expect([...new Set(turns.map(({ agent }) => agent))].sort()).toEqual(acted);
      }
    }
  });

  it('are part of what a step asks for: another mask is another step', async () => {
    const folder = temporaryFolder();
    await expect(look(folder, { fails: true })).rejects.toThrow('the power went');
    await expect(look(folder, { mask: [0] })).rejects.toThrow(/asks for something else/);
  });

  it('leave the hash of a step without them as it was', () => {
    const plain: RolloutsAsk = {
      kind: 'rollouts',
      candidate: { roles: { peer: 'Work.' }, demonstrations: {}, parameters: { teamSize: 3 } },
      tasks: [{ id: 'a' }],
      whenShort: 'trim',
    };
    // As it was computed before agents could be masked.
    expect(stepHash([plain])).toBe(
      '13f84915ed245786f71667406da37c9405f660c6ea894185aeb7e2ca8361c8e8',
    );
    expect(stepHash([{ ...plain, maskAgents: [0] }])).not.toBe(stepHash([plain]));
    expect(stepHash([{ ...plain, maskAgents: [0] }])).not.toBe(
      stepHash([{ ...plain, maskAgents: [1] }]),
    );
  });
});
