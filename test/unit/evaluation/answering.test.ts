/** What is told to agents, and what to a method, when answers are function calls? */
import { expect, test } from 'vitest';
import { ContractError } from '../../../src/core/errors.ts';
import {
  answeringFolders,
  answeringTitle,
  answerModeOf,
  briefForMethod,
  callsPerTurn,
  toldTask,
} from '../../../src/evaluation/answering.ts';
import { readTask } from '../../../src/models/sim/reader/task.ts';
import { tinyDataset } from '../../support/job/tiny-dataset.ts';

const PROPOSED = { mode: 'tools', toolTurns: null } as const;
const CARRIED_OUT = { mode: 'tools', toolTurns: 6 } as const;

test('every mode has its own title and folder', () => {
  const modes = [undefined, PROPOSED, CARRIED_OUT];
  expect(modes.map(answeringTitle)).toEqual(['', ' · tools', ' · tools, carried out']);
  expect(modes.map(answeringFolders)).toEqual([[], ['tools'], ['tools-execute']]);
  expect(modes.map(answerModeOf)).toEqual(['text', 'tools', 'tools']);
  expect(modes.map(callsPerTurn)).toEqual([1, 1, 6]);
});

test('agents are told the task without what the functions say, and a method with it', () => {
  const dataset = tinyDataset();
  const [task] = dataset.tasks;
  if (task === undefined) throw new RangeError('no task');
  expect(toldTask(dataset, task, undefined)).toEqual({ brief: dataset.brief(task) });
  const { brief, tools } = toldTask(dataset, task, PROPOSED);
  expect(tools?.schemas.map(({ name }) => name)).toContain('ReserveBed');
  expect(tools?.execution).toBeNull();
  expect(brief.task).not.toContain('Reserves a garden bed');
  expect(toldTask(dataset, task, CARRIED_OUT).tools?.execution?.modelCalls).toBe(6);

  expect(briefForMethod(dataset, task, undefined)).toEqual(dataset.brief(task));
  const forMethod = briefForMethod(dataset, task, PROPOSED);
  expect(forMethod.task).toContain('Reserves a garden bed');
  expect(forMethod.outputContract).toBe(brief.outputContract);
  // What reads a task's text reads the same task.
  expect(readTask(forMethod.task)).toMatchObject({
    apis: readTask(task.text)?.apis,
    turns: readTask(task.text)?.turns,
  });
});

test('a dataset without tools cannot be asked for them', () => {
  const dataset = { ...tinyDataset(), tools: null };
  const task = { id: 'x', stratum: 's' };
  expect(() => toldTask(dataset, task, PROPOSED)).toThrow(ContractError);
});
