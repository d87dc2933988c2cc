/** Is the data here, and do the reference answers score correct? No model is asked. */
import type { DataCard } from '../../core/dataset.ts';
import type { Installation, TeamRequest } from '../preparation/job-request.ts';
import { prepareTeam } from '../preparation/prepare-team.ts';
import { type EvalSelection, selectTasks } from './select-tasks.ts';

export interface ReferenceReplay {
  readonly card: DataCard;
  /** In task order. */
  readonly rows: readonly {
    readonly taskId: string;
    readonly correct: boolean;
    readonly error: string | null;
  }[];
}

/** Scores the reference answer of every selected task. */
export async function replayReferences(
  request: TeamRequest & { readonly selection: EvalSelection },
  installation: Installation,
  signal: AbortSignal,
): Promise<ReferenceReplay> {
  const { dataset } = await prepareTeam(request, installation);
  const ids = selectTasks(dataset, request.selection, installation.workingDirectory);
  const rows = [];
  for (const task of await dataset.load(ids, signal)) {
    const { correct, error } = await dataset.score(task, dataset.referenceAnswer(task));
    rows.push({ taskId: task.id, correct, error });
  }
  return { card: await dataset.describe(), rows };
}
