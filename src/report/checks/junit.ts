/** How do checks look to a build server? */
import type { Check } from './check.ts';

/** JUnit's XML, as Jenkins, GitLab and GitHub's actions read it; checks that nobody asked for are `skipped`. */
export function junitXml(checks: readonly Check[]): string {
  const suites = [...new Set(checks.map(({ suite }) => suite))].map((suite) =>
    suiteXml(
      suite,
      checks.filter((check) => check.suite === suite),
    ),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="protocol" ${counts(checks)}>`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
}

function suiteXml(suite: string, checks: readonly Check[]): string {
  return [
    `  <testsuite name="${escaped(suite)}" ${counts(checks)}>`,
    ...checks.map(caseXml),
    '  </testsuite>',
  ].join('\n');
}

function caseXml({ suite, name, outcome, message }: Check): string {
  const head = `    <testcase classname="protocol.${escaped(suite)}" name="${escaped(name)}"`;
  const told = `<system-out>${escaped(message)}</system-out>`;
  switch (outcome) {
    case 'passed':
      return `${head}>${told}</testcase>`;
    case 'failed':
      return `${head}><failure message="${escaped(message)}"/></testcase>`;
    case 'told':
      return `${head}><skipped message="not asked for"/>${told}</testcase>`;
  }
}

function counts(checks: readonly Check[]): string {
  const number = (outcome: Check['outcome']): number =>
    checks.filter((check) => check.outcome === outcome).length;
  return `tests="${checks.length}" failures="${number('failed')}" skipped="${number('told')}" errors="0"`;
}

const ENTITIES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};

/** XML 1.0 has no form at all for most control characters and for halves of surrogate pairs. */
function escaped(text: string): string {
  return text.replaceAll(
    /[&<>"'\p{Cc}\p{Cs}\ufffe\uffff]/gu,
    (found) => ENTITIES[found] ?? '\ufffd',
  );
}
