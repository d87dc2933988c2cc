/** Do jobs share what one of them paid for, and is nothing else shared? Over HTTP, counting requests. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JobEvent } from '../../src/core/events.ts';
import { type Brain, status } from '../../src/mock-server/brain.ts';
import { cacheContent } from '../../src/protocol/reply-cache/inventory.ts';
import { readLedger } from '../../src/store/ledger-file.ts';
import { sealedFiles, temporaryFolder } from '../support/job/job-files.ts';
import { bodies, simServer } from '../support/job/loopback-job.ts';
import { runHere } from '../support/job/run-here.ts';
import { simBrain } from '../support/job/sim-brain.ts';

const seed = 2;

async function noticesOf(request: Parameters<typeof runHere>[0]): Promise<string[]> {
  const notices: string[] = [];
  const listen = (event: JobEvent): void => {
    if (event.kind === 'notice') notices.push(event.message);
  };
  await runHere(request, { listen });
  return notices.filter((message) => message.includes('from the cache'));
}

describe('a second job with a warm cache', () => {
  it('asks for nothing, pays for nothing, and ends with the same bytes', async () => {
    const server = await simServer();
    const replyCache = temporaryFolder();
    const common = { seed, endpoint: server.openAiUrl, replyCache };
    const [cold, warm] = [temporaryFolder(), temporaryFolder()];
    const [first] = await noticesOf({ ...common, folder: cold });
    const asked = bodies(server).length;
    expect(asked).toBeGreaterThan(100);
    expect(first).toContain(`0 replies from the cache ${replyCache}`);

    const [second] = await noticesOf({ ...common, folder: warm });
    expect(bodies(server)).toHaveLength(asked);
    expect(sealedFiles(warm)).toEqual(sealedFiles(cold));
    expect(second).toMatch(/^[1-9]\d* replies from the cache .*; 0 new ones kept there$/);
    expect(readLedger(warm).rows).toEqual([]);
    // With its transcripts, and able to go on without the cache.
    expect(readdirSync(join(warm, 'traces'))).toEqual(readdirSync(join(cold, 'traces')));
    expect(existsSync(join(warm, 'replies.ndjson'))).toBe(true);

    const alone = temporaryFolder();
    await runHere({ seed, endpoint: server.openAiUrl, folder: alone });
    expect(sealedFiles(alone)).toEqual(sealedFiles(warm));
  });

  it('is asked anew at another seed and by another server', async () => {
    const [server, other] = [await simServer(), await simServer()];
    const common = { replyCache: temporaryFolder(), method: 'identity' as const };
    await runHere({ ...common, seed: 1, endpoint: server.openAiUrl, folder: temporaryFolder() });
    const before = bodies(server).length;
    await runHere({ ...common, seed: 3, endpoint: server.openAiUrl, folder: temporaryFolder() });
    await runHere({ ...common, seed: 1, endpoint: other.openAiUrl, folder: temporaryFolder() });
    expect(bodies(server).length).toBeGreaterThan(before);
    expect(bodies(other)).toHaveLength(before);
  });
});

describe('what is kept', () => {
  it('holds no failure, and a damaged reply is asked for again', async () => {
    let calls = 0;
    const answer = simBrain();
    const unwell: Brain = (call) => {
      calls += 1;
      return calls % 7 === 0 ? status(500) : answer(call);
    };
    const server = await simServer({ brain: unwell });
    const replyCache = temporaryFolder();
    const common = {
      ...{ seed, replyCache, method: 'identity' as const, clockSpeed: 100 },
      endpoint: server.openAiUrl,
    };
    const first = temporaryFolder();
    await runHere({ ...common, folder: first });
    const ok = readLedger(first).rows.filter(({ outcome }) => outcome === 'ok').length;
    const { replies, damaged } = cacheContent(replyCache);
    expect([replies.length, damaged]).toEqual([ok, []]);

    const [one, two] = replies.map(({ key }) =>
      join(replyCache, key.slice(0, 2), `${key}.json.gz`),
    );
    writeFileSync(one ?? '', readFileSync(one ?? '').subarray(0, 40));
    writeFileSync(two ?? '', 'not packed at all');
    expect(cacheContent(replyCache).damaged).toHaveLength(2);

    const second = temporaryFolder();
    const [notice] = await noticesOf({ ...common, folder: second });
    expect(notice).toContain('2 new ones kept there; 2 damaged ones were asked for anew');
    expect(sealedFiles(second)).toEqual(sealedFiles(first));
    expect(cacheContent(replyCache)).toMatchObject({ damaged: [] });
  });
});
