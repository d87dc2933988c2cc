/** Does MASPOB draw, pull and spend as its specification says? */
import { describe, expect, it } from 'vitest';
import { type Candidate, candidateDigest } from '../../../src/core/candidate.ts';
import type { CompletionAsk } from '../../../src/core/optimizer.ts';
import { maspob } from '../../../src/optimizers/maspob/index.ts';
import {
  ROLES,
  type SyntheticJob,
  type SyntheticOptions,
} from '../../support/synthetic-context.ts';
import { contentOf, proposal, said, userText } from '../../support/synthetic-replies.ts';
import { rolloutAsks, runMethod, type SyntheticRun } from '../../support/synthetic-run.ts';

const run = async (
  options: SyntheticOptions & { readonly set?: object } = {},
): Promise<SyntheticRun> => await runMethod(maspob, { reply: variants(), ...options });

/** Writes another variant each time. */
function variants() {
  let told = 0;
  return (ask: CompletionAsk) => {
    told += 1;
    return proposal(`${contentOf(userText(ask), 'current_prompt')} Variant ${told}.`);
  };
}

const rows = (job: SyntheticJob): string[][] =>
  rolloutAsks(job).map(({ tasks }) => tasks.map(({ id }) => id));

describe('the pool', () => {
  it('is embedded before anything is paid, and asked for once when every variant can be used', async () => {
    const { job } = await run({ budget: 50 });
    const kinds = job.asks.map((asks) => [...new Set(asks.map(({ kind }) => kind))].join());
    expect(kinds.slice(0, 4)).toEqual(['embed', 'completion', 'embed', 'rollouts']);
    expect(job.asks[0]).toEqual([
      { kind: 'embed', texts: Object.values(job.context.seedCandidate.roles) },
    ]);
    expect(job.asks[1]).toHaveLength(4 * 19);
  });

  it('asks three times for what cannot be used, then is shorter and says so', async () => {
    const seen: string[] = [];
    const { job } = await run({
      budget: 50,
      // The first role's variants lose a placeholder each time; the others are fine.
      reply: (ask) => {
        const text = contentOf(userText(ask), 'current_prompt');
        seen.push(text);
        return text.includes('unit 0')
          ? proposal(`${text} {invented}`)
          : proposal(`${text} Variant ${seen.length}.`);
      },
    });
    expect(seen.filter((text) => text.includes('unit 0'))).toHaveLength(3 * 19);
    expect(seen.filter((text) => text.includes('unit 1'))).toHaveLength(19);
    const notes = job.events.flatMap((event) => (event.kind === 'progress' ? [event.message] : []));
    expect(notes).toEqual(['1 of 20 prompts for planner']);
    for (const { candidate } of rolloutAsks(job)) {
      expect(candidate.roles['planner']).toBe(job.context.seedCandidate.roles['planner']);
    }
  });

  it('that holds originals only leaves nothing to search', async () => {
    const { job, incumbent, stop } = await run({ reply: () => said('') });
    expect([incumbent, stop]).toEqual([job.context.seedCandidate, 'no_valid_proposals']);
    expect(job.context.budget().charged).toBe(0);
  });
});

describe('the pulls', () => {
  it('are 120 of five tasks in 600, and take every task once before any twice', async () => {
    const { job } = await run();
    expect(rolloutAsks(job)).toHaveLength(120);
    expect(job.context.budget().charged).toBe(600);
    const firstPass = rows(job).slice(0, 30).flat();
    expect(new Set(firstPass).size).toBe(150);
  });

  it('see the same tasks whatever is chosen', async () => {
    const [greedy, curious] = [
      await run({ budget: 150, set: { alpha: 0 } }),
      await run({ budget: 150, set: { alpha: 5 } }),
    ];
    expect(rows(greedy.job)).toEqual(rows(curious.job));
    const chosen = ({ job }: { job: SyntheticJob }) =>
      rolloutAsks(job).map(({ candidate }) => candidateDigest(candidate));
    expect(chosen(greedy)).not.toEqual(chosen(curious));
    expect(chosen(greedy).slice(0, 5)).toEqual(chosen(curious).slice(0, 5));
  });

  it('find a variant that pays, and return it', async () => {
    // Every third variant of each role is good.
    const score = ({ candidate }: { readonly candidate: Candidate }): number => {
      const told = Object.values(candidate.roles).map((text) => /Variant (\d+)/.exec(text)?.[1]);
      return told.filter((number) => Number(number) % 3 === 0).length / ROLES.length;
    };
    const { job, incumbent } = await run({ budget: 400, score });
    const value = score({ candidate: incumbent });
    expect(value).toBeGreaterThanOrEqual(0.75);
    expect(rolloutAsks(job).map(({ candidate }) => candidateDigest(candidate))).toContain(
      candidateDigest(incumbent),
    );
    expect(job.events.at(-1)).toMatchObject({ kind: 'candidate-accepted', candidate: incumbent });
  });

  it('choose settings too, where they may change', async () => {
    const score = ({ candidate }: { readonly candidate: Candidate }): number =>
      candidate.parameters['style'] === 'b' ? 0.8 : 0.2;
    const optimize = { prompts: false, topology: true };
    const { job, incumbent } = await run({ budget: 200, score, optimize });
    expect(incumbent.parameters['style']).toBe('b');
    expect(job.asks.flat().every(({ kind }) => kind === 'rollouts')).toBe(true);
  });

  it('find it too with the graph attention network, which is trained anew and reproducibly', async () => {
    const score = ({ candidate }: { readonly candidate: Candidate }): number =>
      candidate.parameters['style'] === 'b' ? 0.8 : 0.2;
    const learn = async (alpha: number) =>
      await run({
        budget: 60,
        score,
        set: { surrogate: 'graph-attention', epochs: 60, pool: 4, alpha },
        optimize: { prompts: true, topology: true },
      });
    const [first, again, curious] = [await learn(0.2), await learn(0.2), await learn(5)];
    expect(first.incumbent.parameters['style']).toBe('b');
    expect(again.job.asks).toEqual(first.job.asks);
    expect(rows(curious.job)).toEqual(rows(first.job));
    expect(curious.job.asks).not.toEqual(first.job.asks);
  });
});
