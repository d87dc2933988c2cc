/** How is a JSON message written, read with tolerance and shown to peers? */
import type { Json } from '../../../core/json.ts';
import { FIELDS } from './fields.ts';
import { boundedHandOff, type MessageFormat } from './format.ts';
import { findSoftObject } from './soft-json.ts';

const CONTRACT = [
  'Write your message to the other agents as one JSON object with these text fields, in this order:',
  ...FIELDS.map(({ key, meaning }) => `"${key}": ${meaning}`),
  'If you are also asked for a final answer, put it in "proposed_answer" and write it once more after the object, on a line of its own and without JSON escapes.',
].join('\n');

/** Peers read a clean JSON object: the known fields in order, then whatever else the writer added. */
export const structuredSoft: MessageFormat = {
  id: 'structured_soft',
  contract: CONTRACT,
  read(reply) {
    const fields = findSoftObject(reply, hasRequiredFields);
    if (fields === null) return { text: boundedHandOff(reply), parsed: false };
    const known = byFieldKey(fields);
    const ordered = [
      ...FIELDS.flatMap(({ key }) =>
        known.has(key) ? [[key, known.get(key) ?? null] as const] : [],
      ),
      ...[...known].filter(([key]) => !FIELDS.some((field) => field.key === key)),
    ];
    return {
      text: boundedHandOff(JSON.stringify(Object.fromEntries(ordered), null, 2)),
      parsed: true,
    };
  },
};

function hasRequiredFields(object: ReadonlyMap<string, Json>): boolean {
  const known = byFieldKey(object);
  return FIELDS.every(({ key, required }) => !required || !isBlank(known.get(key)));
}

/** Keys spelled as the contract does: `Proposed answer` and `proposed-answer` are `proposed_answer`. */
function byFieldKey(object: ReadonlyMap<string, Json>): Map<string, Json> {
  return new Map(
    [...object].map(([key, value]) => {
      const spelled = key
        .trim()
        .toLowerCase()
        .replace(/[\s-]+/g, '_');
      return [FIELDS.some((field) => field.key === spelled) ? spelled : key, value];
    }),
  );
}

function isBlank(value: Json | undefined): boolean {
  return (
    value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
  );
}
