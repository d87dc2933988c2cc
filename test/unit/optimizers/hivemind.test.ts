/** Does HiveMind credit, teach and spend as its specification says? */
import type { TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../../src/core/candidate.ts';
import type { RolloutsAsk } from '../../../src/core/optimizer.ts';
import type { TeamGraph } from '../../../src/core/topology.ts';
import { fittingSize, rotated } from '../../../src/optimizers/hivemind/cycle-size.ts';
import { hivemind } from '../../../src/optimizers/hivemind/index.ts';
import { learned } from '../../../src/optimizers/hivemind/lessons.ts';
import {
  castOf,
  checkMasked,
  maskOf,
  roleCredits,
} from '../../../src/optimizers/hivemind/players.ts';
import {
  ROLES,
  type SyntheticJob,
  type SyntheticOptions,
  syntheticJob,
} from '../../support/synthetic-context.ts';
import { said, userText } from '../../support/synthetic-replies.ts';
import { runMethod, type SyntheticRun } from '../../support/synthetic-run.ts';
import type { Wiring } from '../../support/synthetic-team.ts';

const run = async (
  options: SyntheticOptions & { readonly set?: object } = {},
): Promise<SyntheticRun> => await runMethod(hivemind, { reply: teacher(), ...options });

/** Teaches something new each time. */
function teacher() {
  let told = 0;
  return () => {
    told += 1;
    return said(
      `<lessons>\n- Lesson ${told}a.\n- Lesson ${told}b.\n- Lesson ${told}c.\n</lessons>`,
    );
  };
}

const isRollouts = (ask: { readonly kind: string }): ask is RolloutsAsk => ask.kind === 'rollouts';

/** Per step the rollouts that were asked for. */
const passes = (job: SyntheticJob): RolloutsAsk[][] =>
  job.asks.map((asks) => asks.filter(isRollouts)).filter((asks) => asks.length > 0);

const SEED_PLUS_LESSONS = /^\n\nLessons from earlier tasks:\n(- [^\n]+(\n|$)){1,6}$/;

describe('a cycle', () => {
  it('runs every coalition on the same tasks, then both arms of the gate on validation', async () => {
    const { job } = await run({ budget: 85, set: { cycles: 1 } });
    const [coalitions, gate] = passes(job);
    expect(coalitions).toHaveLength(15);
    expect(coalitions?.map((ask) => ask.tasks.length)).toEqual(Array(15).fill(5));
    expect(new Set(coalitions?.map(({ tasks }) => tasks.map(({ id }) => id).join())).size).toBe(1);
    expect(new Set(coalitions?.map(({ maskAgents = [] }) => maskAgents.join())).size).toBe(15);
    // The paired sample of each task: no coalition gets luck of its own.
    for (const { replicate } of coalitions ?? []) expect(replicate).toBeUndefined();
    expect(gate?.map((ask) => ask.tasks.length)).toEqual([5, 5]);
    expect(gate?.every(({ maskAgents }) => maskAgents === undefined)).toBe(true);
    const validation = new Set(job.context.validation.map(({ id }) => id));
    for (const { id } of gate?.[0]?.tasks ?? []) expect(validation.has(id)).toBe(true);
    expect(job.context.budget().charged).toBe(15 * 5 + 2 * 5);
  });

  it('keeps a manager in every coalition: eight of three workers, the empty one run too', async () => {
    const { job } = await run({ budget: 50, wiring: 'hub', set: { cycles: 1 } });
    const [coalitions] = passes(job);
    expect(coalitions).toHaveLength(8);
    expect(coalitions?.map(({ maskAgents = [] }) => maskAgents)).toContainEqual([0, 1, 2]);
    for (const { maskAgents = [] } of coalitions ?? []) expect(maskAgents).not.toContain(3);
    expect(job.context.budget().charged).toBe(8 * 5 + 2 * 5);
  });

  it('takes the next tasks each time, and shrinks until it fits', async () => {
    const { job, stop } = await run({ score: () => 0.5 });
    const sizes = passes(job)
      .filter((asks) => asks.length === 15)
      .map(([first]) => first?.tasks.map(({ id }) => id) ?? []);
    expect(new Set(sizes.flat()).size).toBe(sizes.flat().length);
    // Seven whole cycles of 85 leave 5.
    expect([sizes.length, job.context.budget().charged, stop]).toEqual([7, 595, 'budget']);
    const whole = { batch: 5, gate: 5 };
    expect(fittingSize(whole, 15, 85)).toEqual(whole);
    expect(fittingSize(whole, 15, 84)).toEqual({ batch: 4, gate: 5 });
    expect(fittingSize(whole, 15, 24)).toEqual({ batch: 1, gate: 4 });
    expect(fittingSize(whole, 15, 17)).toEqual({ batch: 1, gate: 1 });
    expect(fittingSize(whole, 15, 16)).toBeNull();
    expect(rotated(['a', 'b', 'c'], { start: 5, size: 2 })).toEqual(['c', 'a']);
  });

  it('names the smallest budgets: one task per coalition that is run, and two for the gate', () => {
    const defaults = Value.Create(hivemind.optionsSchema as TSchema) as never;
    const graphOf = (wiring: Wiring): TeamGraph => {
      const { context } = syntheticJob({ wiring });
      return context.graph(context.seedCandidate);
    };
    const minimum = (graph: TeamGraph): number => {
      return hivemind.minimumBudget(defaults, { graph, trainTasks: 150, validationTasks: 50 });
    };
    expect([minimum(graphOf('chain')), minimum(graphOf('hub'))]).toEqual([15 + 2, 8 + 2]);
    // Agents count, not roles: four that share one role are four players.
    const { roles, callsPerTask } = graphOf('shared');
    const [{ role } = { role: '' }] = roles;
    const agents = [0, 1, 2, 3].map((agent) => ({ agent, role, answers: true }));
    expect(minimum({ agents, roles, callsPerTask })).toBe(15 + 2);
  });
});

describe('the role that is taught', () => {
  it('is the one of least credit', async () => {
    const reflected: string[] = [];
    const { job } = await run({
      budget: 85,
      reply: (ask) => {
        reflected.push(/<role>\n(.*)\n<\/role>/.exec(userText(ask))?.[1] ?? '');
        return said('');
      },
    });
    const [message] = job.events.flatMap((event) =>
      event.kind === 'progress' ? [event.message] : [],
    );
    const credits = [...(message ?? '').matchAll(/(\w+) (-?\d\.\d+)/g)].map(
      ([, role, value]) => [role ?? '', Number(value)] as const,
    );
    expect(credits.map(([role]) => role)).toEqual(ROLES);
    const lowest = credits.reduce((low, entry) => (entry[1] < low[1] ? entry : low));
    expect(reflected).toEqual([lowest[0]]);
  });

  it('is the manager in every third cycle, who has no credit', async () => {
    const reflected: string[] = [];
    await run({
      wiring: 'hub',
      set: { cycles: 6 },
      reply: (ask) => {
        reflected.push(/<role>\n(.*)\n<\/role>/.exec(userText(ask))?.[1] ?? '');
        return said('');
      },
    });
    expect(reflected).toHaveLength(6);
    expect(reflected.map((role) => role === 'writer')).toEqual([
      false,
      false,
      true,
      false,
      false,
      true,
    ]);
  });

  it('sees lost cases before won ones', async () => {
    let text = '';
    await run({
      budget: 85,
      reply: (ask) => {
        text = userText(ask);
        return said('');
      },
    });
    const marks = [...text.matchAll(/<feedback>\n(LOST|WON), score (\d)/g)];
    expect(marks).toHaveLength(5);
    expect(marks.map(([, mark]) => mark)).toEqual(marks.map(([, mark]) => mark).sort());
    for (const [, mark, score] of marks) expect(score).toBe(mark === 'WON' ? '1' : '0');
  });
});

describe('a prompt', () => {
  it('is the seed text and at most six lessons, whatever was taught', async () => {
    // Every lesson helps, so that every candidate is kept.
    const score = ({ candidate }: { readonly candidate: Candidate }): number => {
      const told =
        Object.values(candidate.roles)
          .join()
          .match(/Lesson (\d+)/g) ?? [];
      return Math.max(0, ...told.map((lesson) => Number(lesson.slice(7)))) / 100;
    };
    const { job, incumbent } = await run({ budget: 900, score });
    const seed = job.context.seedCandidate.roles;
    for (const { candidate } of passes(job).flat()) {
      for (const role of ROLES) {
        const added = (candidate.roles[role] ?? '').slice((seed[role] ?? '').length);
        expect(candidate.roles[role]?.startsWith(seed[role] ?? '')).toBe(true);
        if (added !== '') expect(added).toMatch(SEED_PLUS_LESSONS);
      }
    }
    expect(Object.values(incumbent.roles).join()).toContain('Lesson 10c');
    expect(learned(['a', 'b', 'c'], ['b', 'd'], 3)).toEqual(['c', 'b', 'd']);
  });

  it('stays byte for byte when the gate sees no strict gain', async () => {
    const { job, incumbent } = await run({ score: () => 0.5 });
    expect(incumbent).toEqual(job.context.seedCandidate);
    const rejected = job.events.filter(({ kind }) => kind === 'candidate-rejected');
    expect(rejected.length).toBeGreaterThan(5);
    for (const asks of passes(job).filter((pass) => pass.length === 15)) {
      for (const { candidate } of asks) expect(candidate).toEqual(job.context.seedCandidate);
    }
  });
});

describe('the players', () => {
  const node = (role: string, predecessors: string[], terminal: boolean) => ({
    role,
    predecessors,
    successors: [],
    terminal,
  });
  const graphOf = (cast: readonly string[], roles: TeamGraph['roles']): TeamGraph => ({
    agents: cast.map((role, agent) => ({ agent, role, answers: true })),
    roles,
    callsPerTask: cast.length,
  });

  it('are all agents but a manager, who reads every other role: seats of one role are players of their own', () => {
    const peers = graphOf(['peer', 'peer', 'peer'], [node('peer', [], true)]);
    expect(castOf(peers)).toEqual({
      manager: null,
      players: [0, 1, 2].map((agent) => ({ agent, role: 'peer' })),
    });
    const chain = graphOf(['a', 'b'], [node('a', [], false), node('b', ['a'], true)]);
    expect(castOf(chain).manager).toBeNull();
    const hub = graphOf(
      ['a', 'b', 'a', 'm'],
      [node('a', [], false), node('b', [], false), node('m', ['a', 'b'], true)],
    );
    const cast = castOf(hub);
    expect([cast.manager, cast.players.map(({ agent }) => agent)]).toEqual(['m', [0, 1, 2]]);
    expect(maskOf(cast, [1])).toEqual([0, 2]);
    expect(roleCredits(hub, cast, [0.25, -0.5, 0.5])).toEqual([
      { role: 'a', credit: 0.75 },
      { role: 'b', credit: -0.5 },
    ]);
  });

  it('must be masked as asked: a run that does not say so is refused', async () => {
    const { job } = await run({ budget: 85, set: { cycles: 1 } });
    const rollouts = job.steps[0]?.answers[0] as never;
    const mask = passes(job)[0]?.[0]?.maskAgents ?? [];
    expect(() => checkMasked(rollouts, mask)).not.toThrow();
    expect(() => checkMasked(rollouts, [])).toThrow(/no credit can be read/);
  });
});
