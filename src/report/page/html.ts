/** How do tables and texts become HTML? Everything that was read somewhere is text, never markup. */
import type { Section } from '../section.ts';
import { escapeText } from '../svg/markup.ts';
import type { DiffPart } from './word-diff.ts';

export function sectionHtml(section: Section): string {
  const { title, header, rows, right, notes, faint } = section;
  const cell = (text: string, column: number, name: 'td' | 'th'): string => {
    const scope = name === 'th' ? (column === 0 ? ' scope="row"' : '') : '';
    return `<${name}${scope}${right.includes(column) ? ' class="n"' : ''}>${escapeText(text)}</${name}>`;
  };
  const head = header.map(
    (text, column) =>
      `<th scope="col"${right.includes(column) ? ' class="n"' : ''}>${escapeText(text)}</th>`,
  );
  const table =
    header.length === 0
      ? []
      : [
          `<div class="wide" tabindex="0" role="region" aria-label="${escapeText(title)}"><table${faint ? ' class="faint"' : ''}>`,
          `<thead><tr>${head.join('')}</tr></thead><tbody>`,
          ...rows.map(
            (row) =>
              `<tr>${row.map((text, column) => cell(text, column, column === 0 ? 'th' : 'td')).join('')}</tr>`,
          ),
          '</tbody></table></div>',
        ];
  const lines = notes.map((note) => `<li>${escapeText(note)}</li>`);
  return [
    `<h3>${escapeText(title)}</h3>`,
    ...table,
    ...(lines.length === 0 ? [] : [`<ul class="notes">${lines.join('')}</ul>`]),
  ].join('\n');
}

const MARKS = { same: null, gone: 'del', new: 'ins' } as const;

/** Word by word; what went is struck through and what came underlined, so that no colour is needed. */
export function diffHtml(parts: readonly DiffPart[]): string {
  const text = parts.map(({ kind, text: words }) => {
    const mark = MARKS[kind];
    return mark === null ? escapeText(words) : `<${mark}>${escapeText(words)}</${mark}>`;
  });
  return `<pre class="text" dir="auto">${text.join('')}</pre>`;
}

/** JSON inside a script element: no character of it can close that element. */
export function embeddedJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
