/** What does the same budget buy without any insight? Uninformed rewrites and random settings: the honest baseline. */
import { type Candidate, candidateDigest } from '../../core/candidate.ts';
import type { TaskView } from '../../core/dataset.ts';
import type {
  Optimizer,
  OptimizerContext,
  OptimizerResult,
  RolloutsAsk,
} from '../../core/optimizer.ts';
import type { Rollout } from '../../core/rollout.ts';
import { drawBatch } from '../kit/minibatch.ts';
import { isObserved, pairRollouts, summedGain } from '../kit/paired.ts';
import { runAgainst } from '../kit/race/run-against.ts';
import { bestFirst, worthOf } from '../kit/worth.ts';
import { about } from './about.ts';
import { drawCandidates } from './draw.ts';
import { optionsSchema, type RandomOptions } from './options.ts';

/** A candidate with everything that was observed of it. */
interface Entry {
  readonly candidate: Candidate;
  readonly rollouts: readonly Rollout[];
  /** It left its block early, and cannot lead. */
  readonly isOut?: boolean;
}

interface Leader {
  readonly entry: Entry;
  /** Mean score above the seed's. */
  readonly gain: number;
}

/** Rounds without a single new observation after which the search gives up. */
const BARREN_ROUNDS = 3;

export const random: Optimizer<RandomOptions> = {
  id: 'random',
  version: 1,
  title: 'Random search: uninformed rewrites and random settings at equal budget',
  about,
  optionsSchema,
  minimumBudget: ({ smallestBlock }, shape) => 2 * Math.min(smallestBlock, shape.trainTasks),
  optimize,
};

async function optimize(
  context: OptimizerContext,
  options: RandomOptions,
): Promise<OptimizerResult> {
  const seed = context.seedCandidate;
  const { prompts, topology } = context.optimize;
  if (context.train.length === 0) return { incumbent: seed, stop: 'no_training_tasks' };
  if (!prompts && !topology) return { incumbent: seed, stop: 'nothing_to_search' };
  const size = blockSize(context, options);
  if (size === 0) return { incumbent: seed, stop: 'budget' };
  const tasks = drawBatch(context.random('random', 'block'), context.train, { size });
  const { scored, stop } = await searchBlock(context, options, tasks);
  const winner = await finalChoice(context, options, { scored, used: tasks });
  noteChoice(context, scored, winner);
  return { incumbent: winner?.entry.candidate ?? seed, stop };
}

/** A quarter of a small budget, so that the seed meets at least three candidates; 0 when even the smallest is too dear. */
function blockSize(context: OptimizerContext, options: RandomOptions): number {
  const { remaining } = context.budget();
  const smallest = Math.min(options.smallestBlock, context.train.length);
  if (remaining < 2 * smallest) return 0;
  return Math.min(
    options.tasks,
    context.train.length,
    Math.max(smallest, Math.floor(remaining / 4)),
  );
}

async function searchBlock(
  context: OptimizerContext,
  options: RandomOptions,
  tasks: readonly TaskView[],
): Promise<{ scored: readonly Entry[]; stop: string }> {
  const reserve = Math.floor(options.finalShare * context.budget().remaining);
  const parents = [candidateDigest(context.seedCandidate)];
  const seen = new Set(parents);
  let scored = await score(context, [context.seedCandidate], tasks);
  for (let round = 0, barren = 0; barren < BARREN_ROUNDS; round += 1) {
    const kept = leaders(scored).length > 0 && options.finalists > 0 ? reserve : 0;
    const paid = Math.floor((context.budget().remaining - kept) / tasks.length);
    if (paid < 1) return { scored, stop: 'budget' };
    const count = Math.min(paid, options.perRound);
    const drawn = await drawCandidates(context, options, { round, count });
    const fresh = drawn.filter((candidate) => {
      const isNew = !seen.has(candidateDigest(candidate));
      seen.add(candidateDigest(candidate));
      return isNew;
    });
    for (const candidate of fresh) {
      context.note({ kind: 'candidate-proposed', candidate, parents, reason: 'uninformed draw' });
    }
    const entries =
      fresh.length === 0 ? [] : await contested(context, options, { scored, fresh, tasks });
    const observed = entries.some(({ rollouts }) => rollouts.some(isObserved));
    barren = observed ? 0 : barren + 1;
    scored = [...scored, ...entries];
  }
  return { scored, stop: 'no_new_observations' };
}

async function score(
  context: OptimizerContext,
  candidates: readonly Candidate[],
  tasks: readonly TaskView[],
): Promise<Entry[]> {
  const asks = candidates.map(
    (candidate): RolloutsAsk => ({ kind: 'rollouts', candidate, tasks, whenShort: 'skip' }),
  );
  const results: readonly (readonly Rollout[])[] = await context.step(asks);
  return candidates.map((candidate, index) => ({ candidate, rollouts: results[index] ?? [] }));
}

/** Fresh candidates on the block of all, against the seed's rows on it. */
async function contested(
  context: OptimizerContext,
  { finalists }: RandomOptions,
  block: {
    readonly scored: readonly Entry[];
    readonly fresh: readonly Candidate[];
    readonly tasks: readonly TaskView[];
  },
): Promise<Entry[]> {
  const holder = block.scored[0]?.rollouts ?? [];
  const contenders = await runAgainst(context, {
    candidates: block.fresh,
    tasks: block.tasks,
    bars: [{ holder, strict: true }],
    rivals: [holder],
    keep: Math.max(1, finalists),
  });
  return contenders.map(({ candidate, rollouts, leftFor }) => ({
    candidate,
    rollouts,
    isOut: leftFor !== null,
  }));
}

/** Candidates that gained over the seed (the first entry), best first; the earliest of equals leads. */
function leaders([seed, ...others]: readonly Entry[]): Leader[] {
  const gains = others.map((entry) => ({
    entry,
    gain: gainOver(seed?.rollouts ?? [], entry.rollouts),
  }));
  return gains
    .filter(({ entry, gain }) => gain > 0 && entry.isOut !== true)
    .sort((left, right) => right.gain - left.gain);
}

/** Mean difference of scores on the tasks observed in both arms; 0 without any. */
function gainOver(seed: readonly Rollout[], rollouts: readonly Rollout[]): number {
  const pairs = pairRollouts(seed, rollouts);
  return pairs.length === 0 ? 0 : summedGain(pairs) / pairs.length;
}

/** The best of a block is partly lucky: the leaders meet the seed again on fresh tasks, and all tasks decide; of equals the cheapest. */
async function finalChoice(
  context: OptimizerContext,
  options: RandomOptions,
  { scored, used }: { readonly scored: readonly Entry[]; readonly used: readonly TaskView[] },
): Promise<Leader | undefined> {
  const finalists = leaders(scored)
    .slice(0, Math.max(1, options.finalists))
    .map(({ entry }) => entry);
  const [seed] = scored;
  if (seed === undefined || finalists.length === 0) return undefined;
  let entries = [seed, ...finalists];
  const size = Math.floor(context.budget().remaining / entries.length);
  const tasks = drawBatch(context.random('random', 'final'), context.train, {
    size,
    excluded: used,
  });
  if (options.finalists > 0 && tasks.length > 0) {
    const again = await score(
      context,
      entries.map(({ candidate }) => candidate),
      tasks,
    );
    entries = entries.map(({ candidate, rollouts }, index) => ({
      candidate,
      rollouts: [...rollouts, ...(again[index]?.rollouts ?? [])],
    }));
  }
  const worths = leaders(entries).map((leader) => {
    const { candidate, rollouts } = leader.entry;
    return { ...leader, ...worthOf(context, candidate, { score: leader.gain, rollouts }) };
  });
  return bestFirst(worths)[0];
}

function noteChoice(
  context: OptimizerContext,
  scored: readonly Entry[],
  winner: Leader | undefined,
): void {
  const parents = [candidateDigest(context.seedCandidate)];
  const [seed, ...others] = scored;
  for (const { candidate, rollouts } of others) {
    const won = candidate === winner?.entry.candidate;
    const gain = won ? winner.gain : gainOver(seed?.rollouts ?? [], rollouts);
    const tasks = pairRollouts(seed?.rollouts ?? [], won ? winner.entry.rollouts : rollouts).length;
    const reason = `${gain.toFixed(3)} over the seed on ${won ? 'all' : "the block's"} ${tasks} paired tasks`;
    context.note({
      kind: won ? 'candidate-accepted' : 'candidate-rejected',
      candidate,
      parents,
      reason,
    });
  }
}
