/**
 * What does the model answer that methods reflect and judge with? It reads the ask's text and knows the public words, never
 * the landscape: equal texts with equal seeds get equal replies, whichever method asks.
 */
import type { ModelProvider, ModelRequest } from '../../../src/core/model.ts';
import { type RandomStream, randomStream } from '../../../src/core/random.ts';
import { modelReply } from './task-model.ts';
import { type Statement, statementsIn, TEXTS, VOCABULARY } from './vocabulary.ts';

/** How good the scripted model is; stated in the bench's README. */
export const QUALITY = {
  /** Chance that an edit follows what the role itself was seen to lack. */
  ownEvidence: 0.6,
  /** The same where only others, or the feedback, say what was lacking. */
  otherEvidence: 0.3,
  /** Chance that a rewrite deals with a second thing as well. */
  second: 0.4,
  /** Chance that a rewrite forgets one thing that the prompt minded. */
  forgets: 0.1,
  /** Chance that a judgement between outputs of different worth is right. */
  judge: 0.8,
  /** Chance that a judgement is A without reading. */
  prefersFirst: 0.1,
  /** Half the width of the error of a rating. */
  rating: 0.2,
};

export function reflectionModel(): ModelProvider {
  return {
    id: 'planted-reflection',
    simulated: true,
    generate: (request) => Promise.resolve(modelReply(request, replyTo(request))),
  };
}

export function replyTo({
  messages,
  seed,
  sample,
}: Pick<ModelRequest, 'messages' | 'seed' | 'sample'>): string {
  const text = messages
    .flatMap(({ role, content }) => (role === 'user' ? [content] : []))
    .join('\n');
  const system = messages.find(({ role }) => role === 'system')?.content ?? '';
  const random = randomStream('reflection', seed, sample, text);
  if (text.includes('<output_a>')) return judgement(text, random);
  if (text.includes('<rated_output>')) return rating(text, random);
  if (system.includes('<new_prompt>')) return rewrite(text, random);
  if (system.includes('<output>')) return corrected(text, random);
  if (system.includes('<lessons>')) return lessons(text, random);
  return 'Orders of several kinds pass through a team; each kind needs care of its own.';
}

/** Content of the first pair of tags; empty without one. */
export function inTag(text: string, tag: string): string {
  return text.split(`<${tag}>`)[1]?.split(`</${tag}>`)[0]?.trim() ?? '';
}

/** Things done less things lacked and time lost, as said by whoever wrote the output. */
function worthOf(output: string): number {
  const sum = statementsIn(output)
    .filter(({ role }) => role !== null)
    .reduce((total, { what }) => total + (what === 'settled' ? 1 : -1), 0);
  return (
    sum +
    (output.includes('Answer: delivered') ? 2 : 0) +
    (output.includes(' I opened the ') ? 1 : 0)
  );
}

function judgement(text: string, random: RandomStream): string {
  const first = random.next() < QUALITY.prefersFirst;
  const difference = worthOf(inTag(text, 'output_a')) - worthOf(inTag(text, 'output_b'));
  const better = difference > 0 || (difference === 0 && random.next() < 0.5) ? 'A' : 'B';
  const worse = better === 'A' ? 'B' : 'A';
  const choice = first ? 'A' : random.next() < QUALITY.judge ? better : worse;
  return `<analysis>One of them left less open.</analysis><choice>${choice}</choice>`;
}

function rating(text: string, random: RandomStream): string {
  const worth = worthOf(inTag(text, 'rated_output'));
  const score = 0.5 + 0.15 * worth + QUALITY.rating * (2 * random.next() - 1);
  return `<score>${Math.min(1, Math.max(0, score)).toFixed(2)}</score>`;
}

interface Edit {
  readonly noun: string;
  readonly add: boolean;
}

/** What the case texts speak for: faults of the role in question where there are some, else faults of anybody. */
function evidence(
  text: string,
  role: string,
): { readonly edits: readonly Edit[]; readonly trust: number } {
  const faults = statementsIn(text).filter(({ what }) => what !== 'settled');
  const own = faults.filter((statement) => statement.role === role);
  const edits = (list: readonly Statement[]): Edit[] =>
    list.map(({ noun, what }) => ({ noun, add: what === 'missed' }));
  if (own.length > 0) return { edits: edits(own), trust: QUALITY.ownEvidence };
  return { edits: edits(faults), trust: QUALITY.otherEvidence };
}

function chooseEdit(
  found: ReturnType<typeof evidence>,
  minded: readonly string[],
  random: RandomStream,
): Edit {
  const useful = found.edits.filter(({ noun, add }) => minded.includes(noun) !== add);
  if (useful.length > 0 && random.next() < found.trust) return random.pick(useful);
  return { noun: random.pick(VOCABULARY), add: true };
}

function rewrite(text: string, random: RandomStream): string {
  const current = inTag(text, 'current_prompt');
  const role = inTag(text, 'role');
  // What a method was advised by itself stands among the requirements, and is read like a case.
  const material = text.replace(current, '');
  const found = evidence(material, role);
  let minded = mindedIn(current);
  if (minded.length > 0 && random.next() < QUALITY.forgets) {
    const forgotten = random.pick(minded);
    minded = minded.filter((noun) => noun !== forgotten);
  }
  const edits = 1 + Number(random.next() < QUALITY.second);
  for (let index = 0; index < edits; index += 1) {
    const { noun, add } = chooseEdit(found, minded, random);
    minded = add ? [...new Set([...minded, noun])] : minded.filter((own) => own !== noun);
  }
  const base = current.replace(/ ?Mind the [a-z]+\./g, '').trim();
  const prompt = [base, ...minded.map(TEXTS.mind)].join(' ');
  return `<analysis>Something was left open.</analysis><modification>What to mind.</modification><new_prompt>${prompt}</new_prompt>`;
}

function mindedIn(text: string): string[] {
  return [...new Set([...text.matchAll(/mind the ([a-z]+)/gi)].map(([, noun]) => noun ?? ''))];
}

/** What the role should have said: each of its own faults is mended with some chance, and nothing else is touched. */
function corrected(text: string, random: RandomStream): string {
  const lines = inTag(text, 'output').split('\n');
  const mended = lines.flatMap((line) => {
    const fault = statementsIn(line).find(({ what, role }) => what !== 'settled' && role !== null);
    if (fault === undefined || random.next() >= QUALITY.ownEvidence) return [line];
    return fault.what === 'missed' ? [TEXTS.settled(fault.role ?? '', fault.noun)] : [];
  });
  return `<analysis>Its own part.</analysis><output>${mended.join('\n')}</output>`;
}

function lessons(text: string, random: RandomStream): string {
  const wanted = Number(/at most (\d+)/.exec(inTag(text, 'lessons_wanted'))?.[1] ?? 3);
  const advised = adviceIn(inTag(text, 'suggestions'));
  const role = inTag(text, 'role');
  const minded = mindedIn(inTag(text, 'role_prompt'));
  const found = advised.length > 0 ? { edits: advised, trust: 1 } : evidence(text, role);
  const lines = Array.from({ length: Math.min(wanted, advised.length > 0 ? wanted : 3) }, () =>
    chooseEdit(found, advised.length > 0 ? [] : minded, random),
  ).map(({ noun, add }) => `- ${add ? TEXTS.mind(noun) : TEXTS.leave(noun)}`);
  return `<lessons>\n${[...new Set(lines)].join('\n')}\n</lessons>`;
}

/** Suggestions in the words of earlier lessons; more frequent ones are drawn more often. */
function adviceIn(text: string): Edit[] {
  const minded = [...text.matchAll(/Mind the ([a-z]+)\./g)].map(([, noun = '']) => ({
    noun,
    add: true,
  }));
  const left = [...text.matchAll(/Leave the ([a-z]+) alone\./g)].map(([, noun = '']) => ({
    noun,
    add: false,
  }));
  return [...minded, ...left];
}
