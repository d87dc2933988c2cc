/** Which tasks are held out for the evaluation? */
import type { TaskRef } from '../../core/dataset.ts';
import { LEVELS, type Level, POOL_SIZES, stratumOf } from '../apibank/tasks/ids.ts';
import { synthStream } from './version.ts';

const POOL_TOTAL = LEVELS.reduce((sum, level) => sum + POOL_SIZES[level], 0);
/** Held out of a pool of `POOL_TOTAL` tasks. */
const EVALUATION_TOTAL = 100;

/** Tasks per level in a pool of `size`: in the proportions of API-Bank's pool. */
export function levelSizes(size: number): { readonly [level in Level]: number } {
  const chat = Math.round((size * POOL_SIZES[1]) / POOL_TOTAL);
  return { 1: chat, 2: chat, 3: size - 2 * chat };
}

/** As many of each level, the rest from the last one: 33, 33 and 34 of a pool of 445. */
function evaluationSizes(size: number): { readonly [level in Level]: number } {
  const all = Math.round((size * EVALUATION_TOTAL) / POOL_TOTAL);
  const third = Math.floor(all / LEVELS.length);
  return { 1: third, 2: third, 3: all - 2 * third };
}

/**
 * Whole dialogues by chance, so that what is held out shares no dialogue with what is trained on; only where no whole one
 * fits any more is one cut. In pool order.
 */
export function heldOut(pool: readonly TaskRef[], datasetSeed: number): TaskRef[] {
  const wanted = evaluationSizes(pool.length);
  const chosen = new Set(
    LEVELS.flatMap((level) => {
      const stratum = stratumOf(level);
      const dialogues = dialoguesOf(pool.filter((task) => task.stratum === stratum));
      const order = synthStream(datasetSeed, 'held-out', level).shuffle(dialogues);
      return fill(order, wanted[level]);
    }),
  );
  return pool.filter((task) => chosen.has(task.id));
}

/** Ids by dialogue: all but the last part of an id. */
function dialoguesOf(tasks: readonly TaskRef[]): string[][] {
  const groups = new Map<string, string[]>();
  for (const { id } of tasks) {
    const dialogue = id.slice(0, id.lastIndexOf('::'));
    groups.set(dialogue, [...(groups.get(dialogue) ?? []), id]);
  }
  return [...groups.values()];
}

function fill(dialogues: readonly (readonly string[])[], wanted: number): string[] {
  const chosen: string[] = [];
  const left: (readonly string[])[] = [];
  for (const dialogue of dialogues) {
    if (chosen.length + dialogue.length <= wanted) chosen.push(...dialogue);
    else left.push(dialogue);
  }
  return [...chosen, ...left.flat().slice(0, wanted - chosen.length)];
}
