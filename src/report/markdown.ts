/** How does a report look as a Markdown file? */
import type { LevelReport } from './level-report.ts';
import { reportHead, reportSections } from './report-sections.ts';
import type { Section } from './section.ts';

/** A figure that lies beside the report. */
export interface Picture {
  /** Of the section below which it stands. */
  readonly title: string;
  readonly file: string;
}

/** Equal reports give equal bytes. */
export function reportMarkdown(report: LevelReport, pictures: readonly Picture[] = []): string {
  const mark = report.simulated ? ' (simulated)' : '';
  return [
    `# ${escaped(report.title)}${mark}`,
    '',
    ...reportHead(report).map((line) => `- ${escaped(line)}`),
    '',
    ...reportSections(report).flatMap((section) => [
      ...sectionMarkdown(section),
      ...pictures
        .filter(({ title }) => title === section.title)
        .flatMap(({ title, file }) => [`![${escaped(title)}](${file})`, '']),
    ]),
  ].join('\n');
}

/** Of one part, without an empty line in front. */
export function sectionMarkdown({ title, header, rows, right, notes, faint }: Section): string[] {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => (faint && cell !== '' ? `*${escaped(cell)}*` : escaped(cell))).join(' | ')} |`;
  const rule = header.map((_, column) => (right.includes(column) ? '---:' : '---'));
  const table = header.length === 0 ? [] : [line(header), `| ${rule.join(' | ')} |`];
  return [
    `## ${escaped(title)}`,
    '',
    ...table,
    ...rows.map(line),
    ...(table.length === 0 ? [] : ['']),
    ...notes.map((note) => `- ${escaped(note)}`),
    ...(notes.length === 0 ? [] : ['']),
  ];
}

/** Names and texts of a benchmark must not become markup. */
function escaped(text: string): string {
  return text.replaceAll(/[\\`*_<>[\]|]/g, (mark) => `\\${mark}`).replaceAll(/\s+/g, ' ');
}
