/** Does TAVO tell, adopt and spend as its specification says? */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../../src/core/candidate.ts';
import type { CompletionAsk } from '../../../src/core/optimizer.ts';
import { frequent, kindOf } from '../../../src/optimizers/tavo/credit.ts';
import { reaches, tavo } from '../../../src/optimizers/tavo/index.ts';
import { withOverlay, withoutOverlay } from '../../../src/optimizers/tavo/overlay.ts';
import type { SyntheticOptions } from '../../support/synthetic-context.ts';
import { said, userText } from '../../support/synthetic-replies.ts';
import { rolloutAsks, runMethod, type SyntheticRun } from '../../support/synthetic-run.ts';

const run = async (
  options: SyntheticOptions & { readonly set?: object } = {},
): Promise<SyntheticRun> => await runMethod(tavo, { ...options });

/** A critic that says something new each time it is asked for a policy. */
function talkative(): (ask: CompletionAsk) => ReturnType<typeof said> {
  let told = 0;
  return (ask) => {
    const text = userText(ask);
    if (ask.channel === 'judge') return said('<score>0.4</score>');
    if (!text.includes('a policy for')) return said('<lessons>\n- Check twice.\n</lessons>');
    told += 1;
    return said(`<lessons>\n- Rule number ${told}.\n- Check twice.\n</lessons>`);
  };
}

describe('the policy', () => {
  it('stands once at the end however often it is told, and comes out without a trace', () => {
    const rules = fc.array(fc.stringMatching(/^[A-Za-z ,.]{1,40}$/), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(fc.string(), rules, rules, (prompt, first, second) => {
        fc.pre(withoutOverlay(prompt) === prompt);
        const twice = withOverlay(withOverlay(prompt, first), second);
        expect(twice).toBe(withOverlay(prompt, second));
        expect(withoutOverlay(twice)).toBe(prompt);
        expect(withOverlay(twice, [])).toBe(prompt);
      }),
    );
  });
});

describe('tavo', () => {
  it('charges 50 for the seed, then 6 and 50 per attempt, on the same tasks every time', async () => {
    const { job, stop } = await run({
      reply: talkative(),
      score: () => 0.5,
      set: { patience: 9, rounds: 9 },
    });
    const sizes = rolloutAsks(job).map((ask) => ask.tasks.length);
    expect(sizes).toEqual([50, ...Array.from({ length: 9 }, () => [6, 50]).flat()]);
    expect(['budget_before_retry', 'budget_before_outer_round']).toContain(stop);
    for (const size of [6, 50]) {
      const rows = rolloutAsks(job).filter((ask) => ask.tasks.length === size);
      expect(new Set(rows.map((ask) => ask.tasks.map(({ id }) => id).join())).size).toBe(1);
    }
  });

  it('goes on from a rejected policy but deploys only an adopted one, and stops after two rejected rounds', async () => {
    const { job, incumbent, stop } = await run({ reply: talkative(), score: () => 0.5 });
    expect([incumbent, stop]).toEqual([job.context.seedCandidate, 'patience']);
    const starts = rolloutAsks(job).filter((ask) => ask.tasks.length === 6);
    expect(starts).toHaveLength(4);
    expect(
      starts.map(({ candidate }) => /Rule number (\d)/.exec(candidate.roles['planner'] ?? '')?.[1]),
    ).toEqual([undefined, '1', '2', '3']);
  });

  it('adopts for a gain of at least the margin, and only what is as good as the best', () => {
    expect([0.01, 0.02, 0.009, 0, -0.01].map((gain) => reaches(gain, 0.01))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(reaches(0, 0)).toBe(false);
  });

  it('returns what was adopted last', async () => {
    const score = ({ candidate }: { readonly candidate: Candidate }): number =>
      0.3 + 0.1 * Number(/Rule number (\d)/.exec(candidate.roles['planner'] ?? '')?.[1] ?? 0);
    const { incumbent, stop } = await run({ reply: talkative(), score, set: { rounds: 3 } });
    expect(stop).toBe('max_outer_rounds');
    for (const prompt of Object.values(incumbent.roles)) {
      expect(prompt).toMatch(/Team policy \[[0-9a-f]{8}\]:\n- Rule number 3\.\n- Check twice\.$/);
    }
  });

  it('adopts no policy below the best one, though it gains enough over the seed', async () => {
    const worth: { readonly [rule: string]: number } = { 1: 0.8, 2: 0.7, 3: 0.75 };
    const score = ({ candidate }: { readonly candidate: Candidate }): number =>
      worth[/Rule number (\d)/.exec(candidate.roles['planner'] ?? '')?.[1] ?? ''] ?? 0.3;
    const { incumbent, job, stop } = await run({ reply: talkative(), score, set: { rounds: 2 } });
    expect(stop).toBe('max_outer_rounds');
    expect(incumbent.roles['planner']).toContain('Rule number 1.');
    const verdicts = job.events.flatMap(({ kind }) =>
      /accepted|rejected/.test(kind) ? [kind] : [],
    );
    expect(verdicts).toEqual(['candidate-accepted', 'candidate-rejected', 'candidate-rejected']);
  });

  it('per role: a role without suggestions keeps its prompt byte for byte', async () => {
    const { job } = await run({
      reply: (ask) => (ask.channel === 'judge' ? said('5') : said('')),
      score: () => 0.5,
      set: { mode: 'per-role' },
    });
    expect(
      new Set(rolloutAsks(job).map(({ candidate }) => JSON.stringify(candidate.roles))).size,
    ).toBe(1);
  });

  it('reads the kind of a suggestion, and falls back on what was said twice', () => {
    expect(kindOf('remove: the persona')).toEqual({ kind: 'remove', text: 'the persona' });
    expect(kindOf('Restructure: steps first')).toEqual({
      kind: 'restructure',
      text: 'steps first',
    });
    expect(kindOf('say more')).toEqual({ kind: 'add', text: 'say more' });
    expect(frequent(['a', 'b', 'a'])).toEqual(['a']);
    expect(frequent(['b', 'a'])).toEqual(['b', 'a']);
  });
});
