/** What does a request say, whichever wire format it comes in? */
import type { LoopbackCall, LoopbackMessage, LoopbackTool } from './brain.ts';

type Body = LoopbackCall['body'];

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly id?: string;
  readonly name?: string;
  readonly input?: unknown;
  readonly tool_use_id?: string;
  readonly content?: string;
}

interface WireMessage {
  readonly role: string;
  readonly content: string | readonly Block[] | null;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
}

export function readMessages(body: Body): readonly LoopbackMessage[] {
  const listed = ((body['messages'] ?? []) as readonly WireMessage[]).flatMap(readMessage);
  const { system } = body;
  return typeof system === 'string' ? [{ role: 'system', content: system }, ...listed] : listed;
}

export function readTools(body: Body): { readonly tools?: readonly LoopbackTool[] } {
  const { tools } = body;
  if (!Array.isArray(tools)) return {};
  return {
    tools: (tools as readonly Record<string, unknown>[]).map((tool) => {
      const said = (tool['function'] ?? tool) as Record<string, unknown>;
      return {
        name: String(said['name']),
        description: String(said['description']),
        parameters: (said['parameters'] ?? said['input_schema']) as object,
      };
    }),
  };
}

function readMessage(message: WireMessage): LoopbackMessage[] {
  const { role, content, tool_calls: calls, tool_call_id: toolCallId } = message;
  if (Array.isArray(content)) return readBlocks(role, content as readonly Block[]);
  const toolCalls = calls?.map(({ id, function: called }) => ({ id, ...called }));
  return [
    {
      role,
      content: (content as string | null) ?? '',
      ...(toolCalls !== undefined && { toolCalls }),
      ...(toolCallId !== undefined && { toolCallId }),
    },
  ];
}

function readBlocks(role: string, blocks: readonly Block[]): LoopbackMessage[] {
  const results = blocks.filter(({ type }) => type === 'tool_result');
  if (results.length > 0) {
    return results.map(({ content = '', tool_use_id: toolCallId = '' }) => ({
      role: 'tool',
      content,
      toolCallId,
    }));
  }
  const content = blocks.map(({ text = '' }) => text).join('');
  const toolCalls = blocks
    .filter(({ type }) => type === 'tool_use')
    .map(({ id = '', name = '', input }) => ({ id, name, arguments: JSON.stringify(input) }));
  return [{ role, content, ...(toolCalls.length > 0 && { toolCalls }) }];
}
