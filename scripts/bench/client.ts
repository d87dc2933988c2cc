/** What does a model call cost in a program that does nothing but call? A process of its own, started by `floor.ts`. */
import { json } from 'node:stream/consumers';
import OpenAI from 'openai';
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import PQueue from 'p-queue';
import { Pool } from 'undici';
import type { FloorCost, FloorOrder } from './floor.ts';

type Body = ChatCompletionCreateParamsNonStreaming;

/** As its guide says, but without retries: a failed call must not be counted as one. */
function bySdk(url: string): (body: Body) => Promise<unknown> {
  const client = new OpenAI({ baseURL: url, apiKey: 'none', maxRetries: 0 });
  return async (body) => (await client.chat.completions.create(body)).choices[0]?.message.content;
}

function byUndici(url: string, connections: number): (body: Body) => Promise<unknown> {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections });
  const headers = { 'content-type': 'application/json' };
  const path = `${pathname}/chat/completions`;
  return async (body) => {
    const sent = { path, method: 'POST', headers, body: JSON.stringify(body) };
    const answer = (await (await pool.request(sent)).body.json()) as OpenAI.ChatCompletion;
    return answer.choices[0]?.message.content;
  };
}

/** Processor time of all threads from the first call to the last answer: starting and reading the bodies are left out. */
async function measure({ client, url, calls, concurrency }: FloorOrder): Promise<FloorCost> {
  const bodies = (await json(process.stdin)) as readonly Body[];
  const call = client === 'openai' ? bySdk(url) : byUndici(url, concurrency);
  const queue = new PQueue({ concurrency });
  const cpu = process.cpuUsage();
  const begin = performance.now();
  const asked = Array.from({ length: calls }, (_, index) =>
    queue.add(async () => {
      const answer = await call(bodies[index % bodies.length] as Body);
      if (typeof answer !== 'string') throw new Error(`call ${index + 1} brought no text`);
    }),
  );
  await Promise.all(asked);
  const { user, system } = process.cpuUsage(cpu);
  return { cpuMs: (user + system) / 1_000, wallMs: performance.now() - begin };
}

const cost = await measure(JSON.parse(process.argv[2] ?? '{}') as FloorOrder);
process.stdout.write(`${JSON.stringify(cost)}\n`, () => process.exit());
