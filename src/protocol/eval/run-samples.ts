/** How does one team do on whole errands, in which every call sees what the calls before it did? */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { candidateDigest } from '../../core/candidate.ts';
import type { Dataset, Episode, Score } from '../../core/dataset.ts';
import { InterruptedError, UsageError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { derivedSeed } from '../../core/random.ts';
import type { EvaluatedTask } from '../../evaluation/evaluate-task.ts';
import { evaluatePatiently } from '../../evaluation/rollout-runner.ts';
import { workPool } from '../../evaluation/work-pool.ts';
import { writeFileSafely } from '../../store/files.ts';
import { pathSegment } from '../../store/path-segment.ts';
import type { Installation } from '../preparation/job-request.ts';
import {
  type EvalEnvironment,
  type EvalRequest,
  type OpenedEvaluation,
  openEvaluation,
  type PreparedEvaluation,
  prepareEvaluation,
} from './open-eval.ts';
import { selectTasks } from './select-tasks.ts';

export interface SamplesRequest extends EvalRequest {
  /** Turns after which an errand counts as not solved; null: `defaultTurnCap`. */
  readonly maxTurns: number | null;
}

export interface SampleRow {
  readonly sampleId: string;
  readonly stratum: string;
  /** Null when a turn could not be observed. */
  readonly solved: boolean | null;
  /** Answers that the team gave. */
  readonly turns: number;
  readonly cap: number;
  /** Recorded steps, and those that were made in the end. */
  readonly steps: number;
  readonly made: number;
  /** Answers that the configured scorer could not decide: none of them counts as a step. */
  readonly undecided: number;
  /** Why the last answer made no step; null when it did, or none was wrong. */
  readonly error: string | null;
}

export interface SamplesOutcome {
  readonly folder: string;
  readonly simulated: boolean;
  readonly title: string;
  /** In sample order. */
  readonly rows: readonly SampleRow[];
}

/** Every step may fail once, and there is room for two more. */
export function defaultTurnCap(steps: number): number {
  return 2 * steps + 2;
}

/**
 * Asks the team for the next call again and again: each is carried out, right or wrong, and what came of it stands in the
 * history of the next turn. An errand is solved as soon as each recorded step was made, in any order. Writes
 * results.jsonl (a line per errand), predictions.jsonl (a line per turn) and traces/; interrupted, it keeps nothing.
 *
 * @throws UsageError when the dataset has no errands
 */
export async function runSamples(
  request: SamplesRequest,
  installation: Installation,
  environment: EvalEnvironment,
): Promise<SamplesOutcome> {
  const evaluation = await prepareEvaluation(request, installation);
  const { prepared } = evaluation;
  const episodes = await startEpisodes(request, prepared.dataset, { installation, environment });
  const name = `${prepared.dataset.id}-samples`;
  const opened = await openEvaluation(request, { prepared, name }, { installation, environment });
  let done = 0;
  const runs = await workPool(opened.concurrency).runAll(
    episodes.map((episode) => async () => {
      const run = await runErrand(episode, { request, evaluation, opened, environment });
      done += 1;
      environment.onTask(done, episodes.length);
      return run;
    }),
  );
  writeSamples(opened, runs);
  const { folder, simulated, title } = opened;
  return { folder, simulated, title, rows: runs.map(({ row }) => row) };
}

async function startEpisodes(
  { selection }: EvalRequest,
  dataset: Dataset,
  where: { readonly installation: Installation; readonly environment: EvalEnvironment },
): Promise<readonly Episode[]> {
  const { abort } = where.environment;
  const episodes = await dataset.episodes?.(abort);
  if (episodes === undefined) {
    throw new UsageError(`dataset "${dataset.id}" has no whole samples to work on`, {
      hints: ['leave out --task samples to score single answers'],
    });
  }
  const { pool, evaluation } = episodes;
  const lists = { id: dataset.id, pool, evaluation };
  const ids = selectTasks(lists, selection, where.installation.workingDirectory);
  return await episodes.start(ids, abort);
}

interface ErrandParts {
  readonly request: SamplesRequest;
  readonly evaluation: PreparedEvaluation;
  readonly opened: OpenedEvaluation;
  readonly environment: EvalEnvironment;
}

interface ErrandRun {
  readonly row: SampleRow;
  readonly turns: readonly EvaluatedTask[];
}

async function runErrand(first: Episode, parts: ErrandParts): Promise<ErrandRun> {
  const cap = parts.request.maxTurns ?? defaultTurnCap(first.steps);
  const turns: EvaluatedTask[] = [];
  const scores: Score[] = [];
  let episode = first;
  let isObserved = true;
  while (!episode.solved && turns.length < cap && isObserved) {
    const { evaluated, next } = await takeTurn(episode, turns.length, parts);
    turns.push(evaluated);
    isObserved = evaluated.rollout.outcome !== 'infrastructure_failure';
    if (next !== null) {
      episode = next.episode;
      scores.push(next.score);
    }
  }
  const row: SampleRow = {
    sampleId: first.id,
    stratum: first.stratum,
    solved: isObserved ? episode.solved : null,
    turns: turns.length,
    cap,
    steps: first.steps,
    made: episode.made,
    undecided: scores.filter((score) => !score.decided).length,
    error: turns.at(-1)?.rollout.failure?.message ?? null,
  };
  return { row, turns };
}

/** One answer of the team; `next` is null when there was none to carry out. */
async function takeTurn(
  episode: Episode,
  turn: number,
  { request, evaluation, opened, environment }: ErrandParts,
): Promise<{
  readonly evaluated: EvaluatedTask;
  readonly next: Awaited<ReturnType<Episode['advance']>> | null;
}> {
  if (environment.stop.aborted) throw new InterruptedError('stopped. Nothing was written.');
  const { prepared, candidate } = evaluation;
  const { id, stratum } = episode;
  let next: Awaited<ReturnType<Episode['advance']>> | null = null;
  const dataset: Dataset = {
    ...prepared.dataset,
    brief: () => episode.brief,
    score: async (_task, answer) => {
      next = await episode.advance(answer, environment.abort);
      return next.score;
    },
  };
  const evaluated = await evaluatePatiently(
    { ...opened.evaluator, dataset },
    {
      candidate,
      candidateId: candidateDigest(candidate),
      task: { id, stratum },
      seed: derivedSeed('evaluation', 'eval', request.seed, id, turn),
      decoding: prepared.protocol.decoding.evaluation,
    },
    { signal: environment.abort, onFailedAttempt: () => undefined },
  );
  // A prompt that does not fit the model leaves no answer: the turn is lost, and the next one is told the same.
  return { evaluated, next };
}

function writeSamples({ folder, out }: OpenedEvaluation, runs: readonly ErrandRun[]): void {
  for (const name of ['results.jsonl', 'predictions.jsonl', 'traces', 'report.json', 'report.md']) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
  const results = runs.map(({ row }) => resultLine(row));
  writeFileSafely(out ?? join(folder, 'results.jsonl'), jsonLines(results));
  const predictions = runs.flatMap(({ row, turns }) =>
    turns.map(({ rollout }, turn) => ({
      sample_id: row.sampleId,
      turn: turn + 1,
      text: rollout.answer,
      correct: rollout.score === null ? null : rollout.errorClass === null,
    })),
  );
  writeFileSafely(join(folder, 'predictions.jsonl'), jsonLines(predictions));
  for (const { row, turns } of runs) {
    const trace = {
      sampleId: row.sampleId,
      solved: row.solved,
      turns: turns.map(({ rollout, transcript }) => transcript ?? { failure: rollout.failure }),
    };
    const path = join(folder, 'traces', `${pathSegment(row.sampleId)}.json`);
    writeFileSafely(path, `${JSON.stringify(trace, null, 2)}\n`);
  }
}

function resultLine(row: SampleRow): JsonObject {
  const { sampleId, stratum, solved, turns, cap, steps, made, undecided, error } = row;
  return { sample_id: sampleId, stratum, solved, turns, cap, steps, made, undecided, error };
}

function jsonLines(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}
