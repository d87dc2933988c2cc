/** What does a method do, and what does it take? The facts of its folder, put together for people and scripts. */
import type { JsonObject } from '../../core/json.ts';
import { METHOD_NEEDS, type MethodFacts } from '../../core/method-facts.ts';
import type { JobShape, Optimizer } from '../../core/optimizer.ts';
import { methodOptions } from '../../protocol/preparation/method-options.ts';
import { pairTable, WIDTH, wrap } from '../render/wrapped.ts';
import { type OptionRow, optionRows, shownValue } from './option-rows.ts';

export interface ExplainedShape {
  readonly topology: string;
  readonly shape: JobShape;
}

/** Least rollouts with the default options. */
export function minimumOf(optimizer: Optimizer, shape: JobShape): number {
  const defaults = methodOptions(optimizer.id, optimizer.optionsSchema, {});
  return optimizer.minimumBudget(defaults as never, shape);
}

/** `sequential, 4 agents, 150 train and 50 validation tasks`. */
export function shapeWords({ topology, shape }: ExplainedShape): string {
  const { graph, trainTasks, validationTasks } = shape;
  const count = graph.agents.length;
  const agents = `${count} agent${count === 1 ? '' : 's'}`;
  return `${topology}, ${agents}, ${trainTasks} train and ${validationTasks} validation tasks`;
}

export function shapeData({ topology, shape }: ExplainedShape): JsonObject {
  const { graph, trainTasks, validationTasks } = shape;
  return { topology, agents: graph.agents.length, trainTasks, validationTasks };
}

export function methodData(optimizer: Optimizer, at: ExplainedShape): JsonObject {
  const { id, version, title, about } = optimizer;
  return {
    kind: 'method',
    id,
    version,
    title,
    ...factsData(about),
    options: optionRows(optimizer.optionsSchema) as unknown as JsonObject[],
    minimumBudget: minimumOf(optimizer, at.shape),
    minimumBudgetFor: shapeData(at),
    example: exampleOf(optimizer, at),
  };
}

export function methodText(optimizer: Optimizer, at: ExplainedShape): string {
  const { id, title, about } = optimizer;
  const minimum = minimumOf(optimizer, at.shape);
  return [
    `${id}: ${title}`,
    '',
    ...factsText(about),
    'Smallest budget:',
    ...indented(`${minimum} rollouts (${shapeWords(at)}, default options)`),
    '',
    ...optionsText('--option', optionRows(optimizer.optionsSchema)),
    'Example:',
    `  ${exampleOf(optimizer, at)}`,
    '',
  ].join('\n');
}

/** Sources, steps, spending, needs and deviations, each section with a blank line behind it. */
export function factsText(about: MethodFacts): string[] {
  const { sources, steps, needs, spending, deviations } = about;
  const told = sources.map(
    ({ title, authors, year, where }) => `${title}. ${authors}, ${year}. ${where}`,
  );
  return [
    ...section('Source:', told.length === 0 ? ['this tool'] : told),
    ...section(
      'Algorithm:',
      steps.map((step, index) => `${index + 1}. ${step}`),
    ),
    ...section('Spending:', [spending]),
    ...section(
      'Needs:',
      needs.length === 0 ? ['nothing'] : needs.map((need) => `${need}: ${METHOD_NEEDS[need]}`),
    ),
    ...section(
      'Differs from its source:',
      deviations.map((text) => `- ${text}`),
    ),
  ];
}

export function factsData(about: MethodFacts): JsonObject {
  return { ...(about as unknown as JsonObject) };
}

export function optionsText(flag: string, rows: readonly OptionRow[]): string[] {
  if (rows.length === 0) return section('Options:', ['none']);
  const pairs = rows.map(
    ({ name, type, default: preset, range, description }): [string, string] => {
      const kind = range === '' ? type : `${type}, ${range}`;
      return [`${name}=${shownValue(preset)}`, `${description} (${kind})`];
    },
  );
  return [`Options (${flag} NAME=VALUE, here with their defaults):`, ...pairTable(pairs), ''];
}

function section(head: string, texts: readonly string[]): string[] {
  return texts.length === 0 ? [] : [head, ...texts.flatMap(indented), ''];
}

/** Wrapped; what follows a number or a dash stands under the text. */
function indented(text: string): string[] {
  const mark = /^(?:\d+\.|-) /.exec(text)?.[0] ?? '';
  const [first = '', ...more] = wrap(text, WIDTH - 2 - mark.length);
  const hanging = ' '.repeat(2 + mark.length);
  return [`  ${first}`, ...more.map((line) => hanging + line)];
}

/** Runs on the simulated model and generated tasks, so that it works anywhere. */
function exampleOf({ id }: Optimizer, { topology }: ExplainedShape): string {
  return `protocol run --method ${id} --topology ${topology} --dataset apibank-synth --model sim --budget 600`;
}
