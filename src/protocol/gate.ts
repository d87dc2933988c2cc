/** Does the incumbent of a search pass a gate, and by which numbers? */
import type { Rollout } from '../core/rollout.ts';
import { gainExact } from '../statistics/significance.ts';
import { mean } from '../statistics/summary.ts';

/**
 * - `strict`: the mean is strictly higher. The rule of a conformant job.
 * - `paired`: besides, the gain is more than chance: exact one-sided sign test on the tasks that changed sides, its p
 *   multiplied by the number of finalists.
 * - `margin`: the gain is at least so many points; or there is none and the team makes fewer model calls per task.
 */
export type GateRule = 'strict' | 'paired' | 'margin';

export interface GateSettings {
  /** The one that decides; the verdicts of all are kept. */
  readonly rule: GateRule;
  /** Of `paired`, in (0, 1). */
  readonly level: number;
  /** Of `margin`, in percentage points, above 0. */
  readonly marginPoints: number;
  /** The last so many validation tasks are kept from the method and decide alone; 0: all validation tasks decide. */
  readonly tasks: number;
}

/**
 * Two of 50 validation tasks make 4 points: one task is the least by which two teams can differ, and a greedy answer
 * of a served model changes that often by itself.
 */
export const DEFAULT_GATE: GateSettings = {
  rule: 'strict',
  level: 0.05,
  marginPoints: 4,
  tasks: 0,
};

/** Complete pairs: every score is a number in [0, 1]. */
export interface GateRows {
  readonly seed: readonly Rollout[];
  readonly incumbent: readonly Rollout[];
}

export interface GateVerdict {
  readonly deploys: boolean;
  /** The numbers of the verdict in one line. */
  readonly text: string;
  readonly numbers: { readonly [name: string]: number };
}

export type GateVerdicts = { readonly [Rule in GateRule]: GateVerdict };

/**
 * @param finalists candidates that were compared on these tasks before one was handed in, at least 1
 * @throws RangeError for no rows
 */
export function gateVerdicts(
  rows: GateRows,
  settings: GateSettings,
  finalists: number,
): GateVerdicts {
  const facts = gateFacts(rows);
  return {
    strict: strictVerdict(facts),
    paired: pairedVerdict(facts, settings.level, finalists),
    margin: marginVerdict(facts, settings.marginPoints),
  };
}

interface GateFacts {
  readonly tasks: number;
  /** Incumbent minus seed, in percentage points. */
  readonly gainPoints: number;
  /** The sign of the difference of the two means as they are, not as they round. */
  readonly direction: number;
  readonly gained: number;
  readonly lost: number;
  /** Model calls per task. */
  readonly seedCalls: number;
  readonly incumbentCalls: number;
}

function gateFacts({ seed, incumbent }: GateRows): GateFacts {
  const scores = (rollouts: readonly Rollout[]) =>
    rollouts.map((rollout) => rollout.score as number);
  const [before, after] = [scores(seed), scores(incumbent)];
  const [seedMean, incumbentMean] = [mean(before), mean(after)];
  if (seedMean === null || incumbentMean === null) throw new RangeError('a gate needs rows');
  const count = (isSo: (change: number) => boolean) =>
    after.filter((score, index) => isSo(score - (before[index] as number))).length;
  return {
    tasks: before.length,
    gainPoints: Number((100 * (incumbentMean - seedMean)).toPrecision(10)),
    direction: Math.sign(incumbentMean - seedMean),
    gained: count((change) => change > 0),
    lost: count((change) => change < 0),
    seedCalls: callsPerTask(seed),
    incumbentCalls: callsPerTask(incumbent),
  };
}

function callsPerTask(rollouts: readonly Rollout[]): number {
  const calls = mean(rollouts.map((rollout) => rollout.usage.modelCalls)) as number;
  return Number(calls.toPrecision(10));
}

function strictVerdict({ gainPoints, direction, tasks }: GateFacts): GateVerdict {
  const text = `${signed(gainPoints)} points on ${tasks} tasks; more than 0 are needed`;
  return { deploys: direction > 0, text, numbers: { gainPoints, direction, tasks } };
}

function pairedVerdict(facts: GateFacts, level: number, finalists: number): GateVerdict {
  const { gained, lost, direction } = facts;
  const p = Number(gainExact({ gained, lost }).toPrecision(10));
  const corrected = Math.min(1, Number((p * finalists).toPrecision(10)));
  // Of scores by degree the mean may fall although more tasks gained than lost.
  const deploys = direction > 0 && corrected <= level;
  const times = finalists === 1 ? '' : `, times ${finalists} finalists ${probability(corrected)}`;
  const least = Math.ceil(Math.log2(finalists / level) - 1e-9);
  return {
    deploys,
    text: `${gained} gained, ${lost} lost: one-sided p ${probability(p)}${times}; at most ${level} is needed (${least} gained, none lost)`,
    numbers: { gained, lost, pOneSided: p, finalists, pCorrected: corrected, level },
  };
}

function marginVerdict(facts: GateFacts, marginPoints: number): GateVerdict {
  const { gainPoints, direction, seedCalls, incumbentCalls } = facts;
  const isCheaper = direction === 0 && incumbentCalls < seedCalls;
  const calls = `${shown(incumbentCalls)} model calls per task instead of ${shown(seedCalls)}`;
  const text = `${signed(gainPoints)} points; at least ${shown(marginPoints)} are needed`;
  return {
    deploys: isCheaper || gainPoints >= marginPoints - 1e-9,
    text: direction === 0 ? `${text}, or none and a cheaper team: ${calls}` : text,
    numbers: { gainPoints, marginPoints, seedCalls, incumbentCalls },
  };
}

function signed(points: number): string {
  return `${points < 0 ? '-' : '+'}${Math.abs(points).toFixed(1)}`;
}

function shown(value: number): string {
  return String(Number(value.toFixed(2)));
}

/** Three digits, so that what is shown stands on the same side of a level as what was compared. */
function probability(p: number): string {
  return p < 0.0001 ? '< 0.0001' : String(Number(p.toPrecision(3)));
}

/** Validation ids that the method gets, and those that decide, both in split order. */
export function gateSplit(
  validation: readonly string[],
  gate: GateSettings | undefined,
): { readonly offered: readonly string[]; readonly deciding: readonly string[] } {
  const tasks = gate?.tasks ?? 0;
  if (tasks === 0) return { offered: validation, deciding: validation };
  const cut = validation.length - tasks;
  return { offered: validation.slice(0, cut), deciding: validation.slice(cut) };
}
