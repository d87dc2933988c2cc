/** Does CREDO do what it says: credit where it is due, races and joins, a gate of its own, and parts that switch off? */
import { describe, expect, it } from 'vitest';
import { type Candidate, candidateDigest } from '../../../src/core/candidate.ts';
import { randomStream } from '../../../src/core/random.ts';
import { drawRole, measureCredit } from '../../../src/optimizers/credo/credit.ts';
import { credo } from '../../../src/optimizers/credo/index.ts';
import { isObserved } from '../../../src/optimizers/kit/paired.ts';
import { ROLES, type SyntheticJob, syntheticJob } from '../../support/synthetic-context.ts';
import { contentOf, said, userText } from '../../support/synthetic-replies.ts';
import { completionAsks, rolloutAsks, runMethod } from '../../support/synthetic-run.ts';

const hasEdit = (job: SyntheticJob): boolean =>
  rolloutAsks(job).some(({ edits }) => edits !== undefined);
const isJoin = (job: SyntheticJob): boolean =>
  job.events.some((event) => 'reason' in event && event.reason.endsWith('parts joined'));

const SEED = syntheticJob().context.seedCandidate;
const beaten = (job: SyntheticJob): boolean =>
  job.events.some((event) => 'reason' in event && event.reason.includes('came from'));

/** Every role is told to say the word that only the solver needs. */
async function creditOf(mends: string, changed: readonly string[] = ROLES) {
  const job = syntheticJob({
    score: () => 0,
    reply: (ask) => {
      const text = userText(ask);
      const isChanged = changed.includes(contentOf(text, 'role'));
      return said(`<output>${contentOf(text, 'output')}${isChanged ? ' Better.' : ''}</output>`);
    },
  });
  const { context } = job;
  const tasks = context.train.slice(0, 3);
  const [rows] = await context.step([
    { kind: 'rollouts', candidate: context.seedCandidate, tasks, whenShort: 'skip' },
  ]);
  const failures = rows.flatMap((rollout, index) => {
    const task = tasks[index];
    return task !== undefined && isObserved(rollout) ? [{ task, rollout }] : [];
  });
  // What the planted weak role says better makes the team right; what others say changes nothing.
  const step: typeof context.step = async (asks) => {
    const answers = (await context.step(asks)) as readonly unknown[];
    return answers.map((answer, index) => {
      const ask = asks[index];
      const edited = ask?.kind === 'rollouts' ? ask.edits?.[0]?.role : undefined;
      return edited === mends ? (answer as object[]).map((row) => ({ ...row, score: 1 })) : answer;
    }) as never;
  };
  const team = { candidate: context.seedCandidate, rows: new Map() };
  const evidence = await measureCredit({ ...context, step }, team, { failures, before: new Map() });
  return { evidence, charged: context.budget().charged - 3 };
}

describe('credit', () => {
  it('goes to the role whose better message mends the team, and to no other', async () => {
    const { evidence, charged } = await creditOf('solver');
    expect(Object.fromEntries(evidence.credits)).toEqual({
      planner: { repaired: 0, tried: 3 },
      solver: { repaired: 3, tried: 3 },
      checker: { repaired: 0, tried: 3 },
      writer: { repaired: 0, tried: 3 },
    });
    // The writer's message would be the answer: it is not replayed.
    expect(charged).toBe(9);
  });

  it('goes to the last role for what no earlier message mends, when it has something to mend', async () => {
    const claimed = await creditOf('nobody');
    expect(claimed.evidence.credits.get('writer')).toEqual({ repaired: 3, tried: 3 });
    const silent = await creditOf('nobody', ['planner']);
    expect(silent.evidence.credits.get('writer')).toEqual({ repaired: 0, tried: 3 });
  });

  it('costs nothing for a role whose output is left as it was', async () => {
    expect((await creditOf('solver', ['solver'])).charged).toBe(3);
    expect((await creditOf('solver', [])).charged).toBe(0);
  });

  it('is drawn by: a role with much credit comes first most of the time, never always', () => {
    const { context } = syntheticJob();
    const { roles } = context.graph(context.seedCandidate);
    const credits = new Map(
      roles.map(({ role }, place) => [role, { repaired: place === 1 ? 4 : 1, tried: 5 }]),
    );
    const draws = Array.from({ length: 400 }, (_, index) =>
      drawRole(roles, credits, randomStream('draw', index)),
    );
    const share = draws.filter((place) => place === 1).length / draws.length;
    expect(share).toBeGreaterThan(0.6);
    expect(share).toBeLessThan(1);
  });
});

describe('a search', () => {
  it('tries every change first on failures of the team that it changes', async () => {
    const { job } = await runMethod(credo, { budget: 200 });
    const trials = rolloutAsks(job).filter(
      ({ from, edits }) => from !== undefined && edits === undefined,
    );
    expect(trials.length).toBeGreaterThan(0);
    for (const { from = [], tasks } of trials) {
      expect(from.map(({ score }) => score)).toEqual(tasks.map(() => 0));
    }
  });

  it('joins winners of different roles', async () => {
    const { job } = await runMethod(credo, { seed: 1 });
    const joins = job.events.filter(
      (event) => event.kind === 'candidate-proposed' && event.reason.endsWith('parts joined'),
    );
    expect(joins.length).toBeGreaterThan(0);
    for (const join of joins) {
      if (!('candidate' in join)) continue;
      const parents = join.parents.map((digest) =>
        job.events.find((e) => 'candidate' in e && candidateDigest(e.candidate) === digest),
      );
      for (const role of ROLES) {
        const prompts = parents.map((parent) =>
          parent !== undefined && 'candidate' in parent ? parent.candidate.roles[role] : '',
        );
        expect(prompts).toContain(join.candidate.roles[role]);
      }
    }
  });

  it('meets the seed at the end on tasks that no round has used', async () => {
    const { job } = await runMethod(credo, { budget: 300 });
    const asks = rolloutAsks(job);
    const gate = asks.slice(-2);
    const ids = gate.map(({ tasks }) => tasks.map(({ id }) => id));
    expect(candidateDigest(gate[0]?.candidate ?? job.context.seedCandidate)).toBe(
      candidateDigest(job.context.seedCandidate),
    );
    expect(ids[0]).toHaveLength(12);
    expect(ids[1]).toEqual(ids[0]);
    const used = new Set(asks.slice(0, -2).flatMap(({ tasks }) => tasks.map(({ id }) => id)));
    for (const id of ids[0] ?? []) expect(used.has(id)).toBe(false);
  });

  it('keeps what the gate needs, whatever the rounds would spend', async () => {
    for (const seed of [0, 1, 2, 3, 4, 5]) {
      const { job } = await runMethod(credo, { budget: 150, seed });
      const changed = job.events.some(({ kind }) => kind === 'candidate-accepted');
      const gate = job.steps.at(-1)?.answers as { readonly score: number | null }[][];
      if (changed) expect(gate.map((rows) => rows.length)).toEqual([6, 6]);
      if (changed) expect(gate.flat().every(({ score }) => score !== null)).toBe(true);
    }
  });

  it('has no gate that could not speak', async () => {
    const { job } = await runMethod(credo, { budget: 90 });
    const asks = rolloutAsks(job).map(({ tasks }) => tasks.map(({ id }) => id).join());
    expect(job.events.some(({ kind }) => kind === 'candidate-accepted')).toBe(true);
    expect(asks.at(-1)).not.toBe(asks.at(-2));
  });

  describe('holds a winner of little gain to the next block', () => {
    // Whatever is changed mends the first task that it is tried on, and nothing else.
    const lucky = (elsewhere: number) => {
      const first = new Map<string, number>();
      return ({ candidate, task }: { readonly candidate: Candidate; readonly task: number }) => {
        if (candidateDigest(candidate) === candidateDigest(SEED)) return 0.5;
        const key = candidateDigest(candidate);
        if (!first.has(key)) first.set(key, task);
        return first.get(key) === task ? 1 : elsewhere;
      };
    };

    it('where it falls back to the team that it came from', async () => {
      const { job } = await runMethod(credo, { budget: 120, score: lucky(0.45) });
      expect(beaten(job)).toBe(true);
    });

    it('where it stays when it loses nothing', async () => {
      const { job } = await runMethod(credo, { budget: 120, score: lucky(0.5) });
      expect(job.events.some(({ kind }) => kind === 'candidate-accepted')).toBe(true);
      expect(beaten(job)).toBe(false);
    });

    it('and not when it gained enough, or nothing is asked', async () => {
      const { job } = await runMethod(credo, {
        ...{ budget: 120, score: lucky(0.45), set: { sure: 0 } },
      });
      expect(beaten(job)).toBe(false);
    });
  });

  it('returns the seed when the gate speaks for it', async () => {
    // Changed teams shine on the first hundred tasks they meet, and fail on those of the gate.
    const probe = await runMethod(credo, { budget: 300 });
    const gate = new Set(
      rolloutAsks(probe.job)
        .at(-1)
        ?.tasks.map(({ id }) => id),
    );
    const index = new Map(probe.job.context.train.map(({ id }, place) => [place, id]));
    const seed = candidateDigest(probe.job.context.seedCandidate);
    const score = ({
      candidate,
      task,
    }: Parameters<NonNullable<Parameters<typeof syntheticJob>[0]>['score'] & object>[0]) => {
      const isGate = gate.has(index.get(task) ?? '');
      return Number((candidateDigest(candidate) === seed) === isGate);
    };
    const { incumbent, job } = await runMethod(credo, { budget: 300, score });
    expect(job.events.some(({ kind }) => kind === 'candidate-accepted')).toBe(true);
    expect(candidateDigest(incumbent)).toBe(seed);
  });
});

describe('what is switched off', () => {
  it('credit: nothing is replayed, and nobody is asked for a better message', async () => {
    const on = await runMethod(credo, { budget: 200 });
    const off = await runMethod(credo, { budget: 200, set: { credit: 'off' } });
    expect([hasEdit(on.job), hasEdit(off.job)]).toEqual([true, false]);
    const asked = completionAsks(off.job).filter(
      (ask) => !userText(ask).includes('<current_prompt>'),
    );
    expect(asked).toEqual([]);
  });

  it('race: all changes run on the same tasks, without a trial', async () => {
    const { job } = await runMethod(credo, { budget: 200, set: { race: 'off', credit: 'off' } });
    expect(rolloutAsks(job).every(({ from }) => from === undefined)).toBe(true);
    expect(job.events.some(({ kind }) => kind === 'rollouts-saved')).toBe(false);
  });

  it('merge: nothing is joined', async () => {
    const on = await runMethod(credo, { seed: 1 });
    const off = await runMethod(credo, { seed: 1, set: { merge: 'off' } });
    expect([isJoin(on.job), isJoin(off.job)]).toEqual([true, false]);
  });
});

it('ends when every task is solved and nothing is left to pay for', async () => {
  const { stop, incumbent, job } = await runMethod(credo, { budget: 5_000, score: () => 1 });
  expect(stop).toBe('no_new_observations');
  expect(incumbent).toEqual(job.context.seedCandidate);
});
