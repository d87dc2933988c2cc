/** Does the gate of a job decide on the tasks that it says, and does the job seal what was said? */
import { expect, test } from 'vitest';
import { jobReport } from '../../../src/cli/reports/job-report.ts';
import { withRolePrompt } from '../../../src/core/candidate.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { DEFAULT_GATE, type GateSettings } from '../../../src/protocol/gate.ts';
import { gateLines } from '../../../src/protocol/gate-lines.ts';
import { askingOptimizer } from '../../support/job/asking-optimizer.ts';
import { sealedFile, temporaryFolder } from '../../support/job/job-files.ts';
import { runHere } from '../../support/job/run-here.ts';
import { tinyDataset } from '../../support/job/tiny-dataset.ts';

/** A method that scores seed and two rewrites on all validation tasks it gets, and hands the first rewrite in. */
async function gated(gate?: GateSettings) {
  const folder = temporaryFolder();
  const offered: string[] = [];
  const optimizer = askingOptimizer(async (context) => {
    offered.push(...context.validation.map(({ id }) => id));
    const [first, second] = ['Read twice.', 'Read once.'].map((prompt) =>
      withRolePrompt(context.seedCandidate, 'peer', prompt),
    );
    if (first === undefined || second === undefined) throw new Error('unreachable');
    await context.step(
      [context.seedCandidate, first, second].map(
        (candidate) =>
          ({ kind: 'rollouts', candidate, tasks: context.validation, whenShort: 'skip' }) as const,
      ),
    );
    return { incumbent: first, stop: 'seen' };
  });
  await runHere({ folder, ...(gate === undefined ? {} : { gate }) }, { optimizer });
  return { folder, offered, selection: sealedFile(folder, 'selection') };
}

interface Row {
  readonly id: string;
  readonly seed: { readonly score: number };
  readonly incumbent: { readonly score: number };
}

function gains(selection: JsonObject): readonly number[] {
  return (selection['rows'] as unknown as readonly Row[]).map(
    ({ seed, incumbent }) => incumbent.score - seed.score,
  );
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

test('the default decides on all validation tasks, and says that the search had scored two rewrites there', async () => {
  const { offered, selection } = await gated();
  expect(offered).toHaveLength(9);
  expect(selection['gate']).toEqual({
    ...DEFAULT_GATE,
    deciding: 9,
    finalists: 2,
    searchSignal: 9,
  });
  expect(selection['selected']).toBe(total(gains(selection)) > 0 ? 'incumbent' : 'seed');
});

test('tasks kept from the method are not offered, decide alone, and are fresh for one candidate', async () => {
  const { folder, offered, selection } = await gated({ ...DEFAULT_GATE, tasks: 4 });
  const ids = (selection['rows'] as unknown as readonly Row[]).map(({ id }) => id);
  expect(offered).toEqual(ids.slice(0, 5));
  expect(selection['gate']).toMatchObject({ deciding: 4, finalists: 1, searchSignal: 0 });
  const deciding = gains(selection).slice(5);
  expect(selection['verdicts']).toMatchObject({
    strict: { numbers: { tasks: 4, gainPoints: 25 * total(deciding) } },
    paired: { numbers: { gained: deciding.filter((gain) => gain > 0).length } },
  });
  const report = await jobReport(folder, tinyDataset, new AbortController().signal);
  expect(report.gates).toEqual(gateLines(selection));
  expect(report.overfit?.scores.map(({ part, tasks }) => [part, tasks])).toEqual([
    ['search', 5],
    ['fresh', 4],
    ['test', (sealedFile(folder, 'test')['rows'] as readonly unknown[]).length],
  ]);
});

test('the verdicts reach result.json', async () => {
  const { folder, selection } = await gated();
  const { selection: kept } = sealedFile(folder, 'result') as { selection: JsonObject };
  expect(kept['verdicts']).toEqual(selection['verdicts']);
  expect(kept['gate']).toEqual(selection['gate']);
});
