/** How cheap can a model call be on this machine, and just now? The same bodies, sent by a bare client. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export interface FloorOrder {
  /** The SDK as its guide shows it, over Node's own fetch; or undici's pool, of which nothing can be left out. */
  readonly client: 'openai' | 'undici';
  readonly url: string;
  readonly calls: number;
  readonly concurrency: number;
}

export interface FloorCost {
  /** User and system time of all threads while calls were made; start-up is left out. */
  readonly cpuMs: number;
  readonly wallMs: number;
}

/** Sends `order.calls` requests with these bodies in turn, in a process of its own. */
export async function floorCost(
  order: FloorOrder,
  bodies: readonly object[],
  root: string,
): Promise<FloorCost> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', join(root, 'scripts/bench/client.ts'), JSON.stringify(order)],
    { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] },
  );
  child.stdin.end(JSON.stringify(bodies));
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  const said = await text(child.stdout);
  const code = await ended;
  if (code !== 0) throw new Error(`the bare client ended with code ${code ?? 'none'}`);
  return JSON.parse(said) as FloorCost;
}
