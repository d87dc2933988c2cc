/** What do all jobs below some folders say together? */
import { resolve } from 'node:path';
import { readGrid } from '../../config/grid.ts';
import { UsageError } from '../../core/errors.ts';
import { readConfig } from '../../protocol/preparation/prepare-team.ts';
import { type Aggregate, aggregateJobs } from '../../report/aggregate/aggregate.ts';
import {
  aggregateCsv,
  aggregateJsonLines,
  aggregateLatex,
  aggregateMarkdown,
} from '../../report/aggregate/exports.ts';
import { aggregateParquet } from '../../report/aggregate/parquet.ts';
import { findJobs } from '../../report/aggregate/read-jobs.ts';
import { aggregateTables } from '../../report/aggregate/table.ts';
import { aggregateChecks } from '../../report/checks/aggregate-checks.ts';
import { writeFileSafely } from '../../store/files.ts';
import { measureRepeats } from '../again/measure-repeats.ts';
import { checkFlags, concludeChecks, refuseNoSummary, wishOf } from '../checks/checks.ts';
import { type CommandContext, defineCommand } from '../command.ts';
import { EXIT_FAILED } from '../exit-code.ts';
import { renderTable } from '../render/table.ts';
import { shownPath } from '../shown-path.ts';

const FORMATS = ['json', 'jsonl', 'csv', 'markdown', 'latex'] as const;

export const aggregate = defineCommand({
  words: 'aggregate',
  summary: 'The table of a study: cells over seeds, gains with intervals, exact tests, corrected.',
  positional: {
    name: 'ROOT',
    describe: 'a folder that holds job folders, for example runs',
    repeated: true,
  },
  flags: {
    seeds: {
      kind: 'texts',
      placeholder: 'N',
      separator: ',',
      describe: 'seeds that a complete cell has. Without it, those of configs/grid.yaml',
    },
    family: {
      kind: 'choice',
      choices: ['dataset', 'method', 'all'],
      describe:
        'tests that are corrected together (Holm): those on one dataset with one model, those of one method, or all. Cells of different standing never are',
      default: 'dataset',
    },
    replicates: {
      kind: 'integer',
      minimum: 100,
      maximum: 1_000_000,
      describe: 'of the bootstrap',
      default: 10_000,
    },
    resample: {
      kind: 'choice',
      choices: ['tasks', 'seeds-then-tasks'],
      describe:
        'what the bootstrap draws: tasks, each with its results in all seeds, or seeds and then tasks anew within each, as others have published it: too narrow where seeds go alike',
      default: 'tasks',
    },
    aa: {
      kind: 'integer',
      minimum: 1,
      maximum: 100,
      describe:
        'have the deployed configuration of every finished job measured so many times again, with the requests of its test: asks the models. What is there already is not asked for again, and is shown without this flag too',
    },
    perSeed: {
      kind: 'switch',
      describe: 'a row for every seed, with the Wilson interval of each rate',
    },
    ...checkFlags,
    json: { kind: 'switch', describe: 'one JSON line with every number' },
    jsonl: { kind: 'switch', describe: 'JSON lines: the rows of the CSV' },
    csv: { kind: 'switch', describe: 'CSV with every number, a row per cell and per seed' },
    markdown: { kind: 'switch', describe: 'Markdown tables' },
    parquet: {
      kind: 'text',
      placeholder: 'FILE',
      describe: 'write the rows of the CSV as a Parquet file too (needs hyparquet-writer)',
    },
    latex: {
      kind: 'switch',
      describe: 'a LaTeX table (booktabs); bold only where being the best is more than chance',
    },
  },
  examples: [
    { line: 'aggregate runs', describe: 'What all jobs say together' },
    {
      line: 'aggregate runs --aa 1',
      describe: 'With what each configuration differs from itself, beside its gain',
    },
    { line: 'aggregate runs --per-seed --markdown', describe: 'Seed by seed, for a report' },
    { line: 'aggregate runs other/runs --latex', describe: 'For a paper' },
    {
      line: 'aggregate runs --fail-on-regression --fail-under 40 --junit checks.xml',
      describe:
        'For a build server: exit 1 when a cell became worse, is incomplete, or is below 40 %',
    },
  ],
  run: async (options, context, ...roots) => {
    const format = chosenFormat(options);
    refuseNoSummary(options, context);
    const folders = roots.map((root) => resolve(context.workingDirectory, root));
    const grid = await readConfig(context, 'grid.yaml', readGrid);
    const seeds = options.seeds.length === 0 ? grid.seeds : readSeeds(options.seeds);
    if (options.aa !== null) await measureRepeats(findJobs(folders), options.aa, context);
    const jobs = findJobs(folders).map((job) => ({
      ...job,
      folder: shownPath(job.folder, context.workingDirectory),
    }));
    const { family, replicates, resample: resampling, perSeed } = options;
    const found = aggregateJobs(jobs, { seeds, family, replicates, resampling });
    if (options.parquet !== null) {
      const path = resolve(context.workingDirectory, options.parquet);
      writeFileSafely(path, Buffer.from(await aggregateParquet(found)));
    }
    context.writeOut(written(found, format, perSeed));
    for (const { folder, problem } of found.unreadable) {
      context.writeError(`left out: ${folder}: ${problem}\n`);
    }
    if (found.cells.every(({ figures }) => figures === null)) {
      tellNothing(roots, context);
      return EXIT_FAILED;
    }
    const markdown = (): string => aggregateMarkdown(found, { perSeed });
    return concludeChecks(aggregateChecks(found, wishOf(options)), { options, markdown }, context);
  },
});

type Format = (typeof FORMATS)[number] | 'text';

function chosenFormat(options: { readonly [Name in (typeof FORMATS)[number]]: boolean }): Format {
  const asked = FORMATS.filter((format) => options[format]);
  if (asked.length <= 1) return asked[0] ?? 'text';
  throw new UsageError(
    `${asked.map((format) => `--${format}`).join(' and ')} exclude each other: one table, one form`,
  );
}

function readSeeds(words: readonly string[]): number[] {
  const problems = words
    .filter((word) => !/^\d{1,10}$/.test(word))
    .map((word) => `--seeds must be integers, got ${JSON.stringify(word)}`);
  if (problems.length > 0) throw new UsageError(problems);
  return [...new Set(words.map(Number))].sort((left, right) => left - right);
}

function written(found: Aggregate, format: Format, perSeed: boolean): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(withoutRows(found))}\n`;
    case 'jsonl':
      return aggregateJsonLines(found);
    case 'csv':
      return aggregateCsv(found);
    case 'markdown':
      return aggregateMarkdown(found, { perSeed });
    case 'latex':
      return aggregateLatex(found);
    case 'text':
      return aggregateTables(found, { perSeed })
        .map(({ title, header, rows, notes }) =>
          [title, '', renderTable(header, rows), ...notes, ''].join('\n'),
        )
        .join('\n');
  }
}

/** Scores task by task stand in the job folders. */
function withoutRows(found: Aggregate): unknown {
  return {
    ...found,
    cells: found.cells.map((cell) => ({
      ...cell,
      seeds: cell.seeds.map(({ seed, folder }) => ({ seed, folder })),
    })),
  };
}

function tellNothing(roots: readonly string[], { writeError, invocation }: CommandContext): void {
  writeError(
    `no finished job lies below ${roots.join(', ')}; ${invocation} run and ${invocation} sweep make some\n`,
  );
}
