import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Candidate, candidateDigest } from '../../../src/core/candidate.ts';
import { digest } from '../../../src/core/json.ts';
import type { Usage } from '../../../src/core/model.ts';
import { emptyRollout, type Rollout } from '../../../src/core/rollout.ts';
import { neighbours } from '../../../src/core/space.ts';
import { gepa } from '../../../src/optimizers/gepa/index.ts';
import { bestFirst, tokensPerTask, type Worth } from '../../../src/optimizers/kit/worth.ts';
import { mapro } from '../../../src/optimizers/mapro/index.ts';
import { mipro } from '../../../src/optimizers/mipro/index.ts';
import { random } from '../../../src/optimizers/random/index.ts';
import { tavo } from '../../../src/optimizers/tavo/index.ts';
import type { SyntheticOptions } from '../../support/synthetic-context.ts';
import { insightfulReply, said, userText } from '../../support/synthetic-replies.ts';
import { rolloutAsks, runMethod } from '../../support/synthetic-run.ts';

const teams = fc.array(
  fc.record<Worth>({
    score: fc.constantFrom(0, 0.1 + 0.2, 0.3, 1),
    callsPerTask: fc.constantFrom(2, 4),
    tokensPerTask: fc.constantFrom(100, 200, 300),
  }),
  { maxLength: 8 },
);

describe('the best of several teams', () => {
  it('has the highest score, and of equals no other is cheaper', () => {
    fc.assert(
      fc.property(teams, (entries) => {
        const [best] = bestFirst(entries);
        if (best === undefined) return entries.length === 0;
        const equals = entries.filter(({ score }) => Math.abs(score - best.score) < 1e-6);
        const calls = Math.min(...equals.map(({ callsPerTask }) => callsPerTask));
        const few = equals.filter(({ callsPerTask }) => callsPerTask === calls);
        const tokens = Math.min(...few.map((entry) => entry.tokensPerTask ?? 0));
        const first = few.find((entry) => entry.tokensPerTask === tokens);
        return entries.every(({ score }) => score < best.score + 1e-6) && best === first;
      }),
    );
  });

  it('takes no sum that differs in its last bits for a better score', () => {
    const dear = { score: 0.1 + 0.2, callsPerTask: 4, tokensPerTask: null };
    const cheap = { score: 0.3, callsPerTask: 2, tokensPerTask: null };
    expect(bestFirst([dear, cheap])[0]).toBe(cheap);
  });

  it('is not told by tokens that were counted of some teams only', () => {
    const [first, unknown, fewest] = [200, null, 100].map((tokens) => ({
      score: 1,
      callsPerTask: 4,
      tokensPerTask: tokens,
    }));
    expect(bestFirst([first, unknown, fewest] as Worth[])[0]).toBe(first);
    expect(bestFirst([first, fewest] as Worth[])[0]).toBe(fewest);
  });
});

describe('tokens per task', () => {
  const row = (usage: Usage, score: number | null = 1): Rollout => ({
    ...emptyRollout('task', usage),
    score,
  });
  const whole = { modelCalls: 4, inputTokens: 300, outputTokens: 100 };

  it('are a mean over observed tasks', () => {
    const lost = row({ modelCalls: 1, inputTokens: 9_000, outputTokens: 0 }, null);
    const longer = { ...whole, outputTokens: 300 };
    expect(tokensPerTask([row(whole), row(longer), lost], 4)).toBe(500);
  });

  it('are not known where a server does not count, turns were reused, or nothing was observed', () => {
    const uncounted = { modelCalls: 4, inputTokens: 0, outputTokens: 0 };
    const reused = { ...whole, modelCalls: 1 };
    expect(tokensPerTask([row(whole), row(uncounted)], 4)).toBeNull();
    expect(tokensPerTask([row(whole), row(reused)], 4)).toBeNull();
    expect(tokensPerTask([row(whole, null)], 4)).toBeNull();
  });
});

/** Tokens of a team say nothing of its worth. */
function tokensOf(candidate: Candidate): number {
  return 1_000 + (Number.parseInt(candidateDigest(candidate).slice(0, 6), 16) % 1_000);
}

function usage(candidate: Candidate): Usage {
  return { modelCalls: 8, inputTokens: tokensOf(candidate), outputTokens: 10 };
}

const isChanged = ({ roles, demonstrations }: Candidate): boolean =>
  Object.keys(demonstrations).length > 0 ||
  Object.values(roles).some((prompt) => !/^You are unit \d. Do your part with care.$/.test(prompt));

let rule = 0;

/** A critic whose every policy is new. */
const talkative: SyntheticOptions['reply'] = (ask) => {
  if (ask.channel === 'judge') return said('<score>0.4</score>');
  if (!userText(ask).includes('a policy for')) return said('<lessons>\n- Look.\n</lessons>');
  rule += 1;
  return said(`<lessons>\n- Rule number ${rule}.\n</lessons>`);
};

/** A judge whose ratings are chance. */
const opinionated: SyntheticOptions['reply'] = (ask) => {
  const drawn =
    Number.parseInt(digest(ask.messages.at(-1)?.content ?? '').slice(0, 4), 16) / 65_536;
  return ask.channel === 'judge' ? said(`<score>${drawn}</score>`) : insightfulReply(0)(ask);
};

describe('among equal scores', () => {
  const level: SyntheticOptions['score'] = ({ candidate }) => (isChanged(candidate) ? 0.5 : 0.2);
  // Half of the tasks each, but not the same half: so a child can win its minibatch and tie in the end.
  const half: SyntheticOptions['score'] = ({ candidate, task }) => (task + tokensOf(candidate)) % 2;

  it.each([
    { method: gepa, size: 50, options: { score: half } },
    { method: mipro, size: 50, options: { score: level } },
    {
      method: mapro,
      size: 30,
      options: { score: () => 0.5, reply: opinionated, set: { evaluation: 30, patience: 9 } },
    },
    {
      method: tavo,
      size: 50,
      options: { score: level, reply: talkative, set: { patience: 9, rounds: 9 } },
    },
    { method: random, size: 30, options: { score: level } },
  ])('$method.id returns the cheapest team', async ({ method, size, options }) => {
    const { job, incumbent } = await runMethod(method as typeof tavo, { ...options, usage });
    const compared = rolloutAsks(job).filter(({ tasks }) => tasks.length === size);
    const winners = compared.filter(
      ({ candidate }) => options.score !== level || isChanged(candidate),
    );
    const tokens = winners.map(({ candidate }) => tokensOf(candidate));
    expect(new Set(tokens).size).toBeGreaterThan(2);
    expect(tokensOf(incumbent)).toBe(Math.min(...tokens));
  });
});

it("the parameters' turn moves to the cheapest of neighbours that gain the same", async () => {
  const own = JSON.stringify({ teamSize: 4, rounds: 2, style: 'a' });
  const { job, incumbent } = await runMethod(tavo, {
    optimize: { prompts: false, topology: true },
    score: ({ candidate }) => (JSON.stringify(candidate.parameters) === own ? 0 : 1),
  });
  const { context } = job;
  expect(JSON.stringify(context.seedCandidate.parameters)).toBe(own);
  const calls = neighbours(context.space, context.seedCandidate.parameters).map(
    (parameters) => context.graph({ ...context.seedCandidate, parameters }).callsPerTask,
  );
  expect(new Set(calls).size).toBeGreaterThan(1);
  expect(context.graph(incumbent).callsPerTask).toBe(Math.min(...calls));
});
