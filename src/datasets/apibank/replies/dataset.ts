/** How is a benchmark in API-Bank's format opened to ask for replies instead of calls? */
import type { DataCard, Dataset, DatasetSettings, Reporting } from '../../../core/dataset.ts';
import { UsageError } from '../../../core/errors.ts';
import type { Json } from '../../../core/json.ts';
import type { ApiBankSource } from '../dataset.ts';
import { LEVELS, resolveTaskId, stratumOf } from '../tasks/ids.ts';
import { replyBriefOf } from './brief.ts';
import { PUBLISHED_REPLIES } from './published.ts';
import { allReplies, type ReplyTask } from './reply-task.ts';
import { replyVoteKey, scoreReply } from './score.ts';

/** Raised whenever the same reply could score differently. */
const ROUGE_VERSION = 1;

/** What can be asked of the data, by option `task`. */
const TASKS = ['calls', 'replies'] as const;

/**
 * @param more names of options that say which data are meant, and so hold for replies too
 * @throws UsageError for a value of option `task` that is not known, and for options that only calls have
 */
export function asksForReplies(
  { options }: Pick<DatasetSettings, 'options'>,
  more: readonly string[] = [],
): boolean {
  const { task = 'calls', ...others } = options;
  if (task === 'calls') return false;
  if (task !== 'replies') {
    throw new UsageError(`task must be one of ${TASKS.join(', ')}; got ${JSON.stringify(task)}`);
  }
  const strange = Object.keys(others).filter((name) => !more.includes(name));
  if (strange.length === 0) return true;
  throw new UsageError(strange.map((name) => `${name} means nothing to task replies`));
}

/**
 * Every recorded reply is in the pool: none has to be carried out, so no reason to leave out its call applies to it.
 * Held out are the replies that follow the evaluation calls, where one does. Reads the data at once, because only they
 * say where replies are.
 *
 * @param source of calls; its pool is not used
 * @param name, reopen of the calls, where they are not the usual ones
 */
export async function openReplies(
  source: ApiBankSource,
  signal: AbortSignal,
  {
    name = source.id,
    reopen = {},
  }: { readonly name?: string; readonly reopen?: { readonly [option: string]: Json } } = {},
): Promise<Dataset<ReplyTask>> {
  const pool = allReplies(await source.read(signal));
  const tasks = new Map(pool.map((task) => [task.id, task]));
  const afterCall = new Map(pool.map((task) => [task.call, task]));
  return {
    id: source.id,
    version: source.version,
    // Which of several pools it is stays at the end: `apibank-synth-replies@7`.
    name: `${source.id}-replies${name.slice(source.id.length)}`,
    reopen: { ...reopen, task: 'replies' },
    promptSet: 'apibank-replies',
    measure: 'ROUGE-L',
    identity: { ...source.identity, task: 'replies', rougeVersion: ROUGE_VERSION },
    pool: pool.map(({ id, stratum }) => ({ id, stratum })),
    evaluation: source.evaluation.flatMap(({ id }) => {
      const reply = afterCall.get(id);
      return reply === undefined ? [] : [{ id: reply.id, stratum: reply.stratum }];
    }),
    load: async (ids, loading) => {
      loading.throwIfAborted();
      return await Promise.resolve(findReplies(source.id, ids, tasks));
    },
    brief: replyBriefOf,
    score: (task, answer) => Promise.resolve(scoreReply(task, answer)),
    referenceAnswer: (task) => task.reference,
    voteKey: replyVoteKey,
    tools: null,
    reporting: replyReporting(),
    describe: () => Promise.resolve(replyCard(source, pool)),
  };
}

function replyReporting(): Reporting<ReplyTask> {
  return {
    scorers: [
      {
        id: 'rouge-l',
        version: ROUGE_VERSION,
        title:
          'ROUGE-L F1 as the package `rouge` 1.0.1 has it, to four digits; only the recorded words count as right',
      },
    ],
    scoreAll: (task, answer) => Promise.resolve({ 'rouge-l': scoreReply(task, answer).correct }),
    columns: LEVELS.map((level) => `L${level} Reply`),
    columnOf: ({ level }) => `L${level} Reply`,
    sampleOf: () => null,
    published: [PUBLISHED_REPLIES],
  };
}

/** The data's own card, with the replies counted in place of its calls. */
function replyCard(source: ApiBankSource, pool: readonly ReplyTask[]): DataCard {
  const card = source.describe([]);
  const kept = Object.entries(card.counts).filter(([name]) => !name.startsWith('pool '));
  const counts: { [name: string]: number } = Object.fromEntries(kept);
  for (const level of LEVELS) {
    counts[`replies ${stratumOf(level)}`] = pool.filter((task) => task.level === level).length;
  }
  return { ...card, title: `${card.title}, replies`, counts };
}

/** @throws UsageError naming every id that is not a reply. */
function findReplies(
  dataset: string,
  ids: readonly string[],
  tasks: ReadonlyMap<string, ReplyTask>,
): ReplyTask[] {
  const unknown: string[] = [];
  const found = ids.flatMap((id) => {
    const task = tasks.get(resolveTaskId(id, (candidate) => tasks.has(candidate)) ?? id);
    if (task === undefined) unknown.push(`${dataset} has no reply ${JSON.stringify(id)}`);
    return task === undefined ? [] : [task];
  });
  if (unknown.length === 0) return found;
  throw new UsageError(unknown, {
    hints: [
      'a reply is named after the call before it: `level-1::<dialogue file>::<sample>` with the next, odd sample number',
      'the response of level 3 is `level-3::<file>::<sample>::response`',
    ],
  });
}
