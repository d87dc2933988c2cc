/** Is this the step that the journal remembers? */
import { candidateDigest } from '../../core/candidate.ts';
import { digest } from '../../core/json.ts';
import type { Ask, MessageEdit } from '../../core/optimizer.ts';

/** SHA-256 of everything in a step's asks that can change its answers. */
export function stepHash(asks: readonly Ask[]): string {
  return digest(asks.map(describeAsk));
}

function describeAsk(ask: Ask): unknown {
  switch (ask.kind) {
    case 'rollouts':
      return {
        kind: ask.kind,
        candidate: candidateDigest(ask.candidate),
        tasks: ask.tasks.map((task) => task.id),
        replicate: ask.replicate ?? 0,
        from: ask.from?.map((base) => base.trace) ?? null,
        mask: ask.mask ?? [],
        // Absent without such a mask: journals that were written before there was one stay readable.
        ...(ask.maskAgents === undefined ? {} : { maskAgents: ask.maskAgents }),
        ...(ask.edits === undefined ? {} : { edits: ask.edits.map(describeEdit) }),
        whenShort: ask.whenShort,
      };
    case 'completion':
      return {
        kind: ask.kind,
        channel: ask.channel,
        messages: ask.messages,
        decoding: ask.decoding,
        sample: ask.sample ?? 0,
      };
    case 'embed':
      return { kind: ask.kind, texts: ask.texts };
  }
}

function describeEdit(edit: MessageEdit | null): unknown {
  if (edit === null) return null;
  const { role, agent = null, round = 0, text } = edit;
  return { role, agent, round, text };
}
