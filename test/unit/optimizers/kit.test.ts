/** Do the methods' building blocks keep their promises? */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clip } from '../../../src/core/clip.ts';
import { randomStream } from '../../../src/core/random.ts';
import { judgePairs } from '../../../src/optimizers/kit/asks/pairwise-judge.ts';
import { checkPrompt } from '../../../src/optimizers/kit/asks/prompt-check.ts';
import {
  describeRole,
  promptRequirements,
  proposalAsk,
  readProposal,
} from '../../../src/optimizers/kit/asks/proposal.ts';
import { readChoice, readTag, tagged } from '../../../src/optimizers/kit/asks/tagged-text.ts';
import { keepBest } from '../../../src/optimizers/kit/beam.ts';
import { drawBatch } from '../../../src/optimizers/kit/minibatch.ts';
import { situationsOf } from '../../../src/optimizers/kit/situations.ts';
import { syntheticJob } from '../../support/synthetic-context.ts';
import { type Reply, said, userText } from '../../support/synthetic-replies.ts';
import { syntheticGraph } from '../../support/synthetic-team.ts';

describe('readChoice', () => {
  it.each([
    ['A', 'A'],
    [' B\n', 'B'],
    ['<analysis>A is weak</analysis><choice>B</choice>', 'B'],
    ['<choice>\nA\n</choice>', 'A'],
    ['<analysis>I write <choice>A</choice> here</analysis><choice>B</choice>', 'B'],
    ['<choice>A/B</choice>', null],
    ['<choice>a</choice>', null],
    ['<choice>A</choice><choice>B</choice>', null],
    ['<choice>A', null],
    ['I choose A', null],
    ['Output A is better.', null],
    ['A.', null],
    ['', null],
  ])('%j is %s', (reply, choice) => {
    expect(readChoice(reply)).toBe(choice);
  });
});

describe('tags', () => {
  it('reads the one pair and nothing else', () => {
    expect(readTag('x<new_prompt> a\nb </new_prompt>y', 'new_prompt')).toBe('a\nb');
    expect(readTag('<new_prompt>a', 'new_prompt')).toBeNull();
    expect(readTag('a</new_prompt>', 'new_prompt')).toBeNull();
    expect(readTag('</new_prompt><new_prompt>a</new_prompt>', 'new_prompt')).toBeNull();
    expect(readTag('<new_prompt>a</new_prompt></new_prompt>', 'new_prompt')).toBeNull();
  });

  it('content can neither close its own tag nor open another', () => {
    const word = fc.constantFrom(
      '<output_a>',
      '</output_a>',
      '<choice>',
      'A',
      '</CASE>',
      ' ',
      '$&',
    );
    fc.assert(
      fc.property(fc.array(word), (words) => {
        const inner = tagged('output_a', words.join('')).slice(
          '<output_a>\n'.length,
          -'\n</output_a>'.length,
        );
        expect(inner).not.toMatch(/<\/?(output_a|choice|case)>/i);
        expect(inner.split('A').length).toBe(words.join('').split('A').length);
      }),
    );
  });

  it('clips to the limit, keeps both ends, and never halves a character', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 400 }),
        fc.integer({ min: 60, max: 300 }),
        (text, limit) => {
          const short = clip(text, limit);
          expect(short.length).toBeLessThanOrEqual(limit);
          if (text.length <= limit) expect(short).toBe(text);
          else expect(short).toContain(`${text.length - limit} characters left out`);
          expect(short).not.toMatch(/\p{Surrogate}/u);
        },
      ),
    );
    expect(clip(`head${'x'.repeat(500)}tail`, 100)).toMatch(/^head[\s\S]*tail$/);
  });
});

describe('checkPrompt', () => {
  const parent = 'You check calls. Keep {language} in mind.';

  it.each([
    [
      'You verify each call. Keep {language} in mind.',
      'You verify each call. Keep {language} in mind.',
    ],
    ['```text\nVerify. {language}\n```', 'Verify. {language}'],
    ['  Verify {"a": 1} for {language}. ', 'Verify {"a": 1} for {language}.'],
  ])('accepts %j', (text, prompt) => {
    expect(checkPrompt(text, parent)).toEqual({ ok: true, prompt });
  });

  it.each([
    ['', 'empty'],
    ['```\n\n```', 'empty'],
    [' You check  calls.\nKeep {language} in mind. ', 'same as its parent'],
    [`{language} ${'word '.repeat(2_000)}`, 'at most 8000'],
    ['Verify. {language} </new_prompt>', 'left-over tag </new_prompt>'],
    ['Verify. {language}\n```js', 'left-over code fence'],
    ['Verify.', 'lost the placeholder {language}'],
    ['Verify {language} for {{user}}.', 'invented the placeholder {{user}}'],
    ['Verify {language} and {"a": 1', 'unbalanced braces'],
    ['Проверяй каждый вызов {language}.', 'written in Cyrillic script'],
    ['检查每个调用的参数是否齐全 检查每个调用 {language}', 'written in East Asian script'],
    ['Verify \uD800 {language}', 'broken Unicode'],
  ])('refuses %j', (text, reason) => {
    expect(checkPrompt(text, parent)).toMatchObject({
      ok: false,
      reason: expect.stringContaining(reason) as string,
    });
  });

  it('lets a parent keep what it has', () => {
    const odd = 'Write <analysis> first.\n```\ncode\n```';
    expect(checkPrompt('Begin with <analysis>.\n```\ncode\n```', odd).ok).toBe(true);
  });
});

describe('drawBatch', () => {
  const tasks = Array.from({ length: 30 }, (_, index) => ({ id: `t${index}` }));

  it('puts injected tasks first, draws no task twice, and leaves the excluded out', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(12), fc.nat(8), fc.nat(40), (seed, count, limit, size) => {
        const injected = tasks.slice(0, count);
        const excluded = tasks.slice(20);
        const plan = { size, injected, maximumInjected: limit, excluded };
        const batch = drawBatch(randomStream('batch', seed), tasks, plan);
        const first = Math.min(count, limit, size);
        expect(batch.slice(0, first).every((task) => injected.includes(task))).toBe(true);
        // The rest is fresh: of the injected ones that were not drawn, none comes back.
        const rest = batch.slice(first);
        expect(rest.some((task) => injected.includes(task) || excluded.includes(task))).toBe(false);
        expect(new Set(batch).size).toBe(batch.length);
        expect(batch.length).toBe(Math.min(size, first + 20 - count));
      }),
    );
  });
});

describe('keepBest', () => {
  const node = (prompt: string, cumulative: number) => ({ prompt, cumulative });

  it('keeps order among equals, and copies unless told not to', () => {
    const nodes = [node('a', 0), node('b', 1), node('c', 0), node('b', 1)];
    expect(keepBest(nodes, 3, { distinct: false })).toEqual([
      node('b', 1),
      node('b', 1),
      node('a', 0),
    ]);
    expect(keepBest(nodes, 3, { distinct: true })).toEqual([
      node('b', 1),
      node('a', 0),
      node('c', 0),
    ]);
  });
});

describe('judgePairs', () => {
  const pair = { question: 'q', requirement: 'r', candidate: 'new', parent: 'old' };
  const judge = async (
    reply: Reply,
    slots: 'both-orders' | 'candidate-first' | 'randomised',
    pairs = [pair],
  ) => {
    const { context, asks } = syntheticJob({ reply });
    const verdicts = await judgePairs(context, pairs, { slots, random: randomStream('slots') });
    return { verdicts, asks: asks.flat() };
  };
  const honest: Reply = (ask) => said(/<output_a>\nnew/.test(userText(ask)) ? 'A' : 'B');

  it.each([
    ['both-orders', 2],
    ['candidate-first', 1],
    ['randomised', 1],
  ] as const)('%s finds the better output with %d calls', async (slots, calls) => {
    const { verdicts, asks } = await judge(honest, slots);
    expect(verdicts).toEqual([{ win: 1, sound: true }]);
    expect(asks).toHaveLength(calls);
  });

  it('needs no call for equal or empty outputs', async () => {
    const same = { ...pair, parent: ' new ' };
    const empty = { ...pair, candidate: '', parent: '\n' };
    const { verdicts, asks } = await judge(honest, 'both-orders', [same, pair, empty]);
    expect(verdicts.map(({ win }) => win)).toEqual([0.5, 1, 0.5]);
    expect(asks).toHaveLength(2);
  });

  it.each([
    ['unreachable', () => ({ text: null, truncated: false })],
    ['unreadable', () => said('A or B')],
  ] as const)('an %s reply helps nobody and is no evidence', async (_, reply) => {
    for (const slots of ['both-orders', 'candidate-first', 'randomised'] as const) {
      expect((await judge(reply, slots)).verdicts).toEqual([{ win: 0, sound: false }]);
    }
  });
});

describe('proposals', () => {
  const graph = syntheticGraph('hub', ['a', 'b', 'c'], { teamSize: 3 });
  const [worker] = graph.roles;
  const last = graph.roles.at(-1);

  it('tells a role where it stands, and the answer format to who answers', () => {
    if (worker === undefined || last === undefined) throw new Error('no roles');
    expect(describeRole(worker, graph)).toContain('read by: c');
    expect(describeRole(last, graph)).toContain('reads the messages of: a, b');
    expect(promptRequirements(last, 'FORMAT')).toContain('FORMAT');
    expect(promptRequirements(worker, 'FORMAT')).not.toContain('FORMAT');
  });

  it('shows cases to a proposal and none to a rewrite', () => {
    const request = {
      role: 'a',
      description: 'd',
      prompt: 'p',
      requirements: 'r',
      temperature: 1,
      sample: 0,
    };
    const seen = { question: 'q', context: '', output: 'o'.repeat(9_000), feedback: 'f' };
    const informed = userText(proposalAsk({ ...request, cases: [seen] }));
    expect(informed).toContain('<feedback>\nf\n</feedback>');
    expect(informed.length).toBeLessThan(5_500);
    const uninformed = userText(proposalAsk({ ...request, cases: [] }));
    expect(uninformed).not.toContain('<case>');
    expect(uninformed).not.toContain('<role_description>');
  });

  it('reads no prompt out of silence', () => {
    expect(readProposal(null, 'p')).toMatchObject({
      ok: false,
      reason: 'the model could not be reached',
    });
    expect(readProposal('a new prompt', 'p').ok).toBe(false);
    expect(readProposal('<new_prompt>better</new_prompt>', 'p')).toEqual({
      ok: true,
      prompt: 'better',
    });
  });
});

it('situationsOf keeps the order of the rollouts, and leaves out what was lost or is of no task', async () => {
  const { context } = syntheticJob({ fails: (row) => row === 1 });
  const tasks = context.train.slice(0, 4);
  const [rollouts] = await context.step([
    { kind: 'rollouts', candidate: context.seedCandidate, tasks, whenShort: 'skip' },
  ]);
  const found = situationsOf(context.train.slice(1, 4), [...rollouts].reverse());
  expect(found.map(({ task }) => task.id)).toEqual([tasks[3]?.id, tasks[2]?.id]);
  expect(found.every(({ task, rollout }) => rollout.taskId === task.id)).toBe(true);
});
