/** What do both wire formats share about function tools: replayed calls, and servers that know no tools? */
import { ModelError } from '../../core/errors.ts';
import type { ModelRequest, ToolCall } from '../../core/model.ts';
import { readToolArguments, type ToolArguments } from '../../core/tool-arguments.ts';

const NO_ARGUMENTS: ToolArguments = { text: '{}', value: {}, repaired: true };

/** Arguments of an earlier call as a server takes them back: one broken text makes it refuse every later turn. */
export function replayedArguments(call: ToolCall): ToolArguments {
  return readToolArguments(call.arguments) ?? NO_ARGUMENTS;
}

/** The arguments of a reply's call as JSON text: some servers send an object, some leave them out. */
export function argumentText(sent: unknown): string {
  if (typeof sent === 'string') return sent;
  return sent === undefined || sent === null ? '' : JSON.stringify(sent);
}

const TOOL_WORDS =
  /\btools?\b|tool[_-]?(?:choice|call|parser)|function[ _-]?call|extra (?:inputs|fields)/i;

/**
 * A refusal of the tools, said so that it can be mended; any other error as it is. As worded by vLLM without a tool parser,
 * llama.cpp without --jinja (which answers 500), Ollama for a model without tools, and servers that know no such field.
 */
export function explainToolRefusal(error: unknown, request: ModelRequest): unknown {
  if (request.tools === undefined || !(error instanceof ModelError)) return error;
  const { status, message, kind } = error;
  const mayRefuse = status !== null && (status < 429 || status === 500 || status === 501);
  const isOther = kind === 'authentication' || kind === 'context-overflow';
  if (!mayRefuse || isOther || !TOOL_WORDS.test(message)) return error;
  return new ModelError(`${request.model} was offered function tools and refused: ${message}`, {
    // As a missing model: no retry and no other task will find it there.
    kind: 'not-found',
    retry: false,
    status,
    cause: error,
    hints: [
      'start vLLM with --enable-auto-tool-choice --tool-call-parser PARSER (the parser of this model), llama.cpp with --jinja',
      'or let the agents write their answers: --answer-mode text',
    ],
  });
}
