/** What do the rows of a ledger come to, without reading them all again each time? */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { chargedTokens, chargedUsd } from '../core/attempt.ts';
import { readText, writeDerivedFile } from './files.ts';
import { isInFlight, LEDGER_NAME, readLedger } from './ledger-file.ts';

export interface LedgerSum {
  readonly tokens: number;
  /** US dollars; null as soon as one attempt's price is unknown. */
  readonly usd: number | null;
}

interface KeptSum extends LedgerSum {
  /** Of the ledger that was summed: it only grows, so the same size is the same ledger. */
  readonly bytes: number;
}

const FILE = 'spent.json';

/** What a job has spent in all its sessions. @throws StoreError for a damaged ledger */
export function ledgerSum(folder: string): LedgerSum {
  const kept = keptSum(folder);
  if (kept !== null && kept.bytes === ledgerBytes(folder) && !isInFlight(folder)) {
    return { tokens: kept.tokens, usd: kept.usd };
  }
  return summed(folder);
}

/** Written at the end of a session: ten thousand ledgers are too much to read for one look at a sweep. */
export function keepLedgerSum(folder: string): void {
  const content: KeptSum = { bytes: ledgerBytes(folder), ...summed(folder) };
  writeDerivedFile(join(folder, FILE), `${JSON.stringify(content)}\n`);
}

function summed(folder: string): LedgerSum {
  const { rows, lost } = readLedger(folder);
  let tokens = 0;
  let usd: number | null = 0;
  for (const row of [...rows, ...lost]) {
    const price = chargedUsd(row);
    tokens += chargedTokens(row);
    usd = price === null || usd === null ? null : usd + price;
  }
  return { tokens, usd };
}

function keptSum(folder: string): KeptSum | null {
  try {
    return JSON.parse(readText(join(folder, FILE)) ?? 'null') as KeptSum | null;
  } catch {
    // It can be made again.
    return null;
  }
}

function ledgerBytes(folder: string): number {
  return statSync(join(folder, LEDGER_NAME), { throwIfNoEntry: false })?.size ?? 0;
}
