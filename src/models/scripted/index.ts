/** A model that says what a script says: for tests, demonstrations and first steps. */
import { digest } from '../../core/json.ts';
import type { ProviderPlugin } from '../../core/model.ts';
import { readScript } from './options.ts';
import { scriptedProvider } from './provider.ts';

export const provider: ProviderPlugin = {
  id: 'scripted',
  title: 'Replies from a list or from rules in configs/models.yaml',
  simulated: true,
  needsEndpoint: false,
  create: ({ options }) => scriptedProvider(readScript(options), digest(options).slice(0, 12)),
  probe: async ({ options }) => {
    readScript(options);
    return Promise.resolve();
  },
};
