import { describe, expect, test } from 'vitest';
import { type Candidate, candidateDigest } from '../../../src/core/candidate.ts';
import type { RolloutsAsk } from '../../../src/core/optimizer.ts';
import { emptyRollout } from '../../../src/core/rollout.ts';
import { SearchScores } from '../../../src/protocol/search/search-scores.ts';

const candidate = (prompt: string): Candidate => ({
  roles: { solver: prompt },
  demonstrations: {},
  parameters: {},
});
const [seed, better, other] = ['seed', 'better', 'other'].map(candidate) as [
  Candidate,
  Candidate,
  Candidate,
];

const split = { train: ['a', 'b'], validation: ['x', 'y', 'z'] };

const usage = { modelCalls: 2, inputTokens: 100, outputTokens: 10 };

/** One ask with its answers, by task. */
function told(
  scores: SearchScores,
  who: Candidate,
  rows: { readonly [id: string]: number | null },
  more: Partial<RolloutsAsk> = {},
): void {
  const tasks = Object.keys(rows).map((id) => ({ id }));
  const ask: RolloutsAsk = { kind: 'rollouts', candidate: who, tasks, whenShort: 'trim', ...more };
  const answer = Object.entries(rows).map(([taskId, score]) => ({
    ...emptyRollout(taskId, usage),
    score,
  }));
  scores.record([{ kind: 'embed', texts: [] }, ask], [[], answer]);
}

describe('what a search saw', () => {
  test('a search that never looks at validation has one finalist and leaves it fresh', () => {
    const scores = new SearchScores();
    for (const who of [seed, better, other]) told(scores, who, { a: 1, b: 0 });
    expect(scores.summary(split, { seed, incumbent: better })).toMatchObject({
      finalists: 1,
      validation: [],
      seed: [
        { id: 'a', score: 1, observations: 1 },
        { id: 'b', score: 0, observations: 1 },
      ],
      incumbent: [
        { id: 'a', score: 1, observations: 1 },
        { id: 'b', score: 0, observations: 1 },
      ],
    });
  });

  test('all that were scored on validation are finalists, the seed is not', () => {
    const scores = new SearchScores();
    told(scores, seed, { x: 0, y: 0 });
    told(scores, better, { x: 1 });
    told(scores, other, { x: 0 });
    const { finalists, validation } = scores.summary(split, { seed, incumbent: better });
    expect({ finalists, validation }).toEqual({ finalists: 2, validation: ['x', 'y'] });
  });

  test('a winner that was never scored there is a finalist beside those that were', () => {
    const scores = new SearchScores();
    told(scores, other, { x: 0 });
    expect(scores.summary(split, { seed, incumbent: better }).finalists).toBe(2);
  });

  test('repeated observations are averaged; what was not observed is left out', () => {
    const scores = new SearchScores();
    told(scores, better, { a: 1, b: null, z: null });
    told(scores, better, { a: 0 }, { replicate: 1 });
    told(scores, better, { a: 0 }, { replicate: 2 });
    const { incumbent, validation } = scores.summary(split, { seed, incumbent: better });
    expect(incumbent).toEqual([{ id: 'a', score: 0.3333333333, observations: 3 }]);
    expect(validation).toEqual([]);
  });

  test('a team with an agent left out, or a message changed on the way, is not the candidate', () => {
    const scores = new SearchScores();
    told(scores, better, { x: 1 }, { mask: ['solver'] });
    told(scores, other, { x: 1 }, { maskAgents: [0] });
    told(scores, better, { a: 1 }, { edits: [null] });
    told(scores, other, { y: 1 }, { edits: [{ role: 'solver', text: 'said otherwise' }] });
    expect(scores.summary(split, { seed, incumbent: better })).toMatchObject({
      finalists: 1,
      validation: [],
      incumbent: [{ id: 'a', score: 1, observations: 1 }],
    });
  });

  test('every candidate has its scores per split, its cost, and when it was first scored', () => {
    const scores = new SearchScores();
    told(scores, seed, { x: 0, y: 1, z: null });
    told(scores, better, { a: 1, b: 0 });
    told(scores, other, { x: 1 }, { mask: ['solver'] });
    told(scores, better, { a: 0, x: 1 }, { replicate: 1 });
    const { candidates } = scores.summary(split, { seed, incumbent: better });
    const none = { tasks: 0, score: null };
    const cost = { modelCalls: 2, inputTokens: 100, outputTokens: 10 };
    expect(candidates).toEqual([
      {
        digest: candidateDigest(seed),
        charged: 2,
        train: none,
        validation: { tasks: 2, score: 0.5 },
        cost: { tasks: 2, ...cost },
      },
      {
        digest: candidateDigest(better),
        charged: 4,
        train: { tasks: 2, score: 0.25 },
        validation: { tasks: 1, score: 1 },
        cost: { tasks: 4, ...cost },
      },
    ]);
  });

  test('rollouts that took turns from another are scored, but say nothing of the cost', () => {
    const scores = new SearchScores();
    told(scores, better, { a: 1, b: 1 }, { from: [] });
    const [only] = scores.summary(split, { seed, incumbent: better }).candidates;
    expect(only).toMatchObject({
      train: { tasks: 2, score: 1 },
      cost: { tasks: 0, modelCalls: null, inputTokens: null },
    });
  });
});
