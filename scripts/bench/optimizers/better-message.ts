/** What does the planted model write when it is asked what a role should have said instead? */
import type { RandomStream } from '../../../src/core/random.ts';
import { TEXTS } from './vocabulary.ts';

/**
 * The role's output with one thing that it says it lacked settled, or one waste left out, in `trust` of all cases; as it
 * was otherwise, and where the role says nothing of the kind.
 */
export function betterMessage(
  { role, output }: { readonly role: string; readonly output: string },
  trust: number,
  random: RandomStream,
): string {
  const said = output.split('\n');
  const faults = said.filter(
    (line) =>
      line.startsWith(`As ${role} I could not settle the `) ||
      line.startsWith(`As ${role} I lost time over the `),
  );
  if (faults.length === 0 || random.next() >= trust) return replied(output);
  const fault = random.pick(faults);
  const noun = /the ([a-z]+)\.$/.exec(fault)?.[1] ?? '';
  const mended = fault.includes(' I lost ') ? [] : [TEXTS.settled(role, noun)];
  const lines = said.flatMap((line) => (line === fault ? mended : [line]));
  const own = lines.filter((line) => !line.startsWith('Answer: '));
  const answers = own.length < lines.length;
  const whole = answers ? [...own, 'Answer: delivered'] : own;
  return replied(whole.length === 0 ? `As ${role} I did my part.` : whole.join('\n'));
}

function replied(output: string): string {
  return `<analysis>It could have gone otherwise.</analysis><output>\n${output}\n</output>`;
}
