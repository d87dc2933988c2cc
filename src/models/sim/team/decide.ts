/** Which call does an agent settle on, given its own draft and what the team says? */
import { callKey, type WrittenArgument, type WrittenCall } from '../call-text.ts';
import { draw } from '../draws.ts';
import type { Mindfulness } from '../mistakes/advice-reading.ts';
import { type Chance, slips } from '../mistakes/slips.ts';
import type { ApiDescription, Task } from '../reader/types.ts';
import { evidenceFor, isDoubtful, missingParameters } from './evidence.ts';
import type { PeerView } from './reports.ts';

interface Candidate {
  readonly call: WrittenCall;
  readonly weight: number;
}

/** Weights of voices: one's own draft, any peer, and the message read last. */
const OWN = 1.25;
const PEER = 0.8;
const LAST_WORD = 0.35;

interface Situation {
  readonly task: Task;
  readonly mindfulness: Mindfulness;
  readonly chance: Chance;
}

/** Equal calls add their weights; the order of first mention breaks ties. */
function grouped(candidates: readonly Candidate[]): Candidate[] {
  const groups = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const key = callKey(candidate.call);
    const known = groups.get(key);
    groups.set(
      key,
      known === undefined
        ? candidate
        : { call: known.call, weight: known.weight + candidate.weight },
    );
  }
  return [...groups.values()];
}

function bestOf(
  candidates: readonly Candidate[],
  rate: (candidate: Candidate) => number,
): Candidate | null {
  let best: Candidate | null = null;
  let highest = Number.NEGATIVE_INFINITY;
  for (const candidate of candidates) {
    const score = rate(candidate);
    if (score > highest) [best, highest] = [candidate, score];
  }
  return best;
}

/** Values that others state for a parameter: in proposed calls, then as facts. */
function statedValues(name: string, views: readonly PeerView[]): WrittenArgument[] {
  return views.flatMap((view) => {
    const proposed = view.call?.arguments.find((argument) => argument.name === name);
    const fact = view.facts.get(name);
    return [
      ...(proposed === undefined ? [] : [proposed]),
      ...(fact === undefined ? [] : [{ name, value: fact }]),
    ];
  });
}

interface Repair extends Situation {
  readonly own: WrittenCall;
  readonly views: readonly PeerView[];
  readonly careful: boolean;
}

/** A better supported value for a doubtful one: from a peer, else from one's own reading. */
function repairedArgument(
  repair: Repair,
  api: ApiDescription,
  argument: WrittenArgument,
): WrittenArgument {
  const { task, own, views, chance, careful } = repair;
  if (!isDoubtful(task, api, argument)) return argument;
  const willing = careful ? 0.85 : 0.3;
  if (draw(chance.seed, chance.fingerprint, 'repair', argument.name) >= willing) return argument;
  const ownValue =
    own.api === api.name ? own.arguments.filter(({ name }) => name === argument.name) : [];
  const options = [...ownValue, ...statedValues(argument.name, views)];
  return options.find((option) => !isDoubtful(task, api, option)) ?? argument;
}

function repairedCall(repair: Repair, call: WrittenCall): WrittenCall {
  const { task, own, views, careful } = repair;
  const api = task.apis.find(({ name }) => name === call.api);
  if (api === undefined) return call;
  const kept = call.arguments
    .map((argument) => repairedArgument(repair, api, argument))
    .filter((argument) => !careful || api.parameters.some(({ name }) => name === argument.name));
  const added = missingParameters(api, call).flatMap(({ name }) => {
    const mine =
      own.api === api.name ? own.arguments.filter((argument) => argument.name === name) : [];
    const option = careful ? [...mine, ...statedValues(name, views)][0] : undefined;
    return option === undefined ? [] : [option];
  });
  return { api: call.api, arguments: [...kept, ...added] };
}

/**
 * Without messages the own draft stays. With messages: the weight of voices decides, and an agent that checks
 * (drawn against its prompt's advice to verify) weighs each call by its evidence and mends doubtful values.
 */
export function decideCall(
  own: WrittenCall,
  views: readonly PeerView[],
  situation: Situation,
): WrittenCall {
  const heard = views.filter((view) => view.call !== null || view.facts.size > 0);
  if (heard.length === 0) return own;
  const { task, mindfulness, chance } = situation;
  const careful = !slips('peer_neglect', mindfulness, chance);
  const proposals = heard.flatMap(({ call }, index): Candidate[] =>
    call === null ? [] : [{ call, weight: PEER + (index === heard.length - 1 ? LAST_WORD : 0) }],
  );
  const candidates = grouped([{ call: own, weight: OWN }, ...proposals]);
  const chosen = bestOf(candidates, ({ call, weight }) =>
    careful ? Math.sqrt(weight) * (0.15 + evidenceFor(task, call)) : weight,
  );
  const repair: Repair = { ...situation, own, views: heard, careful };
  return repairedCall(repair, chosen?.call ?? own);
}
