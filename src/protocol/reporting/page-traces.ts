/** Which transcripts fit into a page, and who read whom in them? */
import { join } from 'node:path';
import type { JsonObject } from '../../core/json.ts';
import type { Transcript } from '../../core/rollout.ts';
import { openBlobStore } from '../../store/blobs.ts';

interface Arm {
  readonly score: number | null;
  readonly trace: string | null;
}

interface Record {
  readonly seed: Arm;
  readonly frozen: Arm;
}

/** Characters of all traces in one page: below two megabytes it still opens at once. */
const MOST_CHARACTERS = 1_000_000;

/** How reports of others begin in what an agent reads. */
const REPORT = /^--- from .+ \(agent (\d+), round \d+\) ---$/gm;

/** Tasks that changed sides come first, then the others in order. */
export function pageTraces(folder: string, records: readonly Record[]) {
  const store = openBlobStore(join(folder, 'traces'));
  const flips = records.filter(({ seed, frozen }) => seed.score !== frozen.score);
  const order = [...flips, ...records.filter((record) => !flips.includes(record))];
  const hashes = new Set(
    order.flatMap(({ frozen, seed }) => [frozen.trace, seed.trace]).filter((hash) => hash !== null),
  );
  const traces: { [hash: string]: ReturnType<typeof shownTrace> } = {};
  const flow = new Flow();
  let room = MOST_CHARACTERS;
  let leftOut = 0;
  for (const hash of hashes) {
    if (!store.has(hash)) {
      leftOut += 1;
      continue;
    }
    const transcript = store.get(hash) as Transcript;
    flow.add(transcript);
    const trace = shownTrace(transcript);
    const { length } = JSON.stringify(trace);
    if (length > room) leftOut += 1;
    else traces[hash] = trace;
    if (length <= room) room -= length;
  }
  return { traces, leftOut, team: flow.team() };
}

/** One of them, however long; null when it was taken away. */
export function taskTrace(folder: string, hash: string) {
  const store = openBlobStore(join(folder, 'traces'));
  return store.has(hash) ? shownTrace(store.get(hash) as Transcript) : null;
}

/** The role's prompt is left out: it stands on the page, and once is enough. */
function shownTrace({ turns, answer, score }: Transcript) {
  const details = (score as JsonObject | null)?.['details'] as JsonObject | null | undefined;
  return {
    turns: turns.map(({ agent, role, round, messages, output, finishReason }) => ({
      agent,
      role,
      round,
      input: messages
        .filter((message) => message.role !== 'system')
        .map(({ content }) => content)
        .join('\n\n'),
      output,
      finish: finishReason,
    })),
    votes: answer.votes.map(({ agent, key }) => ({ agent, key })),
    parsed: details?.['parsed'] ?? null,
  };
}

/** Counts who was shown whose report. */
class Flow {
  readonly #roles = new Map<number, string>();
  readonly #counts = new Map<string, number>();
  #traces = 0;

  add({ turns }: Transcript): void {
    this.#traces += 1;
    for (const { agent, role, messages } of turns) {
      this.#roles.set(agent, role);
      const read = messages.filter((message) => message.role === 'user');
      for (const [, sender] of read.flatMap(({ content }) => [...content.matchAll(REPORT)])) {
        const key = `${Number(sender) - 1} ${agent}`;
        this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
      }
    }
  }

  team() {
    const agents = [...this.#roles].map(([agent, role]) => ({ agent, role }));
    const messages = [...this.#counts].map(([key, count]) => {
      const [from = 0, to = 0] = key.split(' ').map(Number);
      return { from, to, count: count / Math.max(1, this.#traces) };
    });
    return {
      agents: agents.sort((left, right) => left.agent - right.agent),
      messages: messages
        .filter(({ from }) => this.#roles.has(from))
        .sort((left, right) => left.from - right.from || left.to - right.to),
    };
  }
}
