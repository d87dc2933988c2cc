/** How does a loopback server answer as the simulated model would? */
import type { Brain } from '../../../src/mock-server/brain.ts';
import { modelReply } from '../../../src/mock-server/model-brain.ts';
import { provider as sim } from '../../../src/models/sim/index.ts';

/**
 * Answers calls of either format with the simulated model's replies. Each reply names its request's body as the served
 * model, so that a reply log tells which requests were answered.
 */
export function simBrain(): Brain {
  const model = sim.create({ endpoints: [], apiKey: null, timeoutMs: 1000, options: {} });
  return async (call) => ({
    ...(await modelReply(model, call, new AbortController().signal)),
    model: call.bodyHash,
  });
}
