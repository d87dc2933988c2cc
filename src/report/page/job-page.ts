/** How does a finished job look as one page that needs nothing else? */
import { createHash } from 'node:crypto';
import { changeSection } from '../change-section.ts';
import { frontFigure } from '../cost/front-figure.ts';
import { frontSections } from '../cost/front-section.ts';
import { countText } from '../numbers.ts';
import { reportHead, reportSections } from '../report-sections.ts';
import { tableSection } from '../section.ts';
import { escapeText } from '../svg/markup.ts';
import type { Palette } from '../svg/palette.ts';
import { embeddedJson, sectionHtml } from './html.ts';
import { learningFigure } from './learning-figure.ts';
import { ledgerSections } from './ledger-part.ts';
import { changesHtml, lineageHtml } from './lineage.ts';
import type { PageInput } from './page-input.ts';
import { PAGE_SCRIPT } from './script.ts';
import { PAGE_STYLE } from './style.ts';
import { taskTable } from './task-table.ts';
import { teamFigure } from './team-figure.ts';

/** The reader's choice of light or dark reaches the figures too. */
const PALETTE: Palette = {
  paper: 'var(--paper)',
  ink: 'var(--ink)',
  muted: 'var(--muted)',
  grid: 'var(--grid)',
  warning: 'var(--warning)',
  candidate: 'var(--candidate)',
  seed: 'var(--seed)',
  frozen: 'var(--frozen)',
};

interface Part {
  readonly id: string;
  readonly title: string;
  readonly body: string;
}

/** Pure: equal input, equal bytes. Only its own style and script may run, and nothing may be loaded. */
export function jobPage(input: PageInput): string {
  const { report, verdict, decision } = input;
  const parts = pageParts(input).filter(({ body }) => body !== '');
  const links = parts.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`);
  const warnings = [
    ...(report.simulated ? ['Simulated: a program that imitates a model answered.'] : []),
    ...(input.notConformantBecause.length === 0
      ? []
      : [`Not conformant: ${input.notConformantBecause.join('; ')}.`]),
  ];
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${hashOf(PAGE_STYLE)}'; script-src '${hashOf(PAGE_SCRIPT)}'; base-uri 'none'; form-action 'none'">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">',
    `<title>${escapeText(report.title)}</title>`,
    `<style>${PAGE_STYLE}</style></head><body>`,
    '<a class="skip" href="#main">to the content</a>',
    `<header><h1>${escapeText(report.title)}</h1>`,
    ...warnings.map((warning) => `<p class="simulated">${escapeText(warning)}</p>`),
    `<p class="verdict">${escapeText(verdict)}</p><p>${escapeText(decision)}</p>`,
    `<nav aria-label="parts of this page"><ul>${links.join('')}</ul></nav></header>`,
    '<main id="main">',
    ...parts.map(
      ({ id, title, body }) =>
        `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>\n${body}\n</section>`,
    ),
    '</main>',
    `<script type="application/json" id="data">${embeddedJson({ tasks: input.tasks, traces: input.traces })}</script>`,
    `<script>${PAGE_SCRIPT}</script>`,
    '</body></html>',
    '',
  ].join('\n');
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function pageParts(input: PageInput): readonly Part[] {
  const { report, candidates, search } = input;
  const on = report.front?.on ?? 'validation';
  const curve = learningFigure(candidates, on, PALETTE);
  const spent = `${countText(search.charged)} of ${countText(search.maximum)} rollouts were charged; the search ended by ${search.stop}. ${countText(candidates.length)} candidates are known, the seed among them.`;
  return [
    { id: 'figures', title: 'Seed against frozen', body: figures(input) },
    {
      id: 'search',
      title: 'What the search found',
      body: [
        `<p>${escapeText(spent)}</p>`,
        curve ?? '',
        curve === null
          ? ''
          : `<p class="notes">Every point is a candidate on the ${on} tasks of the search, every circle without filling one of fewer than ten; the line is the best so far. Square: the seed. Diamond: the frozen configuration.</p>`,
        costOf(input),
      ].join('\n'),
    },
    { id: 'prompts', title: 'What changed in the team', body: prompts(input) },
    { id: 'lineage', title: 'Where candidates came from', body: lineageHtml(input) },
    { id: 'team', title: 'Who spoke to whom', body: team(input) },
    { id: 'tasks', title: 'Held-out tasks', body: taskTable(input) },
    {
      id: 'ledger',
      title: 'What was used',
      body: ledgerSections(input).map(sectionHtml).join('\n'),
    },
    { id: 'manifest', title: 'What makes this job this job', body: manifest(input) },
  ];
}

function figures({ report }: PageInput): string {
  const head = reportHead(report).map((line) => `<li>${escapeText(line)}</li>`);
  const [first, ...others] = reportSections({ ...report, published: [] }).filter(
    ({ title }) => !frontTitles(report).includes(title),
  );
  const rest = others.map(sectionHtml).join('\n');
  const change = report.change === null ? null : changeSection(report.change).title;
  return [
    ...(first === undefined ? [] : [sectionHtml(first)]),
    ...others.filter(({ title }) => title === change).map(sectionHtml),
    `<details><summary>errors, scorers, gates, overfitting and everything else of the report</summary><ul class="notes">${head.join('')}</ul>${rest}</details>`,
  ].join('\n');
}

function frontTitles({ front }: PageInput['report']): readonly string[] {
  return front === undefined ? [] : frontSections(front).map(({ title }) => title);
}

function costOf({ report }: PageInput): string {
  const { front, title, simulated } = report;
  if (front === undefined) return '';
  const subtitle = simulated ? 'simulated model' : '';
  const figure = frontFigure({
    title: `score against cost, ${title}`,
    subtitle,
    report: front,
    palette: PALETTE,
  });
  return [figure ?? '', ...frontSections(front).map(sectionHtml)].join('\n');
}

function prompts({ seed, frozen }: PageInput): string {
  const changes = changesHtml(seed, frozen);
  if (changes === '') return '<p>Nothing: the seed was deployed as it is.</p>';
  return `<p class="notes">From the seed to the frozen configuration, word by word: <del>struck through</del> went, <ins>underlined</ins> came.</p>${changes}`;
}

function team(input: PageInput): string {
  const figure = teamFigure(input.team, PALETTE);
  if (figure === null) return '';
  const rows = input.team.messages.map(({ from, to, count }) => [
    nameOf(input, from),
    nameOf(input, to),
    count.toFixed(2),
  ]);
  const table = tableSection(
    'messages per task',
    { header: ['from', 'to', 'messages'], rows },
    { right: [2] },
  );
  return `${figure}${rows.length === 0 ? '<p>No agent read another.</p>' : `<details><summary>as a table</summary>${sectionHtml(table)}</details>`}`;
}

function nameOf({ team: { agents } }: PageInput, wanted: number): string {
  const role = agents.find(({ agent }) => agent === wanted)?.role ?? '';
  return `${role} (agent ${wanted + 1})`;
}

function manifest({ manifest: content }: PageInput): string {
  return `<pre class="text" tabindex="0" aria-label="manifest">${escapeText(JSON.stringify(content, null, 2))}</pre>`;
}
