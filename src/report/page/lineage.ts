/** Which candidate came from which, what became of it, and what changed in its prompts? */
import { canonicalJson } from '../../core/json.ts';
import { percentText } from '../numbers.ts';
import { escapeText } from '../svg/markup.ts';
import { diffHtml } from './html.ts';
import { candidateFate, type LineageNode, lineageTree } from './lineage-tree.ts';
import type { PageCandidate, PageInput } from './page-input.ts';
import { wordDiff } from './word-diff.ts';

type Team = PageCandidate['candidate'];

/** Nested lists. */
export function lineageHtml(input: Pick<PageInput, 'candidates' | 'report'>): string {
  const list = (nodes: readonly LineageNode[]): string =>
    `<ul class="tree">${nodes
      .map(
        ({ entry, parent, children }) =>
          `<li>${candidateHtml(entry, parent)}${children.length === 0 ? '' : list(children)}</li>`,
      )
      .join('')}</ul>`;
  return list(lineageTree(input.candidates));
}

function candidateHtml(entry: PageCandidate, parent: PageCandidate | null): string {
  const { name, events } = entry;
  const { fate, scores } = candidateFate(entry);
  const seen = scores.map(
    ({ split, score, tasks }) => `${percentText(score)} on ${tasks} ${split} tasks`,
  );
  const summary = [
    `<strong>${escapeText(name)}</strong>`,
    `<span class="fate ${/^[a-z]+$/.test(fate) ? fate : ''}">${escapeText(fate)}</span>`,
    escapeText(seen.join(', ')),
  ].join(' ');
  const told = events.map(
    ({ kind, reason }) => `<li>${escapeText(`${kind.replace('candidate-', '')}: ${reason}`)}</li>`,
  );
  const changes = parent === null ? '' : changesHtml(parent.candidate, entry.candidate);
  return `<details><summary>${summary}</summary><ul class="notes">${told.join('')}</ul>${changes}</details>`;
}

/** Role by role; only what differs. */
export function changesHtml(before: Team, after: Team): string {
  const roles = [...new Set([...Object.keys(before.roles), ...Object.keys(after.roles)])];
  const prompts = roles.flatMap((role) => {
    const [old, changed] = [before.roles[role] ?? '', after.roles[role] ?? ''];
    if (old === changed) return [];
    return [`<h4>${escapeText(role)}</h4>`, diffHtml(wordDiff(old, changed))];
  });
  const parameters =
    canonicalJson(before.parameters) === canonicalJson(after.parameters)
      ? []
      : [
          '<h4>topology parameters</h4>',
          diffHtml(wordDiff(settingText(before.parameters), settingText(after.parameters))),
        ];
  const shown = Object.keys({ ...before.demonstrations, ...after.demonstrations }).flatMap(
    (role) => {
      const [old, changed] = [before, after].map((team) => team.demonstrations[role] ?? []);
      if (canonicalJson(old) === canonicalJson(changed)) return [];
      const texts = (changed ?? []).map(
        ({ input, output }) =>
          `<pre class="text" dir="auto">${escapeText(`${input}\n→ ${output}`)}</pre>`,
      );
      return [
        `<details><summary>${escapeText(role)}: ${old?.length ?? 0} → ${texts.length} demonstrations</summary>${texts.join('')}</details>`,
      ];
    },
  );
  return [...parameters, ...prompts, ...shown].join('\n');
}

function settingText(parameters: Team['parameters']): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name} = ${value}`)
    .join('\n');
}
