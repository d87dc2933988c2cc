/** What is one task: which dialogue, up to where, and which recorded call comes next? */
import type { TaskRef } from '../../../core/dataset.ts';
import type { ApiEntry, LevelSet } from '../data/catalog.ts';
import type { ApiBankData } from '../data/content.ts';
import {
  type ApiTurn,
  apiTurns,
  type Dialogue,
  isApiTurn,
  type PlanSample,
  type Turn,
} from '../data/dialogues.ts';
import { coerceRecordedArguments } from '../parse/call-text.ts';
import { printCall } from '../parse/print-call.ts';
import { pyStrip } from '../python/text.ts';
import { type Level, SKIPPED_APIS, stratumOf, taskId } from './ids.ts';

const RELEASED_LEVEL_3 = 'level-3.json';

export interface ApiBankTask extends TaskRef {
  readonly level: Level;
  /** Every API that the whole dialogue calls, sorted. */
  readonly dialogueApis: readonly string[];
  /** APIs that the brief describes, sorted by name; empty on levels 2 and 3, which show the search for APIs only. */
  readonly describedApis: readonly ApiEntry[];
  /** Everything before the call. */
  readonly history: readonly Turn[];
  /** The recorded call, which is the reference answer. */
  readonly gold: ApiTurn;
}

/** The set of APIs that a level runs on. */
export function levelSetOf(level: Level): LevelSet {
  return level === 3 ? 'lv3' : 'base';
}

/** Earlier calls of the dialogue, oldest first. */
export function earlierCalls(task: ApiBankTask): ApiTurn[] {
  return task.history.filter(isApiTurn);
}

/** The recorded call written out as an answer. */
export function goldAnswer({ gold }: ApiBankTask): string {
  return printCall(gold.apiName, coerceRecordedArguments(gold.arguments));
}

/** Every task of the data in benchmark order: levels 1, 2, 3; files sorted by name; calls in dialogue order. */
export function allTasks(data: ApiBankData): ApiBankTask[] {
  const base = new Map(
    data.catalog.filter((api) => api.levelSet === 'base').map((api) => [api.name, api]),
  );
  const nothing: ReadonlyMap<string, ApiEntry> = new Map();
  return [
    ...data.level1.flatMap((dialogue) => dialogueTasks(1, dialogue, base)),
    ...data.level2.flatMap((dialogue) => dialogueTasks(2, dialogue, nothing)),
    ...data.level3.flatMap((sample, index) =>
      planTasks(sample, `${data.level3File ?? RELEASED_LEVEL_3}::${index}`),
    ),
  ];
}

function dialogueTasks(
  level: 1 | 2,
  dialogue: Dialogue,
  described: ReadonlyMap<string, ApiEntry>,
): ApiBankTask[] {
  const dialogueApis = sortedNames(apiTurns(dialogue));
  const describedApis = dialogueApis
    .filter((name) => !SKIPPED_APIS[level].includes(name))
    .map((name) => described.get(name))
    .filter((api) => api !== undefined);
  const tasks: ApiBankTask[] = [];
  dialogue.turns.forEach((turn, position) => {
    if (!isApiTurn(turn)) return;
    // Upstream numbers two samples per call: the call itself (even) and the reply after it (odd, no task here).
    const sampleId = 2 * tasks.length;
    tasks.push({
      id: taskId(level, `${dialogue.file}::${sampleId}`),
      stratum: stratumOf(level),
      level,
      dialogueApis,
      describedApis,
      history: dialogue.turns.slice(0, position),
      gold: turn,
    });
  });
  return tasks;
}

function planTasks(sample: PlanSample, sourceId: string): ApiBankTask[] {
  const request: Turn = { role: 'User', text: pyStrip(sample.requirement) };
  const dialogueApis = sortedNames(sample.steps);
  return sample.steps.map((gold, index) => ({
    id: taskId(3, `${sourceId}::${index}`),
    stratum: stratumOf(3),
    level: 3,
    dialogueApis,
    describedApis: [],
    history: [request, ...sample.steps.slice(0, index)],
    gold,
  }));
}

function sortedNames(turns: readonly ApiTurn[]): string[] {
  return [...new Set(turns.map((turn) => turn.apiName))].sort();
}
