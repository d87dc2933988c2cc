/** How do checks look in a GitHub Action? */
import { type Check, failedChecks } from './check.ts';

const MARKS: { readonly [Outcome in Check['outcome']]: string } = {
  passed: '✅ passed',
  failed: '❌ failed',
  told: 'told',
};

/** Markdown for the page of the run. @param tables Markdown, below the checks */
export function githubSummary(checks: readonly Check[], tables: string): string {
  const failed = failedChecks(checks).length;
  const asked = checks.filter(({ outcome }) => outcome !== 'told');
  const title =
    asked.length === 0 ? 'protocol' : `protocol: ${failed} of ${asked.length} checks failed`;
  const rows = asked.map(
    ({ suite, name, outcome, message }) =>
      `| ${MARKS[outcome]} | ${suite} | ${inCell(name)} | ${inCell(message)} |`,
  );
  const table =
    rows.length === 0 ? [] : ['| | check | of | |', '| --- | --- | --- | --- |', ...rows, ''];
  return [`## ${title}`, '', ...table, tables, ''].join('\n');
}

/** A command to the runner: an error that stands at the head of the run. */
export function githubError({ suite, name, message }: Check): string {
  return `::error title=${inProperty(`protocol ${suite}: ${name}`)}::${inCommand(message)}`;
}

function inCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');
}

function inCommand(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function inProperty(text: string): string {
  return inCommand(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
