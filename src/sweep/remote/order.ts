/** What is told to a worker of another machine about a job, and does the worker mean the same by it? */
import { PrerequisiteError } from '../../core/errors.ts';
import { digest, type Json, type JsonObject } from '../../core/json.ts';
import type { QueuedJob } from '../../core/queue.ts';
import type { JobRequest } from '../../protocol/preparation/job-request.ts';
import type { SweepJob } from '../expand/expand-sweep.ts';

/** What the request says without the places of the machine that made it. */
type PlacelessRequest = Omit<JobRequest, 'out' | 'evaluationCache'>;

export interface JobOrder {
  readonly schema: 'job-order-1';
  /** Path of the job's folder below the root, with `/`. */
  readonly key: string;
  /** SHA-256 of the job's identity, as the sweep sees it. */
  readonly identity: string;
  /** The beginnings of the hashes of its parts: so that a difference can be named. */
  readonly parts: { readonly [name: string]: string };
  /** Of the program that made the sweep. */
  readonly version: string;
  /** Mark of the root whose job folders these are. */
  readonly root: string;
  /** True: no disk is shared, and the folder travels through the queue. */
  readonly packed: boolean;
  readonly request: PlacelessRequest;
}

const PLACES: ReadonlySet<string> = new Set(['out', 'evaluationCache']);
const PART_LENGTH = 8;

export interface OrderedFrom {
  readonly version: string;
  readonly root: string;
  readonly packed: boolean;
}

/** Named by the job's identity, and by where its folder is: another sweep may want the same job elsewhere. */
export function jobOrder(
  { key, request }: SweepJob,
  identity: JsonObject,
  from: OrderedFrom,
): QueuedJob {
  const hash = digest(identity);
  const order: JobOrder = {
    schema: 'job-order-1',
    key,
    identity: hash,
    parts: partsOf(identity),
    ...from,
    request: withoutPlaces(request),
  };
  const place = digest([from.root, key]).slice(0, PART_LENGTH);
  return { id: `${hash}-${place}`, payload: order as unknown as JsonObject };
}

function withoutPlaces(request: JobRequest): PlacelessRequest {
  const kept = Object.entries(request).filter(([name]) => !PLACES.has(name));
  return Object.fromEntries(kept) as unknown as PlacelessRequest;
}

/** @throws PrerequisiteError when another version of the program made it */
export function readOrder({ payload }: QueuedJob, version: string): JobOrder {
  const order = payload as unknown as JobOrder;
  if (payload['schema'] === 'job-order-1' && order.version === version) return order;
  const theirs = typeof payload['version'] === 'string' ? payload['version'] : 'another version';
  throw new PrerequisiteError(
    `the jobs of this queue were made by mas-protocol ${theirs}, and this worker is mas-protocol ${version}`,
    { hints: ['install the same version on all machines; the job was handed back untouched'] },
  );
}

/** @throws PrerequisiteError when the worker would do another job under the same name */
export function checkSameJob(order: JobOrder, identity: JsonObject): void {
  if (digest(identity) === order.identity) return;
  const here = partsOf(identity);
  const names = [...new Set([...Object.keys(here), ...Object.keys(order.parts)])].sort();
  const differing = names.filter((name) => here[name] !== order.parts[name]);
  throw new PrerequisiteError(
    `${order.key} is another job on this machine than where the sweep was made: ${differing.join(', ')} differ`,
    {
      hints: [
        'give all machines the same configs/, prompts and data; the job was handed back untouched',
      ],
    },
  );
}

/** By the names of the settings; objects by the names within them. */
function partsOf(identity: JsonObject): { [name: string]: string } {
  const parts = Object.entries(identity).flatMap(([name, value]): [string, Json | undefined][] =>
    isObject(value)
      ? Object.entries(value).map(([inner, item]) => [`${name}.${inner}`, item])
      : [[name, value]],
  );
  return Object.fromEntries(
    parts.map(([name, value]) => [name, digest(value ?? null).slice(0, PART_LENGTH)]),
  );
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
