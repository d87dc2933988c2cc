/** What came out of a job, and what can be done next? */
import { join } from 'node:path';
import pc from 'picocolors';
import type { JsonObject } from '../../core/json.ts';
import { costLines } from '../../evaluation/team-cost.ts';
import { gateLines } from '../../protocol/gate-lines.ts';
import type { CommandContext } from '../command.ts';
import { shownPath } from '../shown-path.ts';

export interface ShownOutcome {
  readonly folder: string;
  /** Content of result.json; null when the job has not got that far. */
  readonly result: JsonObject | null;
  /** True when nothing was left to do. */
  readonly alreadyDone: boolean;
  /** True when report.md and report.json lie beside the result. */
  readonly hasReport: boolean;
}

/** Lines for stderr, ending with a line break. */
export function resultText(
  outcome: ShownOutcome,
  context: Pick<CommandContext, 'terminal' | 'workingDirectory'>,
): string {
  const { bold, dim } = pc.createColors(context.terminal.colour);
  const folder = shownPath(outcome.folder, context.workingDirectory);
  if (outcome.result === null) {
    const left = outcome.alreadyDone ? 'nothing was left to do\n' : '';
    return `${left}${dim('job folder')}   ${folder}\n`;
  }
  const done = outcome.alreadyDone ? ['this job is done; its saved result is'] : [];
  return `${[
    ...done,
    '',
    bold(headline(outcome.result)),
    ...accuracyLines(outcome.result),
    ...selectionLines(outcome.result),
    ...costLines(objectAt(outcome.result, ['test']) ?? {}).map(costLine),
    ...savedLines(outcome.result),
    ...conformanceLines(outcome.result),
    `${dim('frozen configuration')}   ${join(folder, 'frozen.json')}`,
    `${dim('result')}                 ${join(folder, 'result.json')}`,
    ...(outcome.hasReport ? [`${dim('report')}                 ${join(folder, 'report.md')}`] : []),
  ].join('\n')}\n`;
}

function headline(result: JsonObject): string {
  const verdict = textAt(result, ['test', 'verdict']) ?? 'no verdict was recorded';
  return result['simulated'] === true ? `${verdict}        simulated` : verdict;
}

function accuracyLines(result: JsonObject): string[] {
  return ['seed', 'frozen'].flatMap((arm) => {
    const accuracy = objectAt(result, ['test', 'accuracy', arm]);
    if (accuracy === null) return [];
    const { rate, low, high, correct, scored, planned, measure } = accuracy;
    const interval = `95 % interval ${shownPercent(low)} to ${shownPercent(high)}`;
    const counted =
      typeof measure === 'string'
        ? `mean ${measure}, ${Number(scored)}`
        : `${Number(correct)} of ${Number(scored)}`;
    return [
      `${arm.padEnd(8)} ${shownPercent(rate).padStart(8)}   ${counted} scored, ${Number(planned)} planned   ${interval}`,
    ];
  });
}

function conformanceLines(result: JsonObject): string[] {
  const reasons = result['notConformantBecause'];
  if (result['conformant'] === true || !Array.isArray(reasons)) return [];
  return [`not conformant: ${(reasons as readonly string[]).join('; ')}`];
}

function selectionLines(result: JsonObject): string[] {
  const lines = gateLines(objectAt(result, ['selection']) ?? {});
  return lines.map((line, index) => `${index === 0 ? 'gates' : '     '}    ${line}`);
}

function costLine(line: string, index: number): string {
  return `${index === 0 ? 'cost' : '    '}     ${line}`;
}

/** Only of a job whose comparisons may end early. */
function savedLines(result: JsonObject): string[] {
  const saved = objectAt(result, ['optimization', 'rolloutsSaved']);
  if (saved === null) return [];
  return [`saved ${Number(saved['abort'])} rollouts by abort, ${Number(saved['race'])} by race`];
}

function shownPercent(share: unknown): string {
  return typeof share === 'number' ? `${(100 * share).toFixed(1)} %` : '—';
}

function objectAt(value: JsonObject, path: readonly string[]): JsonObject | null {
  let found: unknown = value;
  for (const name of path) found = (found as JsonObject | null | undefined)?.[name];
  return found !== null && typeof found === 'object' ? (found as JsonObject) : null;
}

function textAt(value: JsonObject, path: readonly string[]): string | null {
  const parent = objectAt(value, path.slice(0, -1));
  const found = parent?.[path.at(-1) ?? ''];
  return typeof found === 'string' ? found : null;
}
