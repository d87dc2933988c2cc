/** Which replies of the assistant are recorded, and after which call does each stand? */
import type { TaskRef } from '../../../core/dataset.ts';
import type { ApiEntry } from '../data/catalog.ts';
import type { ApiBankData } from '../data/content.ts';
import { type Dialogue, isApiTurn, type Turn } from '../data/dialogues.ts';
import { pyStrip } from '../python/text.ts';
import { type Level, taskId } from '../tasks/ids.ts';
import { type ApiBankTask, allTasks, levelSetOf } from '../tasks/task.ts';

export interface ReplyTask extends TaskRef {
  readonly level: Level;
  /** Every API that the dialogue calls, sorted by name. */
  readonly describedApis: readonly ApiEntry[];
  /** Everything before the reply; the last turn is a call with its result. */
  readonly history: readonly Turn[];
  /** What the assistant said next. */
  readonly reference: string;
  /** Id of the call that the reply follows. */
  readonly call: string;
}

/**
 * In benchmark order. Upstream numbers two samples per call: 2k is the call, 2k + 1 the turn after it, which is a reply
 * only when the assistant speaks. A sample of level 3 has one response, after its last call.
 */
export function allReplies(data: ApiBankData): ReplyTask[] {
  const calls = allTasks(data);
  const byId = new Map(calls.map((task) => [task.id, task]));
  const find = apiFinder(data);
  const dialogues: readonly (readonly [1 | 2, Dialogue])[] = [
    ...data.level1.map((dialogue) => [1, dialogue] as const),
    ...data.level2.map((dialogue) => [2, dialogue] as const),
  ];
  const spoken = dialogues.flatMap(([level, { file, turns }]) =>
    callPlaces(turns).flatMap((place, position) => {
      const call = byId.get(taskId(level, `${file}::${2 * position}`));
      const next = turns[place + 1];
      if (call === undefined || next?.role !== 'AI') return [];
      const id = taskId(level, `${file}::${2 * position + 1}`);
      return [replyAfter(call, { id, reference: next.text, find })];
    }),
  );
  return [...spoken, ...responses(data, calls, find)];
}

function callPlaces(turns: readonly Turn[]): number[] {
  return turns.flatMap((turn, place) => (isApiTurn(turn) ? [place] : []));
}

type ApiFinder = (level: Level, name: string) => ApiEntry | undefined;

function apiFinder({ catalog }: ApiBankData): ApiFinder {
  const entries = new Map(catalog.map((api) => [`${api.levelSet} ${api.name}`, api]));
  return (level, name) => entries.get(`${levelSetOf(level)} ${name}`);
}

/** Calls of level 3 stand sample by sample, so the last one with an id of the sample is the last of the plan. */
function responses(data: ApiBankData, calls: readonly ApiBankTask[], find: ApiFinder): ReplyTask[] {
  const planned = calls.filter((task) => task.level === 3);
  let next = 0;
  return data.level3.flatMap(({ steps, response }) => {
    next += steps.length;
    const last = planned[next - 1];
    if (last === undefined || steps.length === 0 || response === undefined) return [];
    const id = `${last.id.slice(0, last.id.lastIndexOf('::'))}::response`;
    return [replyAfter(last, { id, reference: pyStrip(response), find })];
  });
}

function replyAfter(
  call: ApiBankTask,
  { id, reference, find }: { id: string; reference: string; find: ApiFinder },
): ReplyTask {
  const { level, stratum, dialogueApis, history, gold } = call;
  return {
    id,
    stratum,
    level,
    describedApis: dialogueApis.map((name) => find(level, name)).filter((api) => api !== undefined),
    history: [...history, gold],
    reference,
    call: call.id,
  };
}
