/** When did a process work on a job, for how long, where, and what did its models count? */
import type { JobListener } from '../core/events.ts';
import type { Json, JsonObject } from '../core/json.ts';
import type { JobFolder } from '../store/job-folder.ts';
import { keepLedgerSum } from '../store/ledger-sum.ts';
import type { ProcessIdentity } from '../store/lock.ts';
import { MANIFEST, manifestText } from './manifest.ts';
import type { SharedReplyCounts } from './reply-cache/shared-replies.ts';

export interface Session {
  readonly process: ProcessIdentity;
  readonly listen: JobListener;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly concurrency: number;
  /** Null when the models were never opened. */
  readonly models: JsonObject | null;
  /** Of the manifest: what is the same in every session. */
  readonly manifest: JsonObject;
}

/** Writes what a session came to, and closes the folder whatever becomes of that. */
export function closeSession(folder: JobFolder, session: Session): void {
  try {
    tellReplyCache(session);
    writeTelemetry(folder, session);
  } catch (error) {
    // A disk that is full must not hide why the job stopped, and telemetry decides nothing.
    session.listen({ kind: 'notice', message: `telemetry was not written: ${String(error)}` });
  } finally {
    folder.close();
    keepSum(folder.path);
  }
}

/** Only a shorter way to what the ledger says. */
function keepSum(path: string): void {
  try {
    keepLedgerSum(path);
  } catch {
    // On a full disk the ledger is summed when somebody asks.
  }
}

function tellReplyCache({ models, listen }: Session): void {
  const shared = models?.['replyCache'] as unknown as
    | (SharedReplyCounts & { readonly folder: string })
    | undefined;
  if (shared === undefined) return;
  const { folder, hits, kept, damaged, unkept } = shared;
  const again = damaged === 0 ? '' : `; ${damaged} damaged ones were asked for anew`;
  const lost = unkept === 0 ? '' : `; ${unkept} could not be kept`;
  listen({
    kind: 'notice',
    message: `${hits} replies from the cache ${folder}, paid for before; ${kept} new ones kept there${again}${lost}`,
  });
}

/** Clock times, host and throughput: kept apart from the sealed files, which are the same on every machine. */
function writeTelemetry(folder: JobFolder, session: Session): void {
  const { process, startedAt, endedAt, concurrency, models } = session;
  const record: JsonObject = {
    kind: 'session',
    startedAt: new Date(startedAt).toISOString(),
    milliseconds: endedAt - startedAt,
    host: process.host,
    pid: process.pid,
    node: process.runtime,
    ...(process.software === undefined ? {} : { software: process.software as unknown as Json }),
    concurrency,
    models,
  };
  folder.journal.append(record);
  const sessions = [...folder.records.filter((entry) => entry['kind'] === 'session'), record];
  folder.writeDerived(
    'telemetry.json',
    `${JSON.stringify({ schema: 'telemetry-1', sessions }, null, 2)}\n`,
  );
  folder.writeDerived(MANIFEST, manifestText(session.manifest, sessions));
}
