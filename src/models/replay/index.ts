/** A recorded model: the same request gets the same reply, and a new one an error that says how to record it. */
import type { ModelProvider, ProviderPlugin, ProviderSettings } from '../../core/model.ts';
import { badOption, refuseUnknownOptions, textOption } from '../transport/option-reader.ts';
import { replayProvider } from './provider.ts';

function create({ options }: ProviderSettings): ModelProvider {
  refuseUnknownOptions('replay', options, ['file']);
  const file = textOption(options, 'file');
  if (file === null) throw badOption('file', 'the path of a recording', null);
  return replayProvider(file);
}

export const provider: ProviderPlugin = {
  id: 'replay',
  title: 'Replies from a recorded file',
  simulated: true,
  needsEndpoint: false,
  create,
  probe: async (settings) => {
    create(settings);
    return Promise.resolve();
  },
};
