/** How do agents give their answers: written, or as a function call? */
import type { Brief, Dataset, TaskRef } from '../core/dataset.ts';
import { ContractError } from '../core/errors.ts';
import type { TeamTools } from './team/options.ts';

/** Part of a job's identity. Absent means that answers are written as text. */
export interface ToolAnswering {
  readonly mode: 'tools';
  /**
   * Model calls of one turn at most, when agents carry out their calls in a copy of the world; null when a call is a
   * proposal and nothing is carried out.
   */
  readonly toolTurns: number | null;
}

export type AnswerMode = 'text' | 'tools';

export function answerModeOf(answering: ToolAnswering | undefined): AnswerMode {
  return answering?.mode ?? 'text';
}

/** ` · tools` and the like behind a title; nothing for text. */
export function answeringTitle(answering: ToolAnswering | undefined): string {
  if (answering === undefined) return '';
  return answering.toolTurns === null ? ' · tools' : ' · tools, carried out';
}

/** Results of different answer modes never share a folder; none for text. */
export function answeringFolders(answering: ToolAnswering | undefined): readonly string[] {
  if (answering === undefined) return [];
  return [answering.toolTurns === null ? 'tools' : 'tools-execute'];
}

/** Upper bound of the model calls that one turn of an answering agent takes. */
export function callsPerTurn(answering: ToolAnswering | undefined): number {
  return answering?.toolTurns ?? 1;
}

export interface ToldTask {
  readonly brief: Brief;
  /** Absent when answers are written as text. */
  readonly tools?: TeamTools;
}

/** @throws ContractError when the dataset has no tools: that is refused before a job begins. */
export function toldTask(
  dataset: Dataset,
  task: TaskRef,
  answering: ToolAnswering | undefined,
): ToldTask {
  if (answering === undefined) return { brief: dataset.brief(task) };
  const use = toolsOf(dataset);
  const { toolTurns } = answering;
  return {
    brief: use.brief(task),
    tools: {
      schemas: use.schemas(task),
      answerOf: (call) => use.answerOf(task, call),
      execution:
        toolTurns === null ? null : { open: () => use.session(task), modelCalls: toolTurns },
    },
  };
}

/** Who writes prompts is offered no functions: it reads the descriptions in the text, and how agents answer. */
export function briefForMethod(
  dataset: Dataset,
  task: TaskRef,
  answering: ToolAnswering | undefined,
): Brief {
  const brief = dataset.brief(task);
  if (answering === undefined) return brief;
  return {
    task: `The agents answer this task by calling a function, not in writing. Their calls are shown in brackets.\n${brief.task}`,
    outputContract: toolsOf(dataset).brief(task).outputContract,
  };
}

function toolsOf(dataset: Dataset): NonNullable<Dataset['tools']> {
  if (dataset.tools === null) {
    throw new ContractError(`dataset "${dataset.id}" offers no function tools`);
  }
  return dataset.tools;
}
