/** How are labelled sections written, found again and shown to peers? */
import { FIELDS } from './fields.ts';
import { boundedHandOff, type MessageFormat } from './format.ts';

const CONTRACT = [
  'Write your message to the other agents as these labelled sections, in this order, each label at the start of a line:',
  ...FIELDS.map(({ label, meaning }) => `${label}: ${meaning}`),
  'If you are also asked for a final answer, put it in the section "Proposed answer" and write nothing after it.',
].join('\n');

/** A label at the start of a line; list marks, heading marks and emphasis around it are tolerated. */
const LABEL = new RegExp(
  `^[ \\t]{0,8}(?:[-*+>#]{1,6}[ \\t]{1,4})?(?:\\*\\*|__)?(${FIELDS.map(({ label }) => label.replace(' ', '[ _-]')).join('|')})(?:\\*\\*|__)?[ \\t]*[:：](?:\\*\\*|__)?`,
  'gimu',
);

/** Text before the first label is dropped from a well-formed message; a repeated label continues its section. */
export const semiStructured: MessageFormat = {
  id: 'semi_structured',
  contract: CONTRACT,
  read(reply) {
    const sections = sectionsOf(reply);
    const complete = FIELDS.every(({ key, required }) => !required || sections.has(key));
    if (!complete) return { text: boundedHandOff(reply), parsed: false };
    const lines = FIELDS.flatMap(({ key, label }) => {
      const section = sections.get(key);
      return section === undefined ? [] : [`${label}: ${section}`];
    });
    return { text: boundedHandOff(lines.join('\n')), parsed: true };
  },
};

/** Non-blank sections by field key. */
function sectionsOf(reply: string): Map<string, string> {
  const found = [...reply.matchAll(LABEL)];
  const sections = new Map<string, string>();
  found.forEach((match, position) => {
    const end = found[position + 1]?.index ?? reply.length;
    const text = reply.slice(match.index + match[0].length, end).trim();
    const key = (match[1] ?? '').toLowerCase().replace(/[ -]/, '_');
    const earlier = sections.get(key);
    if (text !== '') sections.set(key, earlier === undefined ? text : `${earlier}\n${text}`);
  });
  return sections;
}
