/** Does the scripted reflection model know no more than it is told? */
import { describe, expect, it } from 'vitest';
import { inTag, QUALITY, replyTo } from '../../../../scripts/bench/optimizers/reflection-model.ts';
import { VOCABULARY } from '../../../../scripts/bench/optimizers/vocabulary.ts';
import type { Message } from '../../../../src/core/model.ts';
import { betterMessageAsk } from '../../../../src/optimizers/kit/asks/better-message.ts';
import {
  type ProposalCase,
  proposalAsk,
  readProposal,
} from '../../../../src/optimizers/kit/asks/proposal.ts';

const PROMPT = 'You are the solver of a workshop team. Mind the hinge.';
const SAMPLES = 2_000;

const lacking: ProposalCase = {
  question: 'Handle order-1, an order of kind K1.',
  context: '',
  output: 'As solver I could not settle the tariff.',
  feedback: 'Wrong: the tariff was not settled.',
};

function proposals(cases: readonly ProposalCase[]): string[] {
  const ask = proposalAsk({
    role: 'solver',
    description: '',
    prompt: PROMPT,
    cases,
    requirements: 'Plain text.',
    temperature: 1,
    sample: 0,
  });
  return Array.from({ length: SAMPLES }, (_, sample) => {
    const check = readProposal(replyTo({ messages: ask.messages, seed: 5, sample }), PROMPT);
    return check.ok ? check.prompt : '';
  });
}

function share(prompts: readonly string[], noun: string): number {
  return prompts.filter((prompt) => prompt.includes(`Mind the ${noun}.`)).length / prompts.length;
}

describe('the scripted reflection model', () => {
  it('replies the same to the same text, whatever the world behind it', () => {
    expect(proposals([lacking])).toEqual(proposals([lacking]));
  });

  it('follows what the role lacked as often as it says, and what others lacked less often', () => {
    const blind = share(proposals([]), 'tariff');
    const own = share(proposals([lacking]), 'tariff');
    const others = share(proposals([{ ...lacking, output: 'As solver I did my part.' }]), 'tariff');
    // The second thing of a rewrite may be the same one, so the share lies somewhat above the chance of one edit.
    expect(own).toBeGreaterThan(QUALITY.ownEvidence);
    expect(own).toBeLessThan(QUALITY.ownEvidence + 0.16);
    expect(others).toBeGreaterThan(QUALITY.otherEvidence - 0.04);
    expect(others).toBeLessThan(QUALITY.otherEvidence + 0.16);
    expect(blind).toBeLessThan(0.1);
  });

  it('draws uninformed rewrites evenly from the public words', () => {
    const prompts = proposals([]);
    const shares = VOCABULARY.filter((noun) => noun !== 'hinge').map((noun) =>
      share(prompts, noun),
    );
    expect(Math.min(...shares)).toBeGreaterThan(0.03);
    expect(Math.max(...shares)).toBeLessThan(0.1);
  });

  it('judges by what outputs say, with the stated chance and preference', () => {
    const better = 'As solver I settled the tariff.';
    const worse = 'As solver I could not settle the tariff.';
    const first = choosesFirst(better, worse);
    const second = choosesFirst(worse, better);
    const { judge, prefersFirst } = QUALITY;
    expect(first).toBeCloseTo(prefersFirst + (1 - prefersFirst) * judge, 1);
    expect(second).toBeCloseTo(prefersFirst + (1 - prefersFirst) * (1 - judge), 1);
    expect(first).toBeGreaterThan(1 - second);
  });

  it('mends only what a role says it lacked itself', () => {
    const node = { role: 'solver', predecessors: [], successors: [], terminal: false };
    const ask = betterMessageAsk(node, lacking);
    const outputs = replies(ask.messages).map((reply) => inTag(reply, 'output'));
    const mended = outputs.filter((text) => text === 'As solver I settled the tariff.').length;
    expect(mended / SAMPLES).toBeCloseTo(QUALITY.ownEvidence, 1);
    const fine = betterMessageAsk(node, { ...lacking, output: 'As solver I did my part.' });
    expect(new Set(replies(fine.messages).map((reply) => inTag(reply, 'output')))).toEqual(
      new Set(['As solver I did my part.']),
    );
  });
});

/** Share of judgements for the output in the first place. */
function choosesFirst(first: string, second: string): number {
  const content = `<question>x</question><output_a>${first}</output_a><output_b>${second}</output_b>`;
  const given = replies([{ role: 'user', content }]);
  return given.filter((reply) => inTag(reply, 'choice') === 'A').length / given.length;
}

function replies(messages: readonly Message[]): string[] {
  return Array.from({ length: SAMPLES }, (_, sample) => replyTo({ messages, seed: 5, sample }));
}
