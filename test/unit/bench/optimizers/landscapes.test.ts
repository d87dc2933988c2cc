/** Is a planted world what it says: a closed sum that real rollouts agree with, and an optimum that nothing beats? */
import { describe, expect, it } from 'vitest';
import {
  bestCandidate,
  type Landscape,
  taughtText,
} from '../../../../scripts/bench/optimizers/landscape.ts';
import {
  LANDSCAPES,
  plant,
  seedCandidate,
} from '../../../../scripts/bench/optimizers/landscapes.ts';
import { plantedDataset } from '../../../../scripts/bench/optimizers/planted-dataset.ts';
import { scoreOf } from '../../../../scripts/bench/optimizers/run-one.ts';
import { taskModel } from '../../../../scripts/bench/optimizers/task-model.ts';
import type { RoleId } from '../../../../src/core/candidate.ts';
import { type Candidate, candidateDigest, withRolePrompt } from '../../../../src/core/candidate.ts';
import { derivedSeed, randomStream } from '../../../../src/core/random.ts';
import { evaluateTask } from '../../../../src/evaluation/evaluate-task.ts';
import { topology } from '../../../../src/topologies/sequential.ts';

const IDS = Object.keys(LANDSCAPES);
const ROLLOUTS = 400;
const DECODING = {
  temperature: 0,
  topP: 1,
  maxTokens: 100,
  repetitionPenalty: 1,
  thinking: false,
};

/** A mean over rollouts of the job's engine, in which kinds are as frequent as the landscape says. */
async function observedMean(
  landscape: Landscape,
  candidate: Candidate,
  mask: readonly RoleId[] = [],
): Promise<number> {
  const { lineup } = landscape;
  const dataset = plantedDataset(landscape, 0);
  const evaluator = { dataset, topology, lineup, provider: taskModel(landscape), model: 'planted' };
  const signal = new AbortController().signal;
  const candidateId = candidateDigest(candidate);
  let sum = 0;
  for (let index = 0; index < ROLLOUTS; index += 1) {
    // Kinds by their weights, evenly over the unit interval, so that only the luck of the rollouts is left.
    let place = (index + 0.5) / ROLLOUTS;
    const kind = landscape.kinds.find(({ weight }) => {
      place -= weight;
      return place < 0;
    });
    const task = { id: `order-${index}`, stratum: 'all', kind: kind?.name ?? '' };
    const request = {
      ...{ candidate, candidateId, task, mask },
      seed: derivedSeed('test', index),
      decoding: DECODING,
    };
    sum += (await evaluateTask(evaluator, request, signal)).rollout.score ?? 0;
  }
  return sum / ROLLOUTS;
}

/** Some habits here and there, useful or not, as a search would have them on its way. */
function halfWay(landscape: Landscape): Candidate {
  const seed = seedCandidate(landscape);
  const best = bestCandidate(landscape, seed);
  const random = randomStream('half-way', landscape.id);
  return Object.keys(seed.roles).reduce((candidate, role) => {
    const nouns = [...(best.roles[role] ?? '').matchAll(/Mind the (\w+)\./g)]
      .map(([, noun]) => noun ?? '')
      .filter(() => random.next() < 0.5);
    const minded = [...nouns, random.pick(landscape.harms)].map((noun) => `Mind the ${noun}.`);
    return withRolePrompt(candidate, role, [seed.roles[role], ...minded].join(' '));
  }, seed);
}

describe.each(IDS)('the landscape %s', (id) => {
  const landscape = plant(id, 1);
  const seed = seedCandidate(landscape);

  it('gives in rollouts what the closed sum says', async () => {
    const candidates = [seed, halfWay(landscape), bestCandidate(landscape, seed)];
    for (const candidate of candidates) {
      const truth = scoreOf(landscape, candidate);
      // Four standard errors of a share of so many.
      const allowed = 4 * Math.sqrt((truth * (1 - truth)) / ROLLOUTS) + 1e-9;
      expect(Math.abs((await observedMean(landscape, candidate)) - truth)).toBeLessThan(allowed);
    }
  });

  it('has no better candidate than the one that is called best', () => {
    const best = scoreOf(landscape, bestCandidate(landscape, seed));
    const highest = Math.max(
      ...everyCandidate(landscape).map((candidate) => scoreOf(landscape, candidate)),
    );
    expect(best).toBeCloseTo(highest, 10);
    expect(best).toBeGreaterThan(scoreOf(landscape, seed) + 0.1);
  });

  it('is another one for another seed, and the same for the same', () => {
    expect(plant(id, 1)).toEqual(landscape);
    expect(plant(id, 2).kinds).not.toEqual(landscape.kinds);
  });
});

it('counts an absent role of the weak-role landscape as managed half of the time', async () => {
  const landscape = plant('weak-role', 3);
  const seed = seedCandidate(landscape);
  const weak = landscape.kinds[0]?.needs.find(({ able }) => able === undefined)?.role ?? '';
  // Three able roles at 0.98, and a coin for the fourth.
  const expected = 0.98 ** 3 * 0.5;
  expect(Math.abs((await observedMean(landscape, seed, [weak])) - expected)).toBeLessThan(
    4 * Math.sqrt(0.25 / ROLLOUTS),
  );
});

it('reads habits from demonstrations as from prompts', () => {
  const seed = seedCandidate(plant('additive', 0));
  const shown = { solver: [{ input: 'x', output: 'As solver I settled the hinge.' }] };
  expect(taughtText({ ...seed, demonstrations: shown }, 'solver')).toContain('settled the hinge');
});

/**
 * Every subset of what matters to each role, and one harmful noun, under every setting. Roles do not share needs, so the
 * product over roles is what a joint search would see.
 */
function everyCandidate(landscape: Landscape): Candidate[] {
  const seed = seedCandidate(landscape);
  const settings = landscape.optimize.topology
    ? ['freeform', 'structured_soft'].flatMap((communication) =>
        [2, 4].map((teamSize) => ({
          ...landscape.parameters,
          communication,
          teamSize,
          ...landscape.fixed,
        })),
      )
    : [landscape.parameters];
  let candidates = settings.map((parameters): Candidate => ({ ...seed, parameters }));
  for (const { id } of landscape.lineup.roles) {
    const texts = subsets(nounsOf(landscape, id)).map((nouns) =>
      [seed.roles[id], ...nouns.map((noun) => `Mind the ${noun}.`)].join(' '),
    );
    candidates = candidates.flatMap((candidate) =>
      texts.map((text) => withRolePrompt(candidate, id, text)),
    );
  }
  return candidates;
}

function nounsOf({ kinds, needle }: Landscape, role: RoleId): string[] {
  const needs = kinds.flatMap((kind) => kind.needs.filter((need) => need.role === role));
  const nouns = needs
    .filter(({ able }) => able === undefined)
    .flatMap(({ noun, trap }) => (trap === undefined ? [noun] : [trap.bait, ...trap.deep]));
  return [...new Set([...nouns, ...(needle?.role === role ? [needle.noun] : [])])];
}

function subsets(nouns: readonly string[]): string[][] {
  return Array.from({ length: 2 ** nouns.length }, (_, bits) =>
    nouns.filter((_noun, index) => ((bits >> index) & 1) === 1),
  );
}
