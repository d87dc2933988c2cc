/** Which part of a job's inside is asked for, and for whom: people or programs? */
import { resolve } from 'node:path';
import { closestName } from '../../config/did-you-mean.ts';
import { UsageError } from '../../core/errors.ts';
import { taskTrace } from '../../protocol/reporting/page-traces.ts';
import type { CommandContext } from '../command.ts';
import { type InsideMaterial, insideMaterial } from './material.ts';
import { diffText, lineageText, promptsText, taskText } from './texts.ts';

export const insideFlags = {
  prompts: {
    kind: 'switch',
    describe: 'of a finished job: what was deployed, setting and prompts in full',
  },
  diff: {
    kind: 'switch',
    describe: 'of a finished job: what differs from the seed, word by word: [-gone-] {+new+}',
  },
  lineage: {
    kind: 'switch',
    describe: 'of a finished job: every candidate below the one that it came from',
  },
  task: {
    kind: 'text',
    placeholder: 'ID',
    describe:
      'of a finished job: a held-out task, expected and given answers, and the trace of both teams',
  },
} as const;

export interface InsideOptions {
  readonly prompts: boolean;
  readonly diff: boolean;
  readonly lineage: boolean;
  readonly task: string | null;
  readonly json: boolean;
}

/** @throws UsageError when several parts are asked for at once */
export function asksInside({ prompts, diff, lineage, task }: InsideOptions): boolean {
  const asked = [prompts && '--prompts', diff && '--diff', lineage && '--lineage'].filter(
    (name) => name !== false,
  );
  const all = [...asked, ...(task === null ? [] : ['--task'])];
  if (all.length > 1) throw new UsageError(`${all.join(' and ')}: ask for one of them at a time`);
  return all.length === 1;
}

export async function showInside(
  typed: string,
  options: InsideOptions,
  context: CommandContext,
): Promise<void> {
  const material = await insideMaterial(typed, context);
  const folder = resolve(context.workingDirectory, typed);
  const [value, text] = part(material, options, folder);
  context.writeOut(options.json ? `${JSON.stringify(value)}\n` : text());
}

/** For programs, and for people. */
function part(
  material: InsideMaterial,
  { diff, lineage, task }: InsideOptions,
  folder: string,
): readonly [unknown, () => string] {
  const { seed, frozen, candidates } = material;
  if (task !== null) {
    const found = taskOf(material, task, folder);
    return [found, () => taskText(found)];
  }
  if (lineage) return [candidates, () => lineageText(material)];
  if (diff) return [{ seed, frozen }, () => diffText(material)];
  return [frozen, () => promptsText(material)];
}

function taskOf({ tasks }: InsideMaterial, id: string, folder: string) {
  const task = tasks.find((candidate) => candidate.id === id);
  if (task === undefined) {
    const near = closestName(
      id,
      tasks.map((candidate) => candidate.id),
    );
    throw new UsageError(
      `the test has no task ${JSON.stringify(id)}${near === null ? '' : `. Did you mean ${JSON.stringify(near)}?`}`,
      { hints: [`the first of ${tasks.length}: ${tasks[0]?.id ?? ''}`] },
    );
  }
  const traceOf = (hash: string | null) => (hash === null ? null : taskTrace(folder, hash));
  return { task, seed: traceOf(task.seed.trace), frozen: traceOf(task.frozen.trace) };
}
