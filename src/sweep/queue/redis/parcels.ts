/** Where do job folders wait between two machines that share no disk? In Redis, each under the token of its last lease. */
import type { Redis } from 'ioredis';
import type { Parcel, ParcelChange } from '../../../store/parcel.ts';

export interface Parcels {
  /**
   * What the job has come to so far; from now on no lease with a lower token can change it.
   *
   * @returns null when a higher token was seen: this lease is over
   */
  claim(id: string, token: number): Promise<Parcel | null>;
  /** False: nothing was kept, for another lease has the job. */
  keep(id: string, token: number, change: ParcelChange): Promise<boolean>;
  /** Null: none is there. */
  read(id: string): Promise<Parcel | null>;
  /** What a job has come to before it was enqueued; nothing happens when more is known. */
  begin(id: string, parcel: Parcel): Promise<void>;
  /** The content only: the token stays, so that a late worker is still late. */
  drop(id: string): Promise<void>;
}

const CLAIM = `
local seen = tonumber(redis.call('GET', KEYS[1]) or '0')
if seen > tonumber(ARGV[1]) then return false end
redis.call('SET', KEYS[1], ARGV[1])
return redis.call('HGETALL', KEYS[2])`;

const KEEP = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
local gone = tonumber(ARGV[2])
for at = 3, 2 + gone do redis.call('HDEL', KEYS[2], ARGV[at]) end
for at = 3 + gone, #ARGV, 2 do redis.call('HSET', KEYS[2], ARGV[at], ARGV[at + 1]) end
return 1`;

export function redisParcels(redis: Redis): Parcels {
  const keys = (id: string): [string, string] => [
    `protocol:folders:${id}:token`,
    `protocol:folders:${id}:files`,
  ];
  const ask = (script: string, id: string, values: readonly (string | number | Buffer)[]) =>
    redis.callBuffer('EVAL', script, 2, ...keys(id), ...values);
  return {
    claim: async (id, token) => {
      const reply = await ask(CLAIM, id, [token]);
      return reply === null ? null : parcelOf(reply as Buffer[]);
    },
    keep: async (id, token, { changed, gone }) => {
      const files = [...changed].flat();
      return (await ask(KEEP, id, [token, gone.length, ...gone, ...files])) === 1;
    },
    read: async (id) => {
      const reply = (await redis.callBuffer('HGETALL', keys(id)[1])) as Buffer[];
      return reply.length === 0 ? null : parcelOf(reply);
    },
    begin: async (id, parcel) => {
      const [token, files] = keys(id);
      if (parcel.size === 0 || (await redis.exists(token, files)) > 0) return;
      await redis.hset(files, new Map(parcel));
    },
    drop: async (id) => {
      await redis.del(keys(id)[1]);
    },
  };
}

function parcelOf(fields: readonly Buffer[]): Parcel {
  const parcel = new Map<string, Buffer>();
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [path, packed] = [fields[at], fields[at + 1]];
    if (path !== undefined && packed !== undefined) parcel.set(path.toString('utf8'), packed);
  }
  return parcel;
}
