/** Does the engine spend and accept as GEPA does? Against the formula-scored team. */

import type { TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { describe, expect, it } from 'vitest';
import { candidateDigest } from '../../../../src/core/candidate.ts';
import type { RolloutsAsk } from '../../../../src/core/optimizer.ts';
import { gepa } from '../../../../src/optimizers/gepa/index.ts';
import { mamutGepa } from '../../../../src/optimizers/mamut_gepa/index.ts';
import {
  type SyntheticJob,
  type SyntheticOptions,
  syntheticJob,
} from '../../../support/synthetic-context.ts';
import { proposal, userText } from '../../../support/synthetic-replies.ts';

type Method = typeof gepa | typeof mamutGepa;

async function run(
  method: Method,
  options: SyntheticOptions & { readonly set?: object } = {},
): Promise<{ job: SyntheticJob; incumbent: string; stop: string }> {
  const job = syntheticJob({ budget: 600, ...options });
  const settings = { ...(Value.Create(method.optionsSchema as TSchema) as object), ...options.set };
  const { incumbent, stop } = await method.optimize(job.context, settings as never);
  return { job, incumbent: candidateDigest(incumbent), stop };
}

const rolloutAsks = (job: SyntheticJob): RolloutsAsk[] =>
  job.asks.flat().flatMap((ask) => (ask.kind === 'rollouts' ? [ask] : []));
const validations = (job: SyntheticJob): RolloutsAsk[] =>
  rolloutAsks(job).filter((ask) => ask.tasks.length === job.context.validation.length);

describe.each([
  ['gepa', gepa],
  ['mamut_gepa', mamutGepa],
] as const)('%s', (_, method) => {
  it('charges the seed, 3 per parent and child, 5 per merge trial, and a validation per accept', async () => {
    for (let seed = 0; seed < 4; seed += 1) {
      const { job } = await run(method, { seed, set: { patience: 0 } });
      const isTrain = (ask: RolloutsAsk): boolean =>
        ask.tasks.some(({ id }) => id.startsWith('train'));
      const minibatches = rolloutAsks(job).filter(isTrain);
      const trials = rolloutAsks(job).filter((ask) => !isTrain(ask) && ask.tasks.length < 50);
      const accepted = job.events.filter(({ kind }) => kind === 'candidate-accepted').length;
      expect(minibatches.every((ask) => ask.tasks.length === 3)).toBe(true);
      expect(trials.every((ask) => ask.tasks.length === 5)).toBe(true);
      expect(validations(job)).toHaveLength(1 + accepted);
      const expected = 50 * (1 + accepted) + 3 * minibatches.length + 5 * trials.length;
      expect(job.context.budget().charged).toBe(expected);
      expect(accepted).toBeGreaterThan(0);
    }
  });

  it('accepts strictly better children only: when all score alike, none, and a perfect parent is not rewritten', async () => {
    const none = await run(method, { score: () => 0, set: { patience: 0 } });
    expect(validations(none.job)).toHaveLength(1);
    expect(none.job.asks.flat().some(({ kind }) => kind === 'completion')).toBe(true);
    const all = await run(method, { score: () => 1, set: { patience: 0 } });
    expect(all.job.asks.flat().some(({ kind }) => kind === 'completion')).toBe(false);
  });

  it('touches each role once in as many mutations of one parent', async () => {
    const { job } = await run(method, { score: () => 0, budget: 200, set: { patience: 0 } });
    const roles = job.asks
      .flat()
      .flatMap((ask) =>
        ask.kind === 'completion' ? [/<role>\n(.*)\n/.exec(userText(ask))?.[1]] : [],
      );
    expect(roles.length).toBeGreaterThan(8);
    const names = job.context.lineup.roles.map(({ id }) => id);
    expect(roles).toEqual(roles.map((_, index) => names[index % names.length]));
  });

  it('deploys the best on validation, never worse there than the seed', async () => {
    for (let seed = 0; seed < 4; seed += 1) {
      const { job, incumbent } = await run(method, { seed });
      const means = validations(job).map((ask) => {
        const step = job.asks.findIndex((asks) => (asks as readonly unknown[]).includes(ask));
        const rows = job.steps[step]?.answers[0] as readonly { readonly score: number }[];
        const mean = rows.reduce((sum, { score }) => sum + score, 0) / rows.length;
        return { digest: candidateDigest(ask.candidate), mean };
      });
      const best = means.reduce((top, entry) => (entry.mean > top.mean ? entry : top));
      expect(incumbent).toBe(best.digest);
    }
  });

  it('charges a parent but no child for a proposal that says nothing new', async () => {
    const reply = (ask: Parameters<typeof userText>[0]) =>
      proposal(/<current_prompt>\n([\s\S]*?)\n<\/current_prompt>/.exec(userText(ask))?.[1] ?? '');
    const { job } = await run(method, { reply, score: () => 0, budget: 120, set: { patience: 0 } });
    const candidates = new Set(rolloutAsks(job).map((ask) => candidateDigest(ask.candidate)));
    expect(candidates.size).toBe(1);
  });

  it('stops when validations bring no new best', async () => {
    // Minibatches always improve, validations never do.
    let calls = 0;
    const score = ({ task }: { readonly task: number }): number => {
      calls += 1;
      return task >= 150 ? 0.5 : Math.min(0.9, calls / 10_000);
    };
    const { stop, job } = await run(method, { score, set: { patience: 2, merges: 0 } });
    expect(stop).toBe('plateau');
    expect(validations(job)).toHaveLength(3);
  });

  it('returns the seed, unspent, below its minimum', async () => {
    const { job, stop } = await run(method, { budget: 55 });
    expect([stop, job.context.budget().charged]).toEqual(['budget', 0]);
    expect((await run(method, { budget: 56 })).job.context.budget().charged).toBeGreaterThan(49);
  });
});

it('mamut_gepa shows the messages of every agent with its source in order; gepa only what the role read', async () => {
  const names = syntheticJob({}).context.lineup.roles.map(({ id }) => id);
  const contexts = async (method: Method): Promise<string[]> => {
    const { job } = await run(method, { score: () => 0, budget: 120 });
    return job.asks
      .flat()
      .flatMap((ask) =>
        ask.kind === 'completion'
          ? [userText(ask).split('<context>')[1]?.split('</context>')[0] ?? '']
          : [],
      );
  };
  for (const text of await contexts(mamutGepa)) {
    const sources = [...text.matchAll(/--- from (\w+) ---/g)].map(([, name]) => name);
    expect(sources).toEqual(names);
  }
  for (const text of await contexts(gepa)) {
    expect([...text.matchAll(/--- from/g)].length).toBeLessThan(names.length);
  }
});

it.each([true, false])(
  'mamut_gepa tells the global score and status, feedback only when told to: %s',
  async (feedback) => {
    const { job } = await run(mamutGepa, { score: () => 0, budget: 120, set: { feedback } });
    const told = job.asks
      .flat()
      .flatMap((ask) =>
        ask.kind === 'completion'
          ? [...userText(ask).matchAll(/<feedback>\n([\s\S]*?)\n<\/feedback>/g)].map(
              ([, text]) => text,
            )
          : [],
      );
    expect(told.length).toBeGreaterThan(0);
    for (const text of told) {
      const [status, ...words] = (text ?? '').split('\n');
      expect(status).toBe('global score 0, semantic_failure');
      expect(words.length > 0).toBe(feedback);
    }
  },
);
