/** Where does a report lie, and can the one that is there be read? Both files are derived: they can be made again. */
import { join } from 'node:path';
import { readText, writeDerivedFile } from '../store/files.ts';
import { frontFigure } from './cost/front-figure.ts';
import { type LevelReport, REPORT_SCHEMA } from './level-report.ts';
import { reportMarkdown } from './markdown.ts';
import { FILE_PALETTE } from './svg/palette.ts';

export const REPORT_JSON = 'report.json';
export const REPORT_MARKDOWN = 'report.md';
export const FRONT_FIGURE = 'front.svg';

/** Null for a report without candidates whose cost is known. */
function reportFigure({ front, title, simulated }: LevelReport): string | null {
  if (front === undefined) return null;
  const subtitle = simulated ? 'simulated model' : '';
  return frontFigure({ title, subtitle, report: front, palette: FILE_PALETTE });
}

/** The bytes of report.json. */
export function reportJson(report: LevelReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

/** @throws StoreError */
export function writeReport(folder: string, report: LevelReport): void {
  const figure = reportFigure(report);
  if (figure !== null) writeDerivedFile(join(folder, FRONT_FIGURE), figure);
  const pictures =
    figure === null ? [] : [{ title: 'score against cost per task', file: FRONT_FIGURE }];
  writeDerivedFile(join(folder, REPORT_MARKDOWN), reportMarkdown(report, pictures));
  // Last: who finds it finds both.
  writeDerivedFile(join(folder, REPORT_JSON), reportJson(report));
}

/** The report of a folder; null when there is none that this version reads. @throws StoreError when it cannot be read */
export function readReport(folder: string): LevelReport | null {
  const text = readText(join(folder, REPORT_JSON));
  return text === null ? null : parseReport(text);
}

/** Null for any other text. */
export function parseReport(text: string): LevelReport | null {
  try {
    const value = JSON.parse(text) as Partial<LevelReport> | null;
    return value?.schema === REPORT_SCHEMA ? (value as LevelReport) : null;
  } catch {
    return null;
  }
}
