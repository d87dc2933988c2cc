/** On which setting of the topology parameters do these prompts work best? Stage two of the staged schedule. */
import { type Candidate, candidateDigest, withParameters } from '../../../core/candidate.ts';
import { canonicalJson } from '../../../core/json.ts';
import type { OptimizerContext } from '../../../core/optimizer.ts';
import { neighbours } from '../../../core/space.ts';
import { drawBatch } from '../minibatch.ts';
import { type Observed, pairRollouts } from '../paired.ts';
import { race } from '../race/race.ts';
import type { StagedOptions } from './options.ts';

/** Below this many shared tasks a race says nothing. */
const FEWEST_TASKS = 5;
/** A mean must be higher by more than this, whatever its last bits say. */
const SMALLEST_GAIN = 1e-9;

/** The anchor, or the candidate of the setting that beat it on shared tasks. Charges at most the context's budget. */
export async function raceSettings(
  context: OptimizerContext,
  options: StagedOptions,
): Promise<Candidate> {
  const anchor = context.seedCandidate;
  const { remaining } = context.budget();
  const smallest = Math.min(FEWEST_TASKS, context.train.length);
  if (smallest === 0 || remaining < 2 * smallest) return anchor;
  const most = Math.min(options.raceSettings, Math.floor(remaining / smallest) - 1);
  const rivals = entrants(context, anchor, most);
  if (rivals.length === 0) return anchor;
  const parents = [candidateDigest(anchor)];
  for (const candidate of rivals) {
    context.note({ kind: 'candidate-proposed', candidate, parents, reason: 'setting of the race' });
  }
  const size = Math.min(options.raceTasks, context.train.length);
  const tasks = drawBatch(context.random('tasks'), context.train, { size });
  const { ranking } = await race(context, { candidates: [anchor, ...rivals], tasks });
  const own = ranking.find(({ index }) => index === 0)?.rollouts ?? [];
  const [first] = ranking;
  for (const { candidate, index, rollouts } of ranking) {
    if (index === 0) continue;
    const pairs = pairRollouts(own, rollouts);
    const gain = mean(pairs.map((pair) => pair.candidate)) - mean(pairs.map((pair) => pair.parent));
    const wins = index === first?.index && pairs.length > 0 && gain > SMALLEST_GAIN;
    context.note({
      kind: wins ? 'candidate-accepted' : 'candidate-rejected',
      candidate,
      parents,
      reason: `race of settings: ${gain.toFixed(3)} over the given one on ${pairs.length} paired tasks`,
    });
    if (wins) return candidate;
  }
  return anchor;
}

/** One step away first, because a single change is the likeliest to be an improvement; then random ones. */
function entrants(context: OptimizerContext, anchor: Candidate, most: number): Candidate[] {
  const own = canonicalJson(anchor.parameters);
  const near = neighbours(context.space, anchor.parameters);
  const known = new Set([own, ...near.map((setting) => canonicalJson(setting))]);
  const far = context.space.settings.filter((setting) => !known.has(canonicalJson(setting)));
  const random = context.random('settings');
  return [...random.shuffle(near), ...random.shuffle(far)]
    .slice(0, Math.max(0, most))
    .map((setting) => withParameters(anchor, setting));
}

function mean(rows: readonly Pick<Observed, 'score'>[]): number {
  return rows.reduce((sum, { score }) => sum + score, 0) / Math.max(1, rows.length);
}
