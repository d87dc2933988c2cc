/** The Anthropic API. */
import type { ProviderPlugin } from '../../core/model.ts';
import { probeAnthropic } from './probe.ts';
import { createAnthropicProvider } from './provider.ts';

export const provider: ProviderPlugin = {
  id: 'anthropic',
  title: 'Anthropic API (Claude)',
  simulated: false,
  needsEndpoint: true,
  create: createAnthropicProvider,
  probe: probeAnthropic,
};
