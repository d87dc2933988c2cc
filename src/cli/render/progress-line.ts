/** How does the state of a phase fit in one line? */
import type { SpendSnapshot } from '../../core/attempt.ts';
import type { PhaseProgress } from '../../core/events.ts';
import type { Pace } from './pace.ts';
import { duration, money, percent, quantity } from './quantities.ts';

const BAR_WIDTH = 24;

/** @param columns cut to this width, with a bar; null for a line of a log, without one */
export function progressLine(progress: PhaseProgress, pace: Pace, columns: number | null): string {
  const { phase, done, planned } = progress;
  const bar = columns === null ? '' : `${barOf(done, planned)}  `;
  const parts = [`${phase.padEnd(10)} ${bar}${done}/${planned}`, ...details(progress, pace)];
  const line = parts.join('  ');
  return columns === null || line.length <= columns ? line : line.slice(0, Math.max(0, columns));
}

function details(progress: PhaseProgress, pace: Pace): string[] {
  const { best, baseline, usage, infrastructureRate, spend } = progress;
  const parts: string[] = [];
  if (best !== null) {
    const gain = baseline === null ? '' : ` (${signed(best - baseline)})`;
    parts.push(`best ${best.toFixed(2)}${gain}`);
  }
  const tokens = usage.inputTokens + usage.outputTokens;
  const speed = pace.tokensPerSecond;
  if (spend === undefined) parts.push(...(tokens > 0 ? [`${quantity(tokens)} tokens`] : []));
  else parts.push(...spent(spend));
  if (speed !== null && speed > 0) parts.push(`${quantity(speed)} tok/s`);
  if (infrastructureRate > 0) parts.push(`infra ${percent(infrastructureRate)}`);
  if (pace.remainingMs !== null) parts.push(`ETA ${duration(pace.remainingMs)}`);
  return parts;
}

/** Of the whole job, against its caps; a price that nobody knows is not shown as one. */
function spent({ tokens, usd, milliseconds, caps }: SpendSnapshot): string[] {
  const parts: string[] = [];
  if (caps.tokens !== null) parts.push(`${quantity(tokens)} of ${quantity(caps.tokens)} tokens`);
  else if (tokens > 0) parts.push(`${quantity(tokens)} tokens`);
  if (caps.usd !== null) parts.push(`${usd === null ? '?' : money(usd)} of ${money(caps.usd)}`);
  else if (usd !== null && usd > 0) parts.push(money(usd));
  if (caps.milliseconds !== null) {
    parts.push(`${duration(milliseconds)} of ${duration(caps.milliseconds)}`);
  }
  return parts;
}

function signed(difference: number): string {
  const text = Math.abs(difference).toFixed(2);
  if (Number(text) === 0) return '+0.00';
  return `${difference < 0 ? '-' : '+'}${text}`;
}

function barOf(done: number, planned: number): string {
  const share = planned <= 0 ? 1 : Math.min(1, done / planned);
  const filled = Math.floor(share * BAR_WIDTH);
  return '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
}
