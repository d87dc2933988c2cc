/** Where does a report lie, and can the one that is there be read? Both files are derived: they can be made again. */
import { join } from 'node:path';
import { readText, writeDerivedFile } from '../store/files.ts';
import { type LevelReport, REPORT_SCHEMA } from './level-report.ts';
import { reportMarkdown } from './markdown.ts';

export const REPORT_JSON = 'report.json';
export const REPORT_MARKDOWN = 'report.md';

/** The bytes of report.json. */
export function reportJson(report: LevelReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

/** @throws StoreError */
export function writeReport(folder: string, report: LevelReport): void {
  writeDerivedFile(join(folder, REPORT_MARKDOWN), reportMarkdown(report));
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
