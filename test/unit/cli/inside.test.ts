/** Does the terminal show what is inside of a job, and nothing that a terminal would obey? */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { InsideMaterial } from '../../../src/cli/inside/material.ts';
import { asksInside } from '../../../src/cli/inside/show-inside.ts';
import { diffText, lineageText, promptsText, taskText } from '../../../src/cli/inside/texts.ts';
import { visible } from '../../../src/cli/render/visible.ts';
import { withRolePrompt } from '../../../src/core/candidate.ts';
import { pageMaterial } from '../../../src/protocol/reporting/page-material.ts';
import { taskTrace } from '../../../src/protocol/reporting/page-traces.ts';
import { askingOptimizer } from '../../support/job/asking-optimizer.ts';
import { runHere } from '../../support/job/run-here.ts';
import { tinyDataset } from '../../support/job/tiny-dataset.ts';

/** Scores the seed and one rewrite whose reason clears the screen. */
const rewriting = askingOptimizer(async (context) => {
  const { seedCandidate, validation: tasks } = context;
  const candidate = withRolePrompt(seedCandidate, 'peer', 'Read twice. \u001b[2J$& {{x}}');
  context.note({
    kind: 'candidate-proposed',
    candidate,
    parents: [],
    reason: 'a\u001b]0;t\u0007b',
  });
  await context.step([
    { kind: 'rollouts', candidate: seedCandidate, tasks, whenShort: 'skip' },
    { kind: 'rollouts', candidate, tasks, whenShort: 'skip' },
  ]);
  return { incumbent: candidate, stop: 'seen' };
});

const folder = mkdtempSync(join(tmpdir(), 'protocol-inside-'));
afterAll(() => rmSync(folder, { recursive: true }));
await runHere({ folder }, { optimizer: rewriting });
const material: InsideMaterial = await pageMaterial(folder, {
  columnOf: new Map(),
  dataset: tinyDataset(),
  signal: new AbortController().signal,
});
const changed = material.candidates.find(({ name }) => name !== 'seed')?.candidate;
if (changed === undefined) throw new Error('the search kept no rewrite');

const OBEYED = /[^\P{Cc}\n\t]|\p{Bidi_Control}/u;

describe('what is inside of a job', () => {
  test('the prompts that were deployed, in full', () => {
    const text = promptsText({ ...material, frozen: changed });
    expect(text).toContain('peer\n  Read twice. \\u001b[2J$& {{x}}\n');
    expect(text).toContain('teamSize = 3');
    expect(text).not.toMatch(OBEYED);
  });

  test('the difference, word by word, and none where the seed was kept', () => {
    const { seed } = material;
    const text = diffText({ ...material, frozen: changed });
    const kept = text.replaceAll(/\{\+.*?\+\}/gs, '').replaceAll(/\[-(.*?)-\]/gs, '$1');
    expect(kept.replaceAll(/\s+/g, ' ')).toContain(seed.roles['peer']?.replaceAll(/\s+/g, ' '));
    expect(text).toContain('\\u001b[2J$&');
    expect(text).not.toMatch(OBEYED);
    expect(diffText({ ...material, frozen: seed })).toContain('nothing differs from the seed');
  });

  test('the candidates, each below its parent', () => {
    const [seed, other] = material.candidates;
    if (seed === undefined || other === undefined) throw new Error('two candidates were scored');
    const events = [{ kind: 'candidate-accepted', parents: [seed.digest], reason: 'a\u001b[1mb' }];
    const text = lineageText({ ...material, candidates: [seed, { ...other, events }] });
    const [first, second] = text.split('\n');
    expect(first).toMatch(/^seed {2}given {2}\d+\.\d % on \d+ validation tasks$/);
    expect(second).toMatch(/^ {2}\S+ {2}accepted {2}.*a\\u001b\[1mb$/);
    expect(lineageText({ ...material, candidates: [] })).toBe('the search kept no candidates\n');
  });

  test('a task: expected, answered, and every turn that its transcript has', () => {
    const [task] = material.tasks;
    if (task === undefined) throw new Error('the test has tasks');
    const seed = taskTrace(folder, task.seed.trace ?? '');
    const text = taskText({ task, seed, frozen: seed });
    expect(text).toContain(`expected  ${task.expected}`);
    expect(text).toContain(`answer    ${task.seed.answer}`);
    for (const { agent, role, round } of seed?.turns ?? []) {
      expect(text).toContain(`round ${round + 1}, agent ${agent + 1} (${role})`);
    }
    expect(seed?.turns.length).toBeGreaterThan(2);
    expect(taskText({ task, seed: null, frozen: null })).toContain('its transcript is not there');
    expect(taskTrace(folder, '0'.repeat(64))).toBe(null);
  });

  test('only one part at a time', () => {
    const none = { prompts: false, diff: false, lineage: false, task: null, json: false };
    expect(asksInside(none)).toBe(false);
    expect(asksInside({ ...none, task: '' })).toBe(true);
    expect(() => asksInside({ ...none, diff: true, lineage: true })).toThrow(
      '--diff and --lineage: ask for one of them at a time',
    );
  });
});

test('no text that is shown holds what a terminal obeys, and plain text is left as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(visible(text)).not.toMatch(OBEYED);
      expect(visible(text)).not.toMatch(/\p{Cs}/u);
    }),
  );
  expect(visible('Grüße, 你好 🎉\n\t{x}')).toBe('Grüße, 你好 🎉\n\t{x}');
  expect(visible('\ud800x\u202e')).toBe('\\ud800x\\u202e');
});
