/** What can be said about a plan on the command line: everything that can be said about a job, and what is known of it. */
import { UsageError } from '../../core/errors.ts';
import { type RunOptions, runFlags } from '../commands/run-options.ts';
import { type Flag, type FlagValues, flagWord } from '../flags.ts';

export const planFlags = {
  // Needed unless a file says them: so the table cannot ask for them.
  method: without(runFlags.method, 'required'),
  topology: without(runFlags.topology, 'required'),
  ...without(runFlags, 'method', 'topology', 'quiet', 'logLevel', 'json'),
  probe: {
    kind: 'switch',
    describe:
      'ask three train tasks of the seed team, to know how long replies and waits are. The only thing that spends',
  },
  replyTokens: {
    kind: 'integer',
    minimum: 1,
    maximum: 1_000_000,
    describe: 'tokens of one reply of an agent, reasoning included, where they are known',
  },
  methodReplyTokens: {
    kind: 'integer',
    minimum: 1,
    maximum: 1_000_000,
    describe: 'tokens of one reply of the reflection model, reasoning included',
  },
  latencyMs: {
    kind: 'integer',
    minimum: 0,
    maximum: 3_600_000,
    describe:
      'milliseconds until a reply begins; without --tokens-per-second, of the whole reply. Without both and a probe, no time is told',
  },
  tokensPerSecond: {
    kind: 'decimal',
    minimum: 0.01,
    maximum: 1_000_000,
    describe: 'tokens that a reply grows by in a second',
  },
  json: { kind: 'switch', describe: 'one JSON line' },
} as const;

function without<Table extends object, Name extends keyof Table>(
  table: Table,
  ...names: readonly Name[]
): Omit<Table, Name> {
  const kept = Object.entries(table).filter(([name]) => !names.includes(name as Name));
  return Object.fromEntries(kept) as Omit<Table, Name>;
}

export type PlanOptions = FlagValues<typeof planFlags>;

/** Those that are said of a whole file, too. */
const BESIDE_A_FILE: readonly string[] = [
  'data',
  'allowAnyCell',
  'probe',
  'replyTokens',
  'methodReplyTokens',
  'latencyMs',
  'tokensPerSecond',
  'json',
];

/** @throws UsageError for flags that the file decides */
export function refuseJobFlags(options: PlanOptions, file: string): void {
  const given = Object.entries(planFlags as { readonly [name: string]: Flag })
    .filter(([name]) => !BESIDE_A_FILE.includes(name))
    .filter(([name, flag]) => isGiven(options[name as keyof PlanOptions], flag));
  if (given.length === 0) return;
  throw new UsageError(
    given.map(([name]) => `--${flagWord(name)} means nothing beside ${file}: the file says it`),
    { hints: ['plan one job with flags alone, or change the file'] },
  );
}

function isGiven(value: unknown, flag: Flag): boolean {
  if (value === null || value === false) return false;
  if ('default' in flag) return value !== flag.default;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

/** @throws UsageError when neither a file nor the flags say what to plan */
export function oneJob(options: PlanOptions): Omit<RunOptions, 'quiet' | 'logLevel' | 'json'> {
  const { method: wanted, topology: team } = options;
  const problems = [
    ...(wanted === null ? ['--method is missing, or a FILE with many jobs'] : []),
    ...(team === null ? ['--topology is missing, or a FILE with many jobs'] : []),
  ];
  if (wanted === null || team === null) {
    throw new UsageError(problems, {
      hints: ['see: protocol list methods · protocol list topologies · protocol plan --help'],
    });
  }
  return { ...options, method: wanted, topology: team };
}
