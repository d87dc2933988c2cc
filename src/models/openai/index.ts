/** The OpenAI wire format: OpenAI itself, vLLM, SGLang, llama.cpp, Ollama and every compatible server. */
import type { ProviderPlugin } from '../../core/model.ts';
import { probeOpenAi } from './probe.ts';
import { createOpenAiProvider } from './provider.ts';

export const provider: ProviderPlugin = {
  id: 'openai',
  title: 'OpenAI and OpenAI-compatible servers (vLLM, SGLang, Ollama)',
  simulated: false,
  needsEndpoint: true,
  create: createOpenAiProvider,
  probe: probeOpenAi,
};
