/** Which of two outputs does a noisy judge prefer, and how does it rate one? */
import { findCalls } from '../call-text.ts';
import { draw, hashText } from '../draws.ts';
import type { TaskReader } from '../reader/types.ts';
import { tagContent } from '../reflect/tags.ts';
import { evidenceFor } from '../team/evidence.ts';

/** Width of the judge's noise, and what standing first is worth to it: with equal outputs A wins more often. */
const NOISE = 0.3;
const FIRST_PLACE = 0.05;

export function isJudgeRequest(text: string): boolean {
  return text.includes('<output_a>') && text.includes('<output_b>');
}

/** Form and evidence of an output in [0, 1]; one well-formed call that the dialogue supports is best. */
function quality(output: string, known: ReturnType<TaskReader>): number {
  const calls = findCalls(output);
  const call = calls.at(-1);
  if (call === undefined) return output.trim() === '' ? 0 : 0.1 + factShare(output, known);
  const supported = known === null ? 0.5 : evidenceFor(known.task, call);
  const fits = known !== null && call.api === known.reading.api ? 0.2 : 0;
  const single = calls.length === 1 ? 0.1 : 0;
  return 0.1 + 0.6 * supported + fits + single;
}

/** For outputs without a call: how many values of the judge's own reading they state, up to 0.5. */
function factShare(output: string, known: ReturnType<TaskReader>): number {
  const values =
    known?.reading.arguments.map(({ value }) =>
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ) ?? [];
  if (values.length === 0) return 0;
  return (0.5 * values.filter((value) => output.includes(value)).length) / values.length;
}

export function replyToJudge(
  text: string,
  how: { readonly seed: number; readonly temperature: number },
  read: TaskReader,
): string {
  const question = tagContent(text, 'question') ?? '';
  const known = read(question);
  const outputs = [tagContent(text, 'output_a') ?? '', tagContent(text, 'output_b') ?? ''] as const;
  const fingerprint = hashText(question);
  const seed = how.temperature > 0 ? how.seed : 0;
  // Noise belongs to an output, not to its place, so that asking in both orders cancels only the bias.
  const [first, second] = outputs.map(
    (output) => quality(output, known) + NOISE * (draw(seed, fingerprint, output, 'noise') - 0.5),
  );
  const prefersFirst = (first ?? 0) + FIRST_PLACE >= (second ?? 0);
  const analysis = prefersFirst
    ? 'A is better supported by the dialogue.'
    : 'B is better supported by the dialogue.';
  return `<analysis>${analysis}</analysis><choice>${prefersFirst ? 'A' : 'B'}</choice>`;
}

export function isRatingRequest(text: string): boolean {
  return text.includes('<rated_output>') && text.includes('</rated_output>');
}

/** A rating in [0, 1] with two decimals: form and evidence of the output, with the same noise as in a comparison. */
export function replyToRating(
  text: string,
  how: { readonly seed: number; readonly temperature: number },
  read: TaskReader,
): string {
  const question = tagContent(text, 'rated_question') ?? '';
  const output = tagContent(text, 'rated_output') ?? '';
  const seed = how.temperature > 0 ? how.seed : 0;
  const noise = NOISE * (draw(seed, hashText(question), output, 'noise') - 0.5);
  const rating = Math.min(1, Math.max(0, quality(output, read(question)) + noise));
  return `<score>${rating.toFixed(2)}</score>`;
}
