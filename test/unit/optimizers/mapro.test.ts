/** Does MAPRO assign, blame and spend as its specification says? */
import { describe, expect, it } from 'vitest';
import { candidateDigest } from '../../../src/core/candidate.ts';
import type { CompletionAsk } from '../../../src/core/optimizer.ts';
import { readLessons } from '../../../src/optimizers/kit/asks/lessons.ts';
import { readRating } from '../../../src/optimizers/kit/asks/pointwise-judge.ts';
import { mapro } from '../../../src/optimizers/mapro/index.ts';
import { assign } from '../../../src/optimizers/mapro/potentials.ts';
import type { SyntheticOptions } from '../../support/synthetic-context.ts';
import { proposal, said, userText } from '../../support/synthetic-replies.ts';
import {
  completionAsks,
  rolloutAsks,
  runMethod,
  type SyntheticRun,
} from '../../support/synthetic-run.ts';

const run = async (
  options: SyntheticOptions & { readonly set?: object } = {},
): Promise<SyntheticRun> => await runMethod(mapro, { ...options });

const isVariant = (ask: CompletionAsk): boolean => userText(ask).includes('<current_prompt>');

/** Raters like later variants better, and every variant is another one. */
function busy(ask: CompletionAsk) {
  const text = userText(ask);
  if (isVariant(ask)) return proposal(`Variant ${ask.sample ?? 0}: do your part with care.`);
  if (ask.channel === 'judge') {
    const liked = Number(/by variant (\d+)/.exec(text)?.[1] ?? 0);
    return said(`<score>${(0.1 + Math.min(0.8, liked / 100)).toFixed(3)}</score>`);
  }
  if (ask.channel === 'probe') {
    return said(`by variant ${/Variant (\d+)/.exec(ask.messages[0]?.content ?? '')?.[1] ?? 0}`);
  }
  return said('<lessons>\n- Say what you were given.\n</lessons>');
}

describe('mapro', () => {
  it('charges one pass over train for the seed and one per new assignment: four in 600', async () => {
    const { job, stop } = await run({ reply: busy });
    const assignments = new Set(
      rolloutAsks(job).map(({ candidate }) => candidateDigest(candidate)),
    );
    expect(rolloutAsks(job).every((ask) => ask.tasks.length === 150)).toBe(true);
    expect(assignments.size).toBe(rolloutAsks(job).length);
    expect([assignments.size, job.context.budget().charged, stop]).toEqual([4, 600, 'budget']);
  });

  it('takes the assignment whose prompts are rated best', async () => {
    const { job } = await run({ reply: busy });
    // Of the first pools each role's last variant is liked most.
    const second = rolloutAsks(job)[1]?.candidate.roles ?? {};
    expect(Object.values(second)).toEqual(
      job.context.lineup.roles.map(() => 'Variant 3: do your part with care.'),
    );
  });

  it('runs nothing for an assignment that equals the best so far: equal ratings keep the seed', async () => {
    const reply = (ask: CompletionAsk) => (isVariant(ask) ? busy(ask) : said('<score>0.5</score>'));
    const { job, incumbent } = await run({ reply });
    expect(rolloutAsks(job)).toHaveLength(1);
    expect(incumbent).toEqual(job.context.seedCandidate);
  });

  it('moves the anchor only for a strict gain on train, and gives up after three evaluated rounds without one', async () => {
    const { incumbent, job, stop } = await run({ reply: busy, score: () => 0.5, budget: 2_000 });
    expect(incumbent).toEqual(job.context.seedCandidate);
    expect([stop, rolloutAsks(job).length]).toEqual(['patience', 4]);
  });

  it('offers every role five prompts, the anchor first, and fills up what a model did not deliver', async () => {
    const { job } = await run({ reply: (ask) => (isVariant(ask) ? said('') : busy(ask)) });
    const probes = completionAsks(job).filter(({ channel }) => channel === 'probe');
    // 4 roles, 5 prompts, 3 situations in each of 8 rounds; all of them the anchor's.
    expect(probes).toHaveLength(8 * 4 * 5 * 3);
    const prompts = new Set(probes.map(({ messages }) => messages[0]?.content));
    expect(prompts.size).toBe(4);
  });

  it('lets blame reach a role from its readers only', async () => {
    const { job } = await run({ reply: busy, budget: 300 });
    const names = job.context.lineup.roles.map(({ id }) => id);
    const variants = completionAsks(job).filter(
      (ask) => isVariant(ask) && userText(ask).includes('<case>'),
    );
    expect(variants.length).toBeGreaterThan(0);
    for (const ask of variants) {
      const role = /<role>\n(.*)\n/.exec(userText(ask))?.[1] ?? '';
      const blamers = [...userText(ask).matchAll(/^(\w+): Say what you were given\.$/gm)];
      const reader = names[names.indexOf(role) + 1];
      expect(blamers.every(([, name]) => name === reader)).toBe(true);
      expect(blamers.length > 0).toBe(reader !== undefined);
    }
  });
});

it.each([
  // n ln 0.9 + n (n - 1) ln 0.5 against n ln 0.5 + n (n - 1) ln 0.6: -8.74 and -8.90 for four, -14.39 and -13.68 for five.
  [1, 0],
  [4, 0],
  [5, 1],
])('of %i agents that share a prompt and read each other it takes choice %i', (seats, choice) => {
  const link = { from: 'peer', to: 'peer' };
  const graph = {
    agents: Array.from({ length: seats }, (_, agent) => ({ agent, role: 'peer', answers: true })),
    roles: [{ role: 'peer', predecessors: ['peer'], successors: ['peer'], terminal: true }],
    callsPerTask: seats,
  };
  const nodes = new Map([['peer', [0.9, 0.5]]]);
  const tables = new Map([
    [
      link,
      [
        [0.5, 1e-6],
        [1e-6, 0.6],
      ],
    ],
  ]);
  const pools = new Map([['peer', ['the anchor', 'a variant']]]);
  expect(assign(graph, pools, { nodes, tables }).get('peer')).toBe(choice);
});

describe('what raters and critics say', () => {
  it.each([
    ['0.7', 0.7],
    ['<score>0.25</score>', 0.25],
    ['7', 0.7],
    ['70/100', 0.7],
    ['1', 1],
    ['-1', 1e-6],
    ['0', 1e-6],
    ['250', 1],
    ['none', null],
    ['', null],
    [null, null],
  ])('reads %j as %j', (reply, rating) => {
    expect(readRating(reply)).toBe(rating);
  });

  it('reads lessons line by line, at most as many as wanted, each once and none that is no sentence', () => {
    expect(readLessons('<lessons>\n- a b\n* c d\n2. e f\n- a b\n</lessons>', 9)).toEqual([
      'a b',
      'c d',
      'e f',
    ]);
    expect(readLessons('Thoughts first.\n- one\n- two\n- three', 2)).toEqual(['one', 'two']);
    expect(readLessons('<lessons>\n- use <role>\n- {x}\n</lessons>', 3)).toEqual([]);
    expect(readLessons('no list at all', 3)).toEqual([]);
    expect(readLessons(null, 3)).toEqual([]);
  });
});
