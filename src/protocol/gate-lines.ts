/** How is a sealed selection told: what did every gate say, which one decided, and on how fresh tasks? */
import type { JsonObject } from '../core/json.ts';
import type { GateRule, GateSettings, GateVerdicts } from './gate.ts';

const RULES: readonly GateRule[] = ['strict', 'paired', 'margin'];

/** As sealed in selection.json under `gate`. */
export interface GateRecord extends GateSettings {
  /** Tasks that decided. */
  readonly deciding: number;
  readonly finalists: number;
  /** Deciding tasks on which the search had scored a candidate; null when the search did not write it down. */
  readonly searchSignal: number | null;
}

/** One line per gate and one about the tasks; empty for a selection that was sealed before gates were kept. */
export function gateLines(selection: JsonObject): string[] {
  const gate = selection['gate'] as unknown as GateRecord | undefined | null;
  if (gate === undefined || gate === null) return [];
  const verdicts = selection['verdicts'] as unknown as GateVerdicts | null;
  if (verdicts === null) {
    const reason = selection['fallbackReason'] as string;
    return [`${gate.rule} decides: keeps the seed (${reason}); there was nothing to ask a gate`];
  }
  const lines = RULES.map((rule) => {
    const { deploys, text } = verdicts[rule];
    const decides = rule === gate.rule ? ' decides' : '';
    return `${rule}${decides}: ${deploys ? 'deploys' : 'keeps the seed'} (${text})`;
  });
  return [...lines, freshness(gate)];
}

/** The verdict of the other gates where they would not have done the same; null when all agree. */
export function gateDissent(selection: JsonObject): string | null {
  const gate = selection['gate'] as unknown as GateRecord | undefined | null;
  const verdicts = selection['verdicts'] as unknown as GateVerdicts | undefined | null;
  if (gate === undefined || gate === null || verdicts === undefined || verdicts === null)
    return null;
  const decided = verdicts[gate.rule].deploys;
  const others = RULES.filter((rule) => verdicts[rule].deploys !== decided);
  if (others.length === 0) return null;
  return `${others.join(' and ')} would ${decided ? 'keep the seed' : 'deploy'}`;
}

function freshness({ tasks, deciding, searchSignal, finalists }: GateRecord): string {
  if (tasks > 0) {
    return `decided on ${deciding} validation tasks that the method never had: fresh`;
  }
  if (searchSignal === null) return 'whether the search used these tasks was not written down';
  if (searchSignal === 0) return 'the search scored no candidate on these tasks: fresh';
  const compared = finalists === 1 ? '1 candidate' : `${finalists} candidates`;
  return `validation was also the search signal: ${compared} compared on ${searchSignal} of the ${deciding} deciding tasks, so the gain is optimistic (--gate-tasks keeps tasks from the method)`;
}
