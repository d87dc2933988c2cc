/** A brain for a server in a process of its own: says the last message back, and is unwell on every fifth call. */
import { type Brain, status } from '../../../src/mock-server/brain.ts';

export const brain: Brain = ({ index, messages }) =>
  index % 5 === 4
    ? status(503, { headers: { 'retry-after-ms': '1' } })
    : `echo: ${messages.at(-1)?.content ?? ''}`;
