/** What can be combined? One command per axis. */
import { readModelsFile } from '../../config/models-file.ts';
import type { Optimizer } from '../../core/optimizer.ts';
import { defaultShape } from '../../protocol/preparation/job-shape.ts';
import { readConfig } from '../../protocol/preparation/prepare-team.ts';
import { datasets, optimizers, providers, topologies } from '../../registry.ts';
import { type Command, type CommandContext, defineCommand } from '../command.ts';
import { EXIT_DONE } from '../exit-code.ts';
import { shapeFlag } from '../explain/explain.ts';
import {
  type ExplainedShape,
  minimumOf,
  shapeData,
  shapeWords,
} from '../explain/method-explanation.ts';
import { renderTable } from '../render/table.ts';

const jsonFlag = { json: { kind: 'switch', describe: 'as one JSON line' } } as const;

interface Row {
  readonly [column: string]: string | number | boolean;
}

const listMethods = defineCommand({
  words: 'list methods',
  summary: 'Show how a team can be optimised, from which budget on, and what that needs.',
  flags: { topology: shapeFlag, ...jsonFlag },
  examples: [
    { line: 'list methods', describe: 'A table' },
    {
      line: 'list methods --topology centralized',
      describe: 'With the smallest budgets for another team',
    },
    { line: 'list methods --json', describe: 'For scripts' },
  ],
  run: async ({ topology, json }, context) => {
    const at = { topology, shape: await defaultShape(topology, context) };
    const found = await loaded(optimizers);
    context.writeOut(json ? methodsJson(found, at) : methodsTable(found, at));
    return EXIT_DONE;
  },
});

function methodsTable(found: readonly Optimizer[], at: ExplainedShape): string {
  const rows = found.map((optimizer) => [
    optimizer.id,
    minimumOf(optimizer, at.shape),
    optimizer.title,
    optimizer.about.needs.join(', ') || 'nothing',
  ]);
  return [
    renderTable(['id', 'least', 'title', 'needs'], rows),
    `least: rollouts below which only the seed can come back (${shapeWords(at)}, default options)`,
    'protocol explain METHOD tells how it works, what its needs mean, and its options',
    '',
  ].join('\n');
}

function methodsJson(found: readonly Optimizer[], at: ExplainedShape): string {
  const rows = found.map((optimizer) => ({
    id: optimizer.id,
    version: optimizer.version,
    title: optimizer.title,
    minimumBudget: minimumOf(optimizer, at.shape),
    minimumBudgetFor: shapeData(at),
    needs: optimizer.about.needs,
    sources: optimizer.about.sources,
  }));
  return `${JSON.stringify(rows)}\n`;
}

export const listCommands: readonly Command[] = [
  listMethods,
  listCommand(
    'topologies',
    'Show who can speak to whom, and which parameters that has.',
    async () => {
      const found = await loaded(topologies);
      return found.map(({ id, title, parameters }) => ({
        id,
        parameters: parameters.map((spec) => `${spec.name}=${spec.values.join('|')}`).join(' '),
        title,
      }));
    },
  ),
  listCommand('datasets', 'Show the benchmarks.', async () => {
    const found = await loaded(datasets);
    return found.map(({ id, version, title }) => ({ id, version, title }));
  }),
  listCommand(
    'models',
    'Show the names that --model knows, from configs/models.yaml.',
    async (context) => {
      const { models, servers } = await readConfig(context, 'models.yaml', readModelsFile);
      return Object.entries(models).map(([name, { server, model }]) => ({
        name,
        model,
        provider: servers[server]?.provider ?? '',
        endpoints: servers[server]?.endpoints?.join(' ') ?? '',
      }));
    },
  ),
  listCommand('providers', 'Show what a model can be reached through.', async () => {
    const found = await loaded(providers);
    return found.map(({ id, simulated, needsEndpoint, title }) => ({
      id,
      simulated: yesNo(simulated),
      server: yesNo(needsEndpoint),
      title,
    }));
  }),
];

function yesNo(value: boolean): string {
  return value ? 'yes' : 'no';
}

async function loaded<Plugin>(map: {
  readonly [id: string]: () => Promise<Plugin>;
}): Promise<Plugin[]> {
  const found: Plugin[] = [];
  for (const load of Object.values(map)) found.push(await load());
  return found;
}

function listCommand(
  axis: string,
  summary: string,
  rowsOf: (context: CommandContext) => Promise<readonly Row[]>,
): Command {
  return defineCommand({
    words: `list ${axis}`,
    summary,
    flags: jsonFlag,
    examples: [
      { line: `list ${axis}`, describe: 'A table' },
      { line: `list ${axis} --json`, describe: 'For scripts' },
    ],
    run: async ({ json }, context) => {
      const rows = await rowsOf(context);
      if (json) context.writeOut(`${JSON.stringify(rows)}\n`);
      else context.writeOut(listText(rows));
      return EXIT_DONE;
    },
  });
}

function listText(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? { id: '' });
  return renderTable(
    columns,
    rows.map((row) => columns.map((column) => String(row[column]))),
  );
}
