/** Which mistakes happen in one reply? */
import { draw } from '../draws.ts';
import type { Mindfulness } from './advice-reading.ts';
import type { MistakeId } from './kinds.ts';

/** Share of a chance that is common to every reply on a task: no vote among equals removes it. Up to temperature 0.2. */
const SYSTEMATIC = 0.55;
/** What is left of it at temperature 1 and above: a model that samples widely errs more, but not always alike. */
const SYSTEMATIC_WIDE = 0.3;

export interface Chance {
  /** Request seed: tells agents and replicates apart. */
  readonly seed: number;
  /** Of the task's text, never of the prompt: candidate and parent meet the same draws. */
  readonly fingerprint: number;
  readonly temperature: number;
}

function boundedTemperature(temperature: number): number {
  return Number.isFinite(temperature) ? Math.min(2, Math.max(0, temperature)) : 0.2;
}

function systematicShare(temperature: number): number {
  const width = Math.min(1, Math.max(0, boundedTemperature(temperature) - 0.2) / 0.8);
  return SYSTEMATIC - width * (SYSTEMATIC - SYSTEMATIC_WIDE);
}

/** Random lapses grow with temperature; 1 at 0.2. */
function lapseFactor(temperature: number): number {
  const bounded = boundedTemperature(temperature);
  return bounded <= 0.2 ? 0.6 + 2 * bounded : 1 + 0.6 * (bounded - 0.2);
}

/** True when the mistake happens. The draws are fixed per task, seed and kind; only the threshold moves with advice. */
export function slips(kind: MistakeId, mindfulness: Mindfulness, chance: Chance): boolean {
  const rate = mindfulness.chance[kind];
  const systematic = systematicShare(chance.temperature);
  if (draw(chance.fingerprint, kind, 'shared') < rate * systematic) return true;
  const lapse = rate * (1 - systematic) * lapseFactor(chance.temperature);
  return draw(chance.seed, chance.fingerprint, kind, 'own') < lapse;
}

/** A number in [0, 1) for how a mistake looks, apart from whether it happens. */
export function flavour(kind: MistakeId, chance: Chance): number {
  return draw(chance.fingerprint, kind, 'flavour');
}
