/** How does another process get a loopback server? It starts this file and reads the URL from the first line. */
import { pathToFileURL } from 'node:url';
import type { Brain } from '../../../src/mock-server/brain.ts';
import { startLoopback } from '../../../src/mock-server/server.ts';

/**
 * Environment: `LOOPBACK_BRAIN` path of a module that exports `brain`, `LOOPBACK_MODELS` comma list,
 * `LOOPBACK_LATENCY_MS`, `LOOPBACK_PORT` (default: any free one). Ends on SIGTERM or when stdin closes.
 */
const brainPath = process.env['LOOPBACK_BRAIN'];
if (brainPath === undefined)
  throw new Error('LOOPBACK_BRAIN must name a module that exports `brain`');
const loaded = (await import(pathToFileURL(brainPath).href)) as { readonly brain: Brain };
const server = await startLoopback({
  brain: loaded.brain,
  models: (process.env['LOOPBACK_MODELS'] ?? '').split(',').filter((id) => id !== ''),
  latencyMs: Number(process.env['LOOPBACK_LATENCY_MS'] ?? '0'),
  port: Number(process.env['LOOPBACK_PORT'] ?? '0'),
  keepLog: false,
});
process.stdout.write(
  `${JSON.stringify({ openAiUrl: server.openAiUrl, anthropicUrl: server.anthropicUrl })}\n`,
);
const stop = (): void => {
  void server.close().then(() => process.exit(0));
};
process.once('SIGTERM', stop);
process.stdin.once('close', stop).resume();
