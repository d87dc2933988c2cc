/** What does an agent of the planted team say? It reads its messages like any model, and keeps to the landscape's chances. */
import { digest } from '../../../src/core/json.ts';
import type { ModelProvider, ModelReply, ModelRequest } from '../../../src/core/model.ts';
import { randomStream } from '../../../src/core/random.ts';
import {
  HARM,
  habitsOf,
  type Kind,
  type Landscape,
  type Need,
  type Opening,
  openingOf,
  settleChance,
} from './landscape.ts';
import { statementsIn, TEXTS } from './vocabulary.ts';

/** Share of an agent's luck that belongs to its own words; the rest is the task's, shared by all candidates. */
const OWN_LUCK = 0.25;

/** How often a missed needle is said aloud. */
const NEEDLE_SAID = 0.05;

export function taskModel(landscape: Landscape): ModelProvider {
  return {
    id: `planted:${landscape.id}`,
    simulated: true,
    generate: (request) => Promise.resolve(modelReply(request, reply(landscape, request))),
  };
}

/** Four characters are a token, as a rule of thumb has it. */
export function modelReply(request: ModelRequest, text: string): ModelReply {
  const read = request.messages.reduce((sum, { content }) => sum + content.length, 0);
  const usage = {
    modelCalls: 1,
    inputTokens: Math.ceil(read / 4),
    outputTokens: Math.ceil(text.length / 4),
  };
  return { text, reasoning: null, finishReason: 'stop', usage, servedModel: request.model };
}

interface Scene {
  readonly role: string;
  readonly kind: Kind | undefined;
  readonly habits: ReadonlySet<string>;
  readonly opening: Opening;
  readonly formatted: boolean;
  /** A number in [0, 1) for each thing that may happen. */
  readonly luck: (what: string) => number;
}

function reply(landscape: Landscape, request: ModelRequest): string {
  const system = request.messages.find(({ role }) => role === 'system')?.content ?? '';
  const user = request.messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const scene = sceneOf(landscape, request, { system, user });
  const lines = [...work(landscape, scene), ...opened(landscape, scene)];
  const spoken = lines.length === 0 ? [`As ${scene.role} I did my part.`] : lines;
  if (!system.includes('Output contract (fixed):')) return spoken.join('\n');
  return [...spoken, verdict(landscape, scene, [reportsOnly(user), ...spoken].join('\n'))].join(
    '\n',
  );
}

function reportsOnly(user: string): string {
  return user.includes('Messages from the team:')
    ? user.slice(user.indexOf('Messages from the team:'))
    : '';
}

function sceneOf(
  landscape: Landscape,
  request: ModelRequest,
  { system, user }: { readonly system: string; readonly user: string },
): Scene {
  const role = /You are the (\w+)/.exec(system)?.[1] ?? 'nobody';
  const name = /of kind (K\d+)/.exec(user)?.[1];
  const formatted = system.includes('Message format (fixed):');
  const habits = habitsOf(system);
  const own = openingOf(landscape, role, { habits, formatted });
  return {
    role,
    kind: landscape.kinds.find((kind) => kind.name === name),
    habits,
    opening: own === 'shut' ? openingRead(landscape, reportsOnly(user)) : own,
    formatted,
    luck: luckOf(request),
  };
}

function openingRead({ needle }: Landscape, reports: string): Opening {
  if (needle === null) return 'shut';
  if (reports.includes(TEXTS.opened(needle.role, needle.noun, true))) return 'formatted';
  return reports.includes(TEXTS.opened(needle.role, needle.noun, false)) ? 'freeform' : 'shut';
}

function luckOf({ seed, messages }: ModelRequest): (what: string) => number {
  const words = digest(messages);
  return (what) => {
    const own = randomStream('own', seed, words, what);
    return own.next() < OWN_LUCK ? own.next() : randomStream('shared', seed, what).next();
  };
}

function work(landscape: Landscape, scene: Scene): string[] {
  const { role, kind, habits, luck } = scene;
  const needs = (kind?.needs ?? []).filter((need) => need.role === role);
  const done = needs.flatMap((need) =>
    luck(`settle ${need.noun}`) < settleChance(landscape, need, scene)
      ? [TEXTS.settled(role, need.trap === undefined ? need.noun : 'order')]
      : blamed(need, scene),
  );
  const lost = landscape.harms
    .filter((noun) => habits.has(noun) && luck(`harm ${noun}`) < HARM)
    .map((noun) => TEXTS.lost(role, noun));
  return [...done, ...lost];
}

/** What a role says it lacked. In a trap mostly the bait; once that is minded, mostly what lies deeper. */
function blamed({ noun, trap }: Need, { role, habits, luck }: Scene): string[] {
  if (trap === undefined) return [TEXTS.missed(role, noun)];
  const { bait, deep } = trap;
  const draw = luck('blame');
  const deeper = draw % 0.4 < 0.2 ? deep[0] : deep[1];
  if (!habits.has(bait)) return [TEXTS.missed(role, draw < 0.6 ? bait : deeper)];
  return [draw < 0.8 ? TEXTS.missed(role, deeper) : TEXTS.lost(role, bait)];
}

function opened({ needle }: Landscape, { role, habits, formatted, luck }: Scene): string[] {
  if (needle?.role !== role) return [];
  if (habits.has(needle.noun)) return [TEXTS.opened(role, needle.noun, formatted)];
  return luck('needle') < NEEDLE_SAID ? [TEXTS.missed(role, needle.noun)] : [];
}

/** The last word, from what everybody said: faulty where something needed was not settled, or time was lost. */
function verdict({ cover }: Landscape, { kind, luck }: Scene, said: string): string {
  const statements = statementsIn(said);
  const faults = (kind?.needs ?? []).flatMap(({ role, noun, trap }) => {
    const own = statements.filter((statement) => statement.role === role);
    // Nobody spoke for this role: the others may have managed its part.
    if (own.length === 0 && !said.includes(`As ${role} I `) && luck(`cover ${noun}`) < cover)
      return [];
    const wanted = trap === undefined ? [noun] : ['order', trap.bait, ...trap.deep];
    if (own.some(({ what, noun: done }) => what === 'settled' && wanted.includes(done))) return [];
    const missed = own.find(
      ({ what, noun: lacked }) => what === 'missed' && (trap !== undefined || lacked === noun),
    );
    return [`the ${missed?.noun ?? noun} was not settled`];
  });
  const wasted = statements
    .filter(({ what, role }) => what === 'lost' && role !== null)
    .map(({ noun }) => `the ${noun} was a waste of time`);
  const all = [...faults, ...wasted];
  return all.length === 0 ? 'Answer: delivered' : `Answer: faulty, ${all.join(', ')}`;
}
