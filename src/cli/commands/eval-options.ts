/** What can be said about an evaluation on the command line? */
import { MAXIMUM_SEED } from '../../config/protocol.ts';
import type { FlagValues } from '../flags.ts';
import { answeringFlags, poolFlags, runFlags, taskFlag, teamFlags } from './run-options.ts';

export const evalFlags = {
  dataset: runFlags.dataset,
  ...poolFlags,
  ...teamFlags,
  task: taskFlag,
  maxTurns: {
    kind: 'integer',
    minimum: 1,
    maximum: 1000,
    describe:
      'with --task samples: turns after which a sample counts as not solved. Without it, twice its calls and two more',
  },
  ...answeringFlags,
  model: runFlags.model,
  level: {
    kind: 'choice',
    choices: ['all', '1', '2', '3'],
    synonyms: {
      l1: '1',
      l2: '2',
      l3: '3',
      'level-1': '1',
      'level-2': '2',
      'level-3': '3',
    },
    describe: 'tasks of one level, or the held-out evaluation tasks (all)',
    default: 'all',
  },
  limit: {
    kind: 'integer',
    minimum: 1,
    maximum: 1_000_000,
    describe: 'how many tasks. Without it 2, or all that --only names',
  },
  offset: {
    kind: 'integer',
    minimum: 0,
    describe: 'how many tasks to pass over first',
    default: 0,
  },
  only: {
    kind: 'texts',
    placeholder: 'ID',
    describe: 'just these tasks, in this order; lifts the limit',
  },
  config: {
    kind: 'text',
    placeholder: 'FILE',
    describe: "a frozen.json to evaluate. Without it, the topology's seed prompts",
  },
  seed: {
    kind: 'integer',
    minimum: 0,
    maximum: MAXIMUM_SEED,
    describe: 'of sampling',
    default: 0,
  },
  out: {
    kind: 'text',
    placeholder: 'FILE',
    describe: 'the results, one JSON line per task. Without it, results.jsonl in the folder',
  },
  outDir: {
    kind: 'text',
    placeholder: 'DIR',
    describe:
      'folder for results, predictions and transcripts; those of an earlier evaluation in it are replaced. Without it, runs/eval/DATASET/TOPOLOGY/MODEL, and tools below it in that answer mode',
  },
  curatedPath: {
    kind: 'text',
    placeholder: 'FILE',
    describe: 'a file of task ids (JSON, or one a line) instead of the evaluation manifest',
  },
  toolsearcherScorer: {
    kind: 'text',
    placeholder: 'NAME',
    describe: 'how a call of the API search is judged: keyword, official or upstream',
  },
  parserPolicy: {
    kind: 'choice',
    choices: ['last', 'strict', 'upstream'],
    describe: 'which bracketed call of an answer counts',
  },
  summary: {
    kind: 'switch',
    describe:
      'ask no model: score the reference answers of the tasks, and print the data card on stderr',
  },
  batch: {
    kind: 'accepted',
    describe: 'accepted for scripts written for other runners: tasks always run side by side',
  },
  concurrency: runFlags.concurrency,
  taskEndpoints: runFlags.taskEndpoints,
  cache: runFlags.cache,
  quiet: runFlags.quiet,
  json: runFlags.json,
} as const;

export type EvalOptions = FlagValues<typeof evalFlags>;

/** Tasks of an evaluation when nothing is said: enough to see that everything is connected. */
export const DEFAULT_EVAL_LIMIT = 2;
