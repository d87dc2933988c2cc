/** What is known of the inside of a finished job? */
import { resolve } from 'node:path';
import { pageMaterial } from '../../protocol/reporting/page-material.ts';
import type { CommandContext } from '../command.ts';
import { dataAtHand, refuseUnfinished } from '../page/report.ts';

export type InsideMaterial = Awaited<ReturnType<typeof pageMaterial>>;

/** @throws UsageError for a folder without a job, or with one that is not done */
export async function insideMaterial(
  typed: string,
  context: CommandContext,
): Promise<InsideMaterial> {
  const folder = resolve(context.workingDirectory, typed);
  refuseUnfinished(folder, typed);
  return pageMaterial(folder, {
    columnOf: new Map(),
    dataset: await dataAtHand(folder, context),
    signal: context.stop,
  });
}
