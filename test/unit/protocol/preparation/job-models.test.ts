/** What does someone read whose servers are not there? */
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import type { ResolvedModel } from '../../../../src/config/models.ts';
import { checkJobModels } from '../../../../src/protocol/preparation/job-models.ts';

/** An address at which nothing listens any more. */
async function closedEndpoint(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/v1`;
}

function resolved(alias: string, endpoint: string): ResolvedModel {
  return {
    alias,
    provider: 'openai',
    model: `some/${alias}`,
    endpoints: [endpoint],
    apiKey: null,
    timeoutMs: 1000,
    options: {},
    simulated: false,
  };
}

test('both servers are named at once, each with what it is for', async () => {
  const [team, large] = [await closedEndpoint(), await closedEndpoint()];
  const models = { task: resolved('team', team), reflection: resolved('large', large) };
  const { signal } = new AbortController();
  const check = async (needsReflection: boolean): Promise<void> =>
    await checkJobModels(models, { needsReflection, signal });
  await expect(check(true)).rejects.toMatchObject({
    code: 'prerequisite',
    message: `${team} does not answer (connection refused)\n${large} does not answer (connection refused)`,
    hints: [
      `model team is some/team at ${team}: see configs/models.yaml`,
      `model large is some/large at ${large}: see configs/models.yaml`,
      expect.stringContaining('REFLECTION_MODEL_BASE_URL') as string,
      'or try without a server: --model sim',
    ],
  });
  await expect(check(false)).rejects.toMatchObject({
    message: `${team} does not answer (connection refused)`,
    hints: [expect.stringContaining('model team') as string, expect.stringContaining('sim')],
  });
});
