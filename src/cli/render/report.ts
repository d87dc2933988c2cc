/** How does a report look on a terminal? */
import pc from 'picocolors';
import type { LevelReport } from '../../report/level-report.ts';
import { reportHead, reportSections } from '../../report/report-sections.ts';
import type { Section } from '../../report/section.ts';

export interface ReportTextOptions {
  readonly colour: boolean;
  /** With the tables of others. */
  readonly published: boolean;
}

/** Ends with a line break. Simulated results say so with or without colour. */
export function reportText(report: LevelReport, options: ReportTextOptions): string {
  const { colour } = options;
  const shown = options.published ? report : { ...report, published: [] };
  const { bold, dim, yellow } = pc.createColors(colour);
  const [first = '', ...more] = reportHead(report);
  const head = report.simulated ? [yellow(first), ...more.map(dim)] : [first, ...more].map(dim);
  return `${[
    bold(report.title),
    ...head,
    ...reportSections(shown).flatMap((section) => ['', ...sectionLines(section, colour)]),
  ].join('\n')}\n`;
}

/** The title stands where the first column has no name. */
export function sectionLines(section: Section, colour: boolean): string[] {
  const { bold, dim } = pc.createColors(colour);
  const notes = section.notes.map((note) => dim(note));
  if (section.header.length === 0) return [bold(section.title), ...section.notes];
  const [header = '', ...rows] = alignedLines(section);
  const lines = section.faint
    ? [section.title, header, ...rows].map((line) => dim(line))
    : [bold(section.title), dim(header), ...rows];
  return [...lines, ...notes];
}

function alignedLines({ header, rows, right }: Section): string[] {
  const texts = [header, ...rows];
  const widths = header.map((_, column) =>
    Math.max(...texts.map((row) => (row[column] ?? '').length)),
  );
  return texts.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return right.includes(column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
}
