/** Are messages that a method puts in place run, recorded and resumed as asked? */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { MessageEdit, OptimizerContext, RolloutsAsk } from '../../../src/core/optimizer.ts';
import type { Rollout, Transcript } from '../../../src/core/rollout.ts';
import { stepHash } from '../../../src/protocol/search/step-hash.ts';
import { openBlobStore } from '../../../src/store/blobs.ts';
import { askingOptimizer } from '../../support/job/asking-optimizer.ts';
import { temporaryFolder } from '../../support/job/job-files.ts';
import { runHere } from '../../support/job/run-here.ts';

const TEXT = 'It is somewhere else.';

/** A job whose method looks at the team as it is, and with the first task's second peer saying something else. */
async function look(
  folder: string,
  then: { readonly text?: string; readonly fails?: boolean } = {},
): Promise<readonly (readonly Rollout[])[]> {
  let seen: readonly (readonly Rollout[])[] = [];
  const optimizer = askingOptimizer(async (context) => {
    const plain = ask(context);
    const [base] = await context.step([plain]);
    const { agents } = context.graph(context.seedCandidate);
    const edit: MessageEdit = { role: agents[1]?.role ?? '', agent: 1, text: then.text ?? TEXT };
    const [edited] = await context.step([{ ...plain, from: base, edits: [edit, null, null] }]);
    seen = [base, edited];
    if (then.fails === true) throw new Error('the power went');
    expect(context.budget().charged).toBe(6);
    return { incumbent: context.seedCandidate, stop: 'seen' };
  });
  await runHere({ folder }, { optimizer });
  return seen;
}

const ask = (context: OptimizerContext): RolloutsAsk => ({
  kind: 'rollouts',
  candidate: context.seedCandidate,
  tasks: context.train.slice(0, 3),
  whenShort: 'skip',
});

describe('edited messages', () => {
  it('are said in the place of the agent on that task only, charged like any rollout, and kept', async () => {
    const folder = temporaryFolder();
    await expect(look(folder, { fails: true })).rejects.toThrow('the power went');
    const [base, edited] = await look(folder);
    const transcripts = openBlobStore(join(folder, 'traces'));
    const putOn = (rollouts: readonly Rollout[] | undefined) =>
      rollouts?.map(({ trace }) =>
        (transcripts.get(trace ?? '') as Transcript).turns.flatMap((turn) =>
          turn.edited === true ? [[turn.agent, turn.round, turn.output]] : [],
        ),
      );
    expect(putOn(base)).toEqual([[], [], []]);
    expect(putOn(edited)).toEqual([[[1, 0, TEXT]], [], []]);
    expect(edited?.slice(1).map(({ usage }) => usage.modelCalls)).toEqual([0, 0]);
  });

  it('are part of what a step asks for: another text is another step', async () => {
    const folder = temporaryFolder();
    await expect(look(folder, { fails: true })).rejects.toThrow('the power went');
    await expect(look(folder, { text: 'Elsewhere.' })).rejects.toThrow(/asks for something else/);
  });

  it('leave the hash of a step without them as it was', () => {
    const plain: RolloutsAsk = {
      kind: 'rollouts',
      candidate: { roles: { peer: 'Work.' }, demonstrations: {}, parameters: { teamSize: 3 } },
      tasks: [{ id: 'a' }],
      whenShort: 'trim',
    };
    const edit = { role: 'peer', text: TEXT };
    // As it was computed before messages could be edited.
    expect(stepHash([plain])).toBe(
      '13f84915ed245786f71667406da37c9405f660c6ea894185aeb7e2ca8361c8e8',
    );
    const changed = [[edit], [{ ...edit, agent: 0 }], [{ ...edit, round: 1 }], [null]].map(
      (edits) => stepHash([{ ...plain, edits }]),
    );
    expect(new Set([stepHash([plain]), ...changed]).size).toBe(5);
    // What is left out and what it then is are the same edit.
    expect(stepHash([{ ...plain, edits: [{ ...edit, round: 0 }] }])).toBe(changed[0]);
  });
});
