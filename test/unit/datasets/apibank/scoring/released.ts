/** The released benchmark as tests need it: parsed data and every task by id. */
import type { ApiBankData } from '../../../../../src/datasets/apibank/data/content.ts';
import { parseContent } from '../../../../../src/datasets/apibank/data/content.ts';
import { readSource } from '../../../../../src/datasets/apibank/data/source.ts';
import { type ApiBankTask, allTasks } from '../../../../../src/datasets/apibank/tasks/task.ts';

export interface Released {
  readonly data: ApiBankData;
  readonly tasks: ReadonlyMap<string, ApiBankTask>;
}

/** `pack` is the folder of a data pack. */
export async function readReleased(pack: string): Promise<Released> {
  const { files } = await readSource(pack, new AbortController().signal);
  const data = parseContent(files);
  return { data, tasks: new Map(allTasks(data).map((task) => [task.id, task])) };
}

/** The task of that id; a missing one is a broken test. */
export function taskOf({ tasks }: Released, id: string): ApiBankTask {
  const task = tasks.get(id);
  if (task === undefined) throw new RangeError(`no task ${id}`);
  return task;
}
