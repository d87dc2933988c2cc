/** Which candidate came from which, what became of it, and what changed in its prompts? */
import { canonicalJson } from '../../core/json.ts';
import { percentText } from '../numbers.ts';
import { escapeText } from '../svg/markup.ts';
import { diffHtml } from './html.ts';
import type { PageCandidate, PageInput } from './page-input.ts';
import { wordDiff } from './word-diff.ts';

type Team = PageCandidate['candidate'];

/** Nested lists from the seed on; a candidate with several parents stands under the first of them. */
export function lineageHtml(input: Pick<PageInput, 'candidates' | 'report'>): string {
  const { candidates } = input;
  const known = new Map(candidates.map((entry) => [entry.digest, entry]));
  const children = new Map<string, PageCandidate[]>();
  const roots: PageCandidate[] = [];
  for (const entry of candidates) {
    const parent = parentOf(entry);
    if (parent === null || !known.has(parent) || isOwnAncestor(entry, known)) roots.push(entry);
    else children.set(parent, [...(children.get(parent) ?? []), entry]);
  }
  const list = (entries: readonly PageCandidate[]): string =>
    `<ul class="tree">${entries
      .map((entry) => {
        const parent = known.get(parentOf(entry) ?? '') ?? null;
        const below = children.get(entry.digest) ?? [];
        return `<li>${candidateHtml(entry, parent)}${below.length === 0 ? '' : list(below)}</li>`;
      })
      .join('')}</ul>`;
  return list(roots);
}

function parentOf({ digest, events, name }: PageCandidate): string | null {
  const [first] = events.flatMap(({ parents }) => parents);
  return name === 'seed' || first === undefined || first === digest ? null : first;
}

/** Whoever reports nonsense must not make a page without an end. */
function isOwnAncestor(entry: PageCandidate, known: ReadonlyMap<string, PageCandidate>): boolean {
  let current: PageCandidate | undefined = entry;
  for (let steps = 0; current !== undefined && steps <= known.size; steps += 1) {
    const parent = parentOf(current);
    if (parent === entry.digest) return true;
    current = parent === null ? undefined : known.get(parent);
  }
  return current !== undefined;
}

function candidateHtml(entry: PageCandidate, parent: PageCandidate | null): string {
  const { name, events, seen } = entry;
  const last = events.at(-1);
  const fate = last?.kind.replace('candidate-', '') ?? (name === 'seed' ? 'given' : 'run');
  const scores = (['train', 'validation'] as const).flatMap((split) => {
    const { score = null, tasks = 0 } = seen?.[split] ?? {};
    return score === null ? [] : [`${percentText(score)} on ${tasks} ${split} tasks`];
  });
  const summary = [
    `<strong>${escapeText(name)}</strong>`,
    `<span class="fate ${/^[a-z]+$/.test(fate) ? fate : ''}">${escapeText(fate)}</span>`,
    escapeText(scores.join(', ')),
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
