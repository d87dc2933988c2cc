/** Is a turn laid out as datasets, simulators and methods expect to find it? */
import { expect, test } from 'vitest';
import { composeMessages, type TurnText } from '../../../../src/evaluation/team/compose.ts';

const plain: TurnText = {
  rolePrompt: 'You are the verifier.',
  demonstrations: [],
  formatContract: null,
  answers: false,
  brief: { task: 'Task text.\nSecond line.', outputContract: 'One call.' },
  reports: [],
  instruction: 'Check it.',
};

test('the least: role prompt, task, instruction', () => {
  expect(composeMessages(plain)).toEqual([
    { role: 'system', content: 'You are the verifier.' },
    { role: 'user', content: 'Task text.\nSecond line.\n\nYour turn: Check it.' },
  ]);
});

test('the most: examples, both contracts, reports', () => {
  const messages = composeMessages({
    ...plain,
    demonstrations: [
      { input: 'in 1', output: 'out 1' },
      { input: 'in 2', output: 'out 2' },
    ],
    formatContract: 'Write sections.',
    answers: true,
    reports: [
      { agent: 0, role: 'reader', round: 0, text: 'It is\nthe port.' },
      { agent: 2, role: 'planner', round: 1, text: 'Call it.' },
    ],
  });
  expect(messages.map(({ content }) => content)).toEqual([
    `You are the verifier.

Examples of good work in this role:
--- example 1 ---
Input:
in 1
Output:
out 1
--- end of example ---
--- example 2 ---
Input:
in 2
Output:
out 2
--- end of example ---

Message format (fixed):
Write sections.

Output contract (fixed):
One call.`,
    `Task text.
Second line.

Messages from the team:
--- from reader (agent 1, round 1) ---
It is
the port.
--- end ---
--- from planner (agent 3, round 2) ---
Call it.
--- end ---

Your turn: Check it.`,
  ]);
});

test('nothing is expanded, whatever a text looks like', () => {
  const tricky = '{{role}} $& $1 $` %s <role> {question}';
  const [system, user] = composeMessages({
    ...plain,
    rolePrompt: tricky,
    brief: { task: tricky, outputContract: tricky },
    answers: true,
    reports: [{ agent: 0, role: 'reader', round: 0, text: tricky }],
  });
  expect(system?.content.split(tricky)).toHaveLength(3);
  expect(user?.content.split(tricky)).toHaveLength(3);
});
