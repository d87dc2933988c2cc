/** Who plays the agents when no model is asked? Replies of marked text, right as often as somebody assumed. */
import { setImmediate } from 'node:timers/promises';
import { type Candidate, candidateDigest } from '../../../core/candidate.ts';
import type { Dataset, Score, TaskRef } from '../../../core/dataset.ts';
import { digest } from '../../../core/json.ts';
import type { ModelProvider, ModelRequest } from '../../../core/model.ts';
import { derivedSeed, randomStream, SEED_MODULUS } from '../../../core/random.ts';
import type { Rollout, Transcript } from '../../../core/rollout.ts';
import { type Evaluator, evaluateTask } from '../../../evaluation/evaluate-task.ts';
import type { RolloutJob, RolloutRunner } from '../../../evaluation/rollout-runner.ts';
import { requestKey } from '../../../models/middleware/request-key.ts';

/** A control character that stands in no prompt: where prompts show it, they show what an agent said. */
export const REPLY_MARK = '\u007f';

/** Of one reply: as long as a short answer, so that whatever cuts long messages cuts as it would. */
export const REPLY_CHARACTERS = 320;

const CHARACTERS_PER_TOKEN = 4;
const REPLY_TOKENS = REPLY_CHARACTERS / CHARACTERS_PER_TOKEN;

function tokensOf({ messages }: ModelRequest): number {
  const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}

/** What is not known before a job ran. Shares of tasks and probabilities. */
export interface Assumption {
  /** Share of tasks that the seed team solves. */
  readonly accuracy: number;
  /** The most that a change of prompts or parameters may bring; it may cost half as much. */
  readonly gain: number;
  /**
   * What a team with hardly any calls would lose; one with half the calls of the seed team loses half of it. Below 0:
   * what it would win.
   */
  readonly effort: number;
  /** Probability that a turn is answered with the same words although its prompt has changed. */
  readonly steadiness: number;
}

/** A task model whose replies hold nothing but marks and a name: equal names are equal replies. */
export function standInAgent({ steadiness }: Assumption): ModelProvider {
  // Both of two prompts must keep to the usual words.
  const usual = Math.sqrt(steadiness);
  return {
    id: 'stand-in',
    simulated: true,
    async generate(request) {
      // Turns of one round begin together before the first of them is answered.
      await setImmediate();
      const key = requestKey(request);
      const keeps = derivedSeed('steadiness', key) / SEED_MODULUS < usual;
      const name = keeps ? String(request.seed) : key.slice(0, 10);
      return {
        text: `${name} ${REPLY_MARK.repeat(REPLY_CHARACTERS)}`,
        reasoning: null,
        finishReason: 'stop',
        // Read only where tokens bound the search.
        usage: { modelCalls: 1, inputTokens: tokensOf(request), outputTokens: REPLY_TOKENS },
        servedModel: request.model,
      };
    },
  };
}

export interface StandInTeam {
  readonly evaluator: Evaluator;
  readonly assumption: Assumption;
  readonly seedCandidate: Candidate;
  readonly signal: AbortSignal;
}

/** The team really runs, turn by turn; only what it says and whether it is right is made up. */
export function standInRunner(team: StandInTeam): RolloutRunner {
  const transcripts = new Map<string, Transcript>();
  const evaluator = { ...team.evaluator, dataset: undecided(team.evaluator.dataset) };
  const outcomes: Outcomes = {
    ...team,
    seedDigest: candidateDigest(team.seedCandidate),
    seedCalls: callsOf(team.evaluator, team.seedCandidate),
  };
  return {
    async run(job) {
      const { base: baseRollout, ...request } = job;
      const base = transcripts.get(baseRollout?.trace ?? '');
      const evaluated = await evaluateTask(
        evaluator,
        { ...request, ...(base === undefined ? {} : { base }) },
        team.signal,
      );
      const trace = `dry-${transcripts.size}`;
      if (evaluated.transcript !== null) transcripts.set(trace, evaluated.transcript);
      return { ...evaluated.rollout, trace, ...outcomeOf(job, outcomes) };
    },
  };
}

interface Outcomes extends StandInTeam {
  readonly seedDigest: string;
  readonly seedCalls: number;
}

/** Share of draws that all candidates share, task by task: a hard task is hard for most teams. */
const SHARED_LUCK = 0.75;

/** Of an answer that is right as often as assumed; the same for the same candidate, task and sampling seed. */
function outcomeOf(
  job: RolloutJob,
  { assumption, seedDigest, seedCalls, evaluator }: Outcomes,
): Partial<Rollout> {
  const { candidateId, task, seed, mask = [], maskAgents = [], edit = null } = job;
  const team = digest([candidateId, [...mask], [...maskAgents], edit as never]);
  const worth = worthOf(team, assumption, {
    isSeed: candidateId === seedDigest,
    calls: callsOf(evaluator, job.candidate) / seedCalls,
  });
  const own = randomStream('plan', 'own-luck', team, task.id, seed);
  const luck =
    own.next() < SHARED_LUCK ? randomStream('plan', 'luck', task.id, seed).next() : own.next();
  if (evaluator.dataset.measure !== undefined) {
    const score = Math.min(1, Math.max(0.01, worth + 0.4 * (luck - 0.5)));
    return { score, outcome: 'success', failure: null };
  }
  if (luck >= worth) return { score: 0, outcome: 'semantic_failure' };
  return { score: 1, outcome: 'success', failure: null, errorClass: null, feedback: 'Correct.' };
}

function worthOf(
  team: string,
  { accuracy, gain, effort }: Assumption,
  { isSeed, calls }: { readonly isSeed: boolean; readonly calls: number },
): number {
  if (isSeed) return accuracy;
  const change = gain * (1.5 * randomStream('plan', 'worth', team).next() - 0.5);
  return Math.min(0.98, Math.max(0.02, accuracy + change + effort * Math.min(0, calls - 1)));
}

function callsOf({ topology, lineup }: Evaluator, { parameters }: Candidate): number {
  return topology.graph(lineup, parameters).callsPerTask;
}

/** What a wrong answer is told is the dataset's own text, so that it is as long; no reference answer is looked at. */
function undecided(dataset: Dataset): Dataset {
  const told = new Map<string, Promise<Score>>();
  const score = (task: TaskRef): Promise<Score> => {
    const known = told.get(task.id) ?? dataset.score(task, 'no answer');
    told.set(task.id, known);
    return known;
  };
  return Object.assign(Object.create(dataset) as Dataset, {
    score,
    voteKey: (answer: string) => answer,
  });
}
