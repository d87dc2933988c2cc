/** What may configs/models.yaml say about a script? */
import { ModelError, UsageError } from '../../core/errors.ts';
import { badOption, refuseUnknownOptions, textOption } from '../transport/option-reader.ts';
import type { ScriptedBrain, ScriptedReply } from './provider.ts';

interface Rule {
  readonly contains: string;
  readonly reply: string;
}

/**
 * `replies: [..]` answers the calls in order; `rules: [{ contains, reply }]` answers by the first rule whose text
 * stands in any message, and `otherwise` when none does.
 *
 * @throws UsageError
 */
export function readScript(options: {
  readonly [name: string]: unknown;
}): ScriptedBrain | readonly ScriptedReply[] {
  refuseUnknownOptions('scripted', options, ['replies', 'rules', 'otherwise']);
  const { replies, rules } = options;
  const otherwise = textOption(options, 'otherwise');
  if ((replies === undefined) === (rules === undefined && otherwise === null)) {
    throw new UsageError(
      'provider scripted needs either the option "replies" or the option "rules"',
    );
  }
  if (replies !== undefined) {
    if (!isTextList(replies)) throw badOption('replies', 'a list of texts', replies);
    return replies;
  }
  const list = rules ?? [];
  if (!Array.isArray(list) || !list.every(isRule)) {
    throw badOption('rules', 'a list of { contains, reply }', rules);
  }
  return byRule(list, otherwise);
}

function byRule(rules: readonly Rule[], otherwise: string | null): ScriptedBrain {
  return (request) => {
    const rule = rules.find(({ contains }) =>
      request.messages.some((message) => message.content.includes(contains)),
    );
    const reply = rule?.reply ?? otherwise;
    if (reply !== null) return reply;
    throw new ModelError('no rule of the script fits this request', {
      kind: 'bad-request',
      retry: false,
      hints: ['add a rule, or the option `otherwise`, to the model in configs/models.yaml'],
    });
  };
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isRule(value: unknown): value is Rule {
  const rule = value as Partial<Rule> | null;
  return typeof rule?.contains === 'string' && typeof rule.reply === 'string';
}
