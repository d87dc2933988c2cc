/** How many tests passed and failed? Reads vitest's JSON report; a file that could not even start is one failure. */
import { readFileSync } from 'node:fs';

interface JsonReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly unknown[];
  }[];
}

function readReport(path: string | undefined): JsonReport | null {
  try {
    return JSON.parse(readFileSync(path ?? '', 'utf8')) as JsonReport;
  } catch {
    return null;
  }
}

const report = readReport(process.argv[2]);
if (report === null) {
  console.log('0 passed, 0 failed');
  process.exitCode = 1;
} else {
  const unstarted = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  const failed = report.numFailedTests + unstarted.length;
  console.log(`${report.numPassedTests} passed, ${failed} failed`);
  if (failed > 0 || report.numPassedTests === 0) process.exitCode = 1;
}
