/** How does a test get a server that answers as the simulated model does? */
import { onTestFinished } from 'vitest';
import type { Brain } from '../../../src/mock-server/brain.ts';
import {
  type Loopback,
  type LoopbackOptions,
  startLoopback,
} from '../../../src/mock-server/server.ts';
import { simBrain } from './sim-brain.ts';
import { TINY_MODEL } from './tiny-job.ts';

/** Closed after the test. */
export async function simServer(
  options: Partial<LoopbackOptions> & { readonly brain?: Brain } = {},
): Promise<Loopback> {
  const server = await startLoopback({ brain: simBrain(), models: [TINY_MODEL], ...options });
  onTestFinished(() => server.close());
  return server;
}

export function portOf(server: Loopback): number {
  return Number(new URL(server.openAiUrl).port);
}

/** Bodies of all model calls so far. */
export function bodies(server: Loopback): readonly string[] {
  return server.calls.map((call) => call.bodyHash);
}
