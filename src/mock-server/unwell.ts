/** What becomes of a call under a profile? The same request meets the same fate at the same attempt, whatever runs beside it. */
import { type RandomStream, randomStream } from '../core/random.ts';
import type { Brain, LoopbackAnswer, LoopbackCall, LoopbackReply } from './brain.ts';
import type { FaultKind, Profile, ProfileFault } from './profile.ts';

export interface UnwellBrain {
  readonly brain: Brain;
  /** Calls that met each fault so far, storms under `storm`. */
  readonly faults: () => { readonly [kind: string]: number };
}

/**
 * @param now milliseconds, for storms only
 */
export function unwellBrain(
  profile: Profile,
  answer: (call: LoopbackCall) => Promise<LoopbackReply>,
  now: () => number,
): UnwellBrain {
  const faults = new Map<string, number>();
  let firstCall: number | null = null;
  const count = (kind: string): void => {
    faults.set(kind, (faults.get(kind) ?? 0) + 1);
  };
  return {
    faults: () => Object.fromEntries([...faults].sort()),
    brain: async (call) => {
      firstCall ??= now();
      const random = randomStream('mock-server', profile.seed, call.bodyHash, call.repeat);
      const inStorm = isStorm(profile, now() - firstCall);
      // Drawn whether used or not, so that a storm does not shift what comes after it.
      const [stormDraw, faultDraw] = [random.next(), random.next()];
      if (inStorm && stormDraw < (profile.storms?.chance ?? 0)) {
        count('storm');
        return rateLimit(profile.storms?.retryAfter);
      }
      const fault = drawFault(profile, call, faultDraw);
      if (fault !== null) count(fault.kind);
      const spoken =
        fault === null ? await answer(call) : await faulty(fault, () => answer(call), random);
      return timed(spoken, profile, random);
    },
  };
}

function isStorm({ storms }: Profile, elapsed: number): boolean {
  return storms !== undefined && elapsed % storms.everyMs >= storms.everyMs - storms.lengthMs;
}

/** One draw decides among all, so that the chances are those of the profile. */
function drawFault(profile: Profile, call: LoopbackCall, draw: number): ProfileFault | null {
  let below = 0;
  for (const fault of profile.faults) {
    below += fault.chance;
    if (draw >= below) continue;
    return call.repeat < (fault.attempts ?? Number.POSITIVE_INFINITY) ? fault : null;
  }
  return null;
}

async function faulty(
  fault: ProfileFault,
  answer: () => Promise<LoopbackReply>,
  random: RandomStream,
): Promise<LoopbackAnswer> {
  const instead = withoutReply(fault);
  if (instead !== null) return instead;
  const reply = await answer();
  return spoilt(fault, reply, random);
}

function withoutReply({ kind, retryAfter, status }: ProfileFault): LoopbackAnswer | null {
  const headers = retryAfter === undefined ? {} : { headers: { 'retry-after': retryAfter } };
  const answers: { readonly [Kind in FaultKind]?: LoopbackAnswer } = {
    'rate-limit': rateLimit(retryAfter),
    'server-error': {
      fault: 'status',
      status: status ?? 500,
      message: 'the engine has fallen over',
      ...headers,
    },
    hang: { fault: 'hang' },
    refuse: { fault: 'cut', early: true },
    cut: { fault: 'cut' },
    html: {
      fault: 'body',
      contentType: 'text/html',
      body: '<!doctype html><title>Sign in</title><p>Please sign in to the network.',
    },
    'error-body': {
      fault: 'body',
      body: JSON.stringify({ error: { message: 'upstream is busy', code: 'busy' } }),
    },
    'empty-choices': {
      fault: 'body',
      body: JSON.stringify({ id: 'mock', choices: [], content: [], usage: null }),
    },
    'context-overflow': {
      fault: 'status',
      status: 400,
      code: 'context_length_exceeded',
      message: 'This model has a maximum context length of 8192 tokens, and the request is longer',
    },
  };
  return answers[kind] ?? null;
}

function rateLimit(retryAfter: string | undefined): LoopbackAnswer {
  const headers = retryAfter === undefined ? {} : { headers: { 'retry-after': retryAfter } };
  return { fault: 'status', status: 429, message: 'too many requests', ...headers };
}

/** A reply that a server did give, and that is not what the model meant. */
function spoilt(
  { kind, dripMs }: ProfileFault,
  reply: LoopbackReply,
  random: RandomStream,
): LoopbackReply {
  const said = reply.text ?? '';
  const thought = 'The user wants one call. Which API fits? Let me check its parameters first.';
  switch (kind) {
    case 'slow-drip':
      return { ...reply, dripMs: dripMs ?? 5_000 };
    case 'empty-content':
      return { ...reply, text: '', toolCalls: [] };
    case 'null-content':
      return { ...reply, text: null, toolCalls: [], finishReason: 'content_filter' };
    case 'reasoning-only':
      return { ...reply, text: null, reasoning: said };
    case 'thinking-leak':
      return { ...reply, text: `${thought}\n</think>\n${said}` };
    case 'truncated':
      return {
        ...reply,
        text: said.slice(0, random.integer(Math.max(1, Math.min(4_096, said.length)))),
        finishReason: 'length',
      };
    case 'damaged-arguments':
      return { ...reply, ...damagedCalls(reply, random) };
    default:
      return reply;
  }
}

/** As seen in the wild: a stray quote, a leaked tag, an end that is missing. Replies without calls stay as they are. */
function damagedCalls(
  { toolCalls }: LoopbackReply,
  random: RandomStream,
): Pick<LoopbackReply, 'toolCalls'> {
  if (toolCalls === undefined) return {};
  const damage = random.pick([
    (text: string) => `${text}"`,
    (text: string) => `${text}</parameter`,
    (text: string) => text.slice(0, -1),
  ]);
  return {
    toolCalls: toolCalls.map((call) =>
      typeof call.arguments === 'string' ? { ...call, arguments: damage(call.arguments) } : call,
    ),
  };
}

function timed(answer: LoopbackAnswer, { latency }: Profile, random: RandomStream): LoopbackAnswer {
  const reply = typeof answer === 'string' ? { text: answer } : answer;
  const { medianMs, spread, tokensPerSecond } = latency;
  const tokens = 'fault' in reply ? 0 : (reply.outputTokens ?? 0);
  const length = tokensPerSecond === 0 ? 0 : (1000 * tokens) / tokensPerSecond;
  return { ...reply, latencyMs: medianMs * Math.exp(spread * normal(random)) + length };
}

/** Standard normal, after Box and Muller. */
function normal(random: RandomStream): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random.next()));
  return radius * Math.cos(2 * Math.PI * random.next());
}
