/** What may a job cost? Flags that stop it, and never change what comes out. */
import { NO_CAPS, type SpendCaps } from '../../core/attempt.ts';
import type { FlagValues } from '../flags.ts';

export const spendFlags = {
  maxCost: {
    kind: 'decimal',
    minimum: 0.000_001,
    maximum: 1_000_000_000,
    describe:
      'stop before US dollars pass this, over all models and earlier sessions of the job; needs prices in configs/models.yaml. Exit 4, and a higher cap goes on',
  },
  maxTokens: {
    kind: 'integer',
    minimum: 1,
    describe: 'stop before tokens in and out pass this, likewise',
  },
  maxTime: {
    kind: 'duration',
    describe: 'start no model call after so much running time, for example 90m or 8h, likewise',
  },
} as const;

/** To be spread into a request: empty when nothing is bounded. */
export function capsOf(options: FlagValues<typeof spendFlags>): { readonly caps?: SpendCaps } {
  const { maxCost, maxTokens, maxTime } = options;
  if (maxCost === null && maxTokens === null && maxTime === null) return {};
  return { caps: { ...NO_CAPS, usd: maxCost, tokens: maxTokens, milliseconds: maxTime } };
}

/** The command with the cap that was reached doubled; as it was typed when it is not in it. */
export function withRaisedCap(commandLine: string, message: string): string {
  const flag = /--max-(?:cost|tokens|time)/.exec(message)?.[0];
  if (flag === undefined) return commandLine;
  return commandLine.replace(
    new RegExp(`(${flag}[ =])(\\S+)`),
    (_whole, before: string, value: string) => `${before}${doubled(value)}`,
  );
}

/** `90m` → `180m`, `1h30m` → `2h60m`, `2.5` → `5`. */
function doubled(value: string): string {
  return value.replaceAll(/\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi, (number) => String(Number(number) * 2));
}
