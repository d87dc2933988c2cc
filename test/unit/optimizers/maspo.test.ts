/** Is this MASPO? The faithfulness tests, with scripted judges and proposals. */
import { Value } from '@sinclair/typebox/value';
import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../../src/core/candidate.ts';
import type { CompletionAsk, RolloutsAsk } from '../../../src/core/optimizer.ts';
import { maspo } from '../../../src/optimizers/maspo/index.ts';
import { type MaspoOptions, optionsSchema } from '../../../src/optimizers/maspo/options.ts';
import {
  misleadingTasks,
  scoreProposal,
  type TaskEvidence,
} from '../../../src/optimizers/maspo/score.ts';
import {
  ROLES,
  type SyntheticJob,
  type SyntheticOptions,
  syntheticJob,
} from '../../support/synthetic-context.ts';
import {
  contentOf,
  proposal,
  type Reply,
  said,
  userText,
} from '../../support/synthetic-replies.ts';

const defaults = Value.Create(optionsSchema);

async function run(options: SyntheticOptions, settings: Partial<MaspoOptions> = {}) {
  const job = syntheticJob({ wordy: true, ...options });
  const result = await maspo.optimize(job.context, { ...defaults, ...settings });
  return { job, result };
}

/** Proposals that differ from each other and from all before; the judge says `choice`, or nothing of use. */
function scripted(choice: (ask: CompletionAsk) => string): Reply {
  let made = 0;
  return (ask) => {
    if (ask.channel === 'judge')
      return said(`<analysis>x</analysis><choice>${choice(ask)}</choice>`);
    made += 1;
    return proposal(`${contentOf(userText(ask), 'current_prompt')} Variant ${made}.`);
  };
}

function version(candidate: Candidate): number {
  const numbers = Object.values(candidate.roles).flatMap((prompt) => [
    ...prompt.matchAll(/Variant (\d+)/g),
  ]);
  return Math.max(0, ...numbers.map(([, made]) => Number(made)));
}

function rolloutAsks(job: SyntheticJob): RolloutsAsk[] {
  return job.asks.flat().filter((ask): ask is RolloutsAsk => ask.kind === 'rollouts');
}

const sound = (win: number) => ({ win, sound: true });
const evidence = (local: number | null, next: readonly number[], global: number): TaskEvidence => ({
  taskId: `${local}/${next.join('+')}/${global}`,
  local: local === null ? null : sound(local),
  next: next.map(sound),
  global,
});

describe('1. the score', () => {
  it('is 0.4 l + 0.4 n + 0.2 g - 0.5 with successors', () => {
    const rows = [evidence(1, [1], 0), evidence(0.5, [0], 0.5), evidence(1, [1, 0], 1)];
    // l = 2.5/3, n = 2/4 over four comparisons, g = 1.5/3.
    const expected = 0.4 * (2.5 / 3) + 0.4 * 0.5 + 0.2 * 0.5 - 0.5;
    expect(scoreProposal(rows, defaults).total).toBeCloseTo(expected, 12);
  });

  it('is 0.7 l + 0.3 g - 0.5 without a successor to compare', () => {
    const rows = [evidence(1, [], 0), evidence(0, [], 1), evidence(1, [], 1)];
    const expected = 0.7 * (2 / 3) + 0.3 * (2 / 3) - 0.5;
    expect(scoreProposal(rows, defaults).total).toBeCloseTo(expected, 12);
  });

  it('is g - 0.5 at a terminal role, and 0 without evidence', () => {
    const rows = [evidence(null, [], 1), evidence(null, [], 0.5)];
    expect(scoreProposal(rows, defaults).total).toBeCloseTo(0.25, 12);
    expect(scoreProposal([], defaults).total).toBe(0);
  });
});

describe('2. one-sided judges', () => {
  it('never moves an anchor when the parent always wins', async () => {
    const { job, result } = await run(
      { reply: scripted(() => 'B'), score: () => 0 },
      { slots: 'candidate-first' },
    );
    expect(result.incumbent).toEqual(job.context.seedCandidate);
    expect(job.context.budget().charged).toBeGreaterThan(500);
  });

  it('adds 0.5 per step when the candidate always wins, everywhere', async () => {
    const score: SyntheticOptions['score'] = ({ candidate }) => version(candidate) / 1000;
    const { job } = await run({ reply: scripted(() => 'A'), score }, { slots: 'candidate-first' });
    const planner = job.events.filter(
      (event) => event.kind === 'candidate-accepted' && event.reason.startsWith('planner'),
    );
    expect(planner).toHaveLength(3);
    for (const event of planner)
      expect(event).toMatchObject({
        reason: expect.stringContaining('score 0.500 on 10 tasks') as string,
      });
  });
});

describe('3. a proposal equal to its parent', () => {
  it('costs no rollout and no judge call', async () => {
    const reply: Reply = (ask) => proposal(contentOf(userText(ask), 'current_prompt'));
    const { job, result } = await run({ reply, budget: 90 });
    expect(result.incumbent).toEqual(job.context.seedCandidate);
    expect(rolloutAsks(job).every(({ from }) => from === undefined)).toBe(true);
    expect(
      job.asks.flat().some((ask) => ask.kind === 'completion' && ask.channel === 'judge'),
    ).toBe(false);
  });
});

describe('4. partial re-execution', () => {
  it('runs a proposal from its base: nobody upstream acts again, and their outputs are the same', async () => {
    const { job } = await run({ seed: 2 });
    const partial = rolloutAsks(job).filter(({ from }) => from !== undefined);
    expect(partial.length).toBeGreaterThan(10);
    for (const ask of partial)
      expect(ask.from?.map(({ taskId }) => taskId)).toEqual(ask.tasks.map(({ id }) => id));
    expect(job.reruns.length).toBeGreaterThan(100);
    for (const { role, base, rollout } of job.reruns) {
      const first = ROLES.indexOf(role[0] ?? '');
      for (const upstream of ROLES.slice(0, first)) {
        expect(rollout.roleOutputs[upstream]).toBe(base.roleOutputs[upstream]);
      }
      expect(role.every((name) => ROLES.indexOf(name) >= first)).toBe(true);
    }
  });
});

describe('5. misleading cases', () => {
  it('ranks both lost, then next lost, then global lost; needs a local win; and a broken reply is no loss', () => {
    const both = evidence(1, [0], 0);
    const ahead = evidence(1, [0], 0.5);
    const end = evidence(1, [1], 0);
    const harmless = evidence(1, [0.5], 0.5);
    const drawn = evidence(0.5, [0], 0);
    const broken: TaskEvidence = { ...evidence(1, [], 0.5), next: [{ win: 0, sound: false }] };
    const ranked = misleadingTasks([end, harmless, ahead, drawn, both, broken]);
    expect(ranked).toEqual([both, ahead, end].map(({ taskId }) => taskId));
  });

  it('puts a local win with a global loss into the next batches of each direct successor, five at most', async () => {
    // The candidate wins every judgement; the team scores less on every third task with a newer planner.
    const score: SyntheticOptions['score'] = ({ candidate, task }) =>
      task % 3 === 0 && (candidate.roles['planner'] ?? '').includes('Variant') ? 0 : 1;
    const settings = { slots: 'candidate-first', steps: 1, casesKept: 6 } as const;
    const { job } = await run({ reply: scripted(() => 'A'), score, budget: 60 }, settings);
    const [planner, solver] = rolloutAsks(job).filter(({ from }) => from === undefined);
    const accepted = job.events.find(({ kind }) => kind === 'candidate-accepted');
    expect(accepted).toMatchObject({ reason: expect.stringContaining('planner') as string });
    const lost =
      planner?.tasks.map(({ id }) => id).filter((id) => Number(id.split('-')[1]) % 3 === 0) ?? [];
    expect(lost.length).toBeGreaterThan(0);
    const batch = solver?.tasks.map(({ id }) => id) ?? [];
    expect(batch).toHaveLength(10);
    expect(batch.slice(0, Math.min(5, lost.length)).every((id) => lost.includes(id))).toBe(true);
  });
});

describe('6. the beam', () => {
  it('never expands more than two prompts in a step', async () => {
    const { job } = await run({ seed: 3 });
    for (const asks of job.asks) {
      const bases = asks.filter((ask) => ask.kind === 'rollouts' && ask.from === undefined);
      expect(bases.length).toBeLessThanOrEqual(2);
    }
  });
});

describe('7. the refresh', () => {
  it('scores old rivals against the anchor without lookahead, for at most 30', async () => {
    // Two roles in a sweep of one step each, so that the planner gets a second turn.
    const settings = { steps: 1, slots: 'candidate-first' } as const;
    const { job } = await run(
      { reply: scripted(() => 'A'), score: () => 1, budget: 150 },
      settings,
    );
    const fifth = job.asks.findIndex(
      (asks) => asks.length === 1 && asks[0]?.kind === 'rollouts' && isBaseOf(asks[0], 4, job),
    );
    expect(fifth).toBeGreaterThan(0);
    const [rivals, judged] = job.asks.slice(fifth + 1, fifth + 3);
    expect(rivals?.length).toBeLessThanOrEqual(2);
    // One comparison per task and rival: the planner's own output, not its successor's.
    expect(judged).toHaveLength(10 * (rivals?.length ?? 0));
  });

  function isBaseOf(ask: RolloutsAsk, turn: number, job: SyntheticJob): boolean {
    const bases = rolloutAsks(job).filter(({ from }) => from === undefined);
    return bases.indexOf(ask) === turn;
  }
});

describe('8. the charge', () => {
  it('is 150 per role: 30 for the first step, 60 for the second and third', async () => {
    const { job, result } = await run(
      { reply: scripted(() => 'A'), score: () => 1 },
      { slots: 'candidate-first' },
    );
    expect(job.context.budget().charged).toBe(600);
    expect(result.stop).toBe('budget');
    const sizes = job.asks.map((asks) =>
      asks.reduce((sum, ask) => sum + (ask.kind === 'rollouts' ? ask.tasks.length : 0), 0),
    );
    const perStep = sizes.filter((size) => size > 0);
    const perRole = [10, 20, 20, 40, 20, 40];
    expect(perStep).toEqual([...perRole, ...perRole, ...perRole, ...perRole]);
  });

  it('leaves every role its part of a small budget', async () => {
    const { job } = await run({ reply: scripted(() => 'A'), score: () => 1, budget: 130 });
    const bases = rolloutAsks(job).filter(({ from }) => from === undefined);
    expect(bases).toHaveLength(4);
    expect(job.context.budget().charged).toBe(120);
  });

  it('shrinks all arms of the last step alike, or stops', async () => {
    const small = await run({ reply: scripted(() => 'A'), score: () => 1, budget: 20 });
    expect(rolloutAsks(small.job).map(({ tasks }) => tasks.length)).toEqual([6, 6, 6]);
    const none = await run({ budget: 14 });
    expect(none.job.steps).toHaveLength(0);
    expect(none.result).toEqual({ incumbent: none.job.context.seedCandidate, stop: 'budget' });
  });
});

describe('9. a judge that prefers a place', () => {
  const settled = async (slots: MaspoOptions['slots']): Promise<string[]> => {
    const { job } = await run(
      { reply: scripted(() => 'A'), score: () => 1, budget: 30 },
      { slots },
    );
    return job.events.flatMap((event) =>
      event.kind === 'candidate-rejected' || event.kind === 'candidate-accepted'
        ? [event.reason]
        : [],
    );
  };

  it('gives a draw in both orders', async () => {
    const reasons = await settled('both-orders');
    expect(reasons).toHaveLength(2);
    for (const reason of reasons) expect(reason).toContain('local 0.50, next 0.50');
  });

  it('gives everything to the candidate in the release', async () => {
    for (const reason of await settled('candidate-first')) {
      expect(reason).toContain('local 1.00, next 1.00');
    }
  });

  it('gives something between when the place is drawn', async () => {
    for (const reason of await settled('randomised')) {
      expect(reason).not.toContain('local 1.00');
      expect(reason).not.toContain('local 0.00');
    }
  });
});

describe('10. and the rest', () => {
  it('lets only the metric judge a role that answers', async () => {
    const { job } = await run({ wiring: 'vote', budget: 120 });
    expect(
      job.asks.flat().some((ask) => ask.kind === 'completion' && ask.channel === 'judge'),
    ).toBe(false);
  });

  it('shows the feedback in cases unless told not to', async () => {
    const reflections = (job: SyntheticJob): string[] =>
      job.asks
        .flat()
        .flatMap((ask) =>
          ask.kind === 'completion' && ask.channel === 'reflect' ? [userText(ask)] : [],
        );
    const shown = reflections((await run({ budget: 30 })).job);
    const hidden = reflections((await run({ budget: 30 }, { feedback: false })).job);
    expect(shown.every((text) => text.includes('<feedback>'))).toBe(true);
    expect(hidden.some((text) => text.includes('<feedback>'))).toBe(false);
    expect(shown[0]?.split('<case>')).toHaveLength(6);
  });

  it('drops a task that was lost in one arm from both', async () => {
    const rollouts = (job: SyntheticJob): number => job.context.budget().charged;
    const { job } = await run({
      budget: 30,
      reply: scripted(() => 'A'),
      fails: (row) => row === 3 || row === 12,
    });
    // Ten of the base less one; nine of each proposal less one.
    expect(rollouts(job)).toBe(9 + 9 + 9 - 1);
    const verdicts = job.events.flatMap((event) => ('candidate' in event ? [event.reason] : []));
    expect(verdicts.some((reason) => reason.includes('on 8 tasks'))).toBe(true);
    expect(verdicts.some((reason) => reason.includes('on 9 tasks'))).toBe(true);
  });

  it('moves to a better topology, and gives new roles their turn', async () => {
    const score: SyntheticOptions['score'] = ({ candidate }) =>
      candidate.parameters['teamSize'] === 2 ? 1 : 0;
    const { job, result } = await run({ score, optimize: { prompts: true, topology: true } });
    expect(result.incumbent.parameters).toEqual({ teamSize: 2, rounds: 2, style: 'a' });
    const proposed = job.events.flatMap((event) =>
      event.kind === 'candidate-proposed' ? [event.reason] : [],
    );
    expect(proposed).toContain('prompt of solver');
    expect(proposed).not.toContain('prompt of writer');
  });

  it('confirms a new anchor on fresh tasks when asked to', async () => {
    // Better on the minibatch by the judges, worse for the team: only the confirmation can tell.
    const score: SyntheticOptions['score'] = ({ candidate }) => (version(candidate) > 0 ? 0 : 1);
    const settings = {
      slots: 'candidate-first',
      weights: { local: 1, next: 0, global: 0 },
    } as const;
    const sure = await run(
      { reply: scripted(() => 'A'), score, budget: 60 },
      { ...settings, confirm: 10 },
    );
    expect(sure.result.incumbent).toEqual(sure.job.context.seedCandidate);
  });
});
