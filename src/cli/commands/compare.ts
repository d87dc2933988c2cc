/** What changed between two measurements, and is it more than chance? */
import { UsageError } from '../../core/errors.ts';
import { randomStream } from '../../core/random.ts';
import { changeSection } from '../../report/change-section.ts';
import { comparisonChecks } from '../../report/checks/comparison-checks.ts';
import {
  compareMeasured,
  conditionDifferences,
  type Measured,
  type MeasuredComparison,
} from '../../report/compare.ts';
import { costSection } from '../../report/cost/cost-section.ts';
import { sectionMarkdown } from '../../report/markdown.ts';
import type { Section } from '../../report/section.ts';
import { checkFlags, concludeChecks, refuseNoSummary, wishOf } from '../checks/checks.ts';
import { type CommandContext, defineCommand } from '../command.ts';
import { sectionLines } from '../render/report.ts';
import { measuredAt } from '../reports/measured.ts';

const describe =
  'a job folder (its frozen configuration), the folder of an evaluation, a report.json, or a file of scored answers';

export const compare = defineCommand({
  words: 'compare',
  summary:
    'Compare two measurements task by task: flips both ways, exact p, interval, cost, verdict.',
  positional: [
    { name: 'A', describe },
    { name: 'B', describe: 'the same; the change is B minus A' },
  ],
  flags: {
    acrossScorers: {
      kind: 'switch',
      describe:
        'compare scores of different scorers, data, answer modes or parser policies too; the difference is then not one of the answers alone, and the output says so',
    },
    ...checkFlags,
    json: { kind: 'switch', describe: 'one JSON line, with the ids of the tasks that changed' },
  },
  examples: [
    {
      line: 'compare runs/maspo/apibank/single/qwen/0 runs/random/apibank/single/qwen/0',
      describe: 'What two methods have found, on the held-out tasks',
    },
    {
      line: 'compare runs/eval/apibank/single/qwen runs/eval/apibank/decentralized/qwen --json',
      describe: 'Two evaluations, for scripts',
    },
    {
      line: 'compare strict.jsonl last.jsonl --across-scorers',
      describe: 'The same answers under two scorers',
    },
  ],
  run: async (options, context, first = '', second = '') => {
    const { acrossScorers, json } = options;
    refuseNoSummary(options, context);
    const [from, to] = await bothMeasured([first, second], context);
    const differences = conditionDifferences(from, to);
    if (differences.length > 0 && !acrossScorers) {
      throw new UsageError(
        differences.map((difference) => `not scored alike: ${difference}`),
        { hints: ['score both alike, or compare them all the same with --across-scorers'] },
      );
    }
    refuseStrangers(from, to);
    const comparison = compareMeasured(from, to, (column) =>
      randomStream('bootstrap', 'compare', ...(column === null ? [] : [column])),
    );
    context.writeOut(json ? `${JSON.stringify(comparison)}\n` : comparisonText(comparison));
    return concludeChecks(
      comparisonChecks(comparison, wishOf(options)),
      { options, markdown: () => comparisonMarkdown(comparison) },
      context,
    );
  },
});

/** @throws UsageError with what is wrong on either side, not on the first only */
async function bothMeasured(
  sides: readonly [string, string],
  context: CommandContext,
): Promise<[Measured, Measured]> {
  const [from, to] = await Promise.allSettled(sides.map((typed) => measuredAt(typed, context)));
  if (from?.status === 'fulfilled' && to?.status === 'fulfilled') return [from.value, to.value];
  if (from?.status === 'rejected' && to?.status === 'rejected') {
    const [one, other] = [from.reason as unknown, to.reason as unknown];
    if (one instanceof UsageError && other instanceof UsageError) {
      const hints = [...new Set([...one.hints, ...other.hints])];
      throw new UsageError([...one.problems, ...other.problems], { hints });
    }
  }
  // One side failed, or something unexpected did: asking again throws it as it is.
  return [await measuredAt(sides[0], context), await measuredAt(sides[1], context)];
}

function refuseStrangers(from: Measured, to: Measured): void {
  const known = new Set(to.rows.map((row) => row.taskId));
  if (from.rows.some((row) => known.has(row.taskId))) return;
  throw new UsageError(`${from.name} and ${to.name} have no task in common`);
}

function comparisonMarkdown(comparison: MeasuredComparison): string {
  const { from, to } = comparison;
  return [
    `A: ${from.name}${from.simulated ? ' (simulated)' : ''}`,
    '',
    `B: ${to.name}${to.simulated ? ' (simulated)' : ''}`,
    '',
    ...comparisonSections(comparison).flatMap(sectionMarkdown),
  ].join('\n');
}

function comparisonSections({ change, cost }: MeasuredComparison): Section[] {
  const shown = changeSection({ ...change, from: 'A', to: 'B' });
  return [shown, ...(cost === undefined ? [] : [costSection(cost)])];
}

/** Never coloured: it goes to stdout. */
function comparisonText(comparison: MeasuredComparison): string {
  const { from, to, across } = comparison;
  const side = (label: string, { name, simulated }: MeasuredComparison['from']): string =>
    `${label}  ${name}${simulated ? '        simulated' : ''}`;
  const warning = across.map((difference) => `NOT SCORED ALIKE: ${difference}`);
  const texts = comparisonSections(comparison).flatMap((section) => [
    '',
    ...sectionLines(section, false),
  ]);
  return `${[side('A', from), side('B', to), ...warning, ...texts, '', comparison.conclusion].join('\n')}\n`;
}
