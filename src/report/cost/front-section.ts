/** How is score against cost shown as a table? */
import { countText, MISSING, percentText } from '../numbers.ts';
import { type Section, tableSection } from '../section.ts';
import { FEWEST_TASKS, type FrontPoint, type FrontReport } from './front-report.ts';

/** Rows of candidates that are no more than points: the figure has them all. */
const NAMED = ['seed', 'frozen', 'incumbent'];

export function frontSections(report: FrontReport): readonly Section[] {
  const { candidates, front, measured, on } = report;
  const onFront = new Set([...front.tokens, ...front.calls]);
  const told = candidates.filter(({ name, digest }) => NAMED.includes(name) || onFront.has(digest));
  if (told.length === 0 && measured.length === 0) return [];
  const cheapestFirst = [...told].sort((left, right) => costOf(left) - costOf(right));
  const rows = [
    ...cheapestFirst.map((point) => row(point, `search, ${on}`, frontText(point, front))),
    ...measured.map((point) => row(point, point.on, '')),
  ];
  return [
    tableSection(
      'score against cost per task',
      { header: ['', 'measured on', 'score', 'tasks', 'calls', 'tokens', 'front'], rows },
      { right: [2, 3, 4, 5], notes: notes(report) },
    ),
  ];
}

/** What is not known stands last. */
function costOf({ tokensPerTask }: FrontPoint): number {
  return tokensPerTask ?? Number.MAX_VALUE;
}

function row(point: FrontPoint, on: string, front: string): string[] {
  const { name, score, tasks, callsPerTask, tokensPerTask } = point;
  const shown = (value: number | null, digits: number): string =>
    value === null ? MISSING : value.toLocaleString('en-US', { maximumFractionDigits: digits });
  return [
    name,
    on,
    percentText(score),
    countText(tasks),
    shown(callsPerTask, 2),
    shown(tokensPerTask, 0),
    front,
  ];
}

function frontText({ digest }: FrontPoint, { tokens, calls }: FrontReport['front']): string {
  const of = [
    ...(tokens.includes(digest) ? ['tokens'] : []),
    ...(calls.includes(digest) ? ['calls'] : []),
  ];
  return of.join(', ');
}

function notes({ candidates, leftOut, on, front }: FrontReport): string[] {
  const uncounted = candidates.filter(({ tokensPerTask }) => tokensPerTask === null).length;
  return [
    `front: of ${countText(candidates.length)} candidates that the search scored on at least ${FEWEST_TASKS} ${on} tasks, those that no other beats in score and cost at once.`,
    'scores of the search are optimistic, each from the tasks that this candidate was run on; validation and test were measured after it.',
    ...(leftOut === 0
      ? []
      : [`${countText(leftOut)} more were scored on fewer tasks, and are left out.`]),
    ...(uncounted === 0
      ? []
      : [
          `of ${countText(uncounted)} the tokens are not known: their rollouts took turns from others, or the server does not count.`,
        ]),
    ...(front.calls.length > 0 && new Set(candidates.map((point) => point.callsPerTask)).size === 1
      ? ['all make as many calls per task: that front is the highest score.']
      : []),
  ];
}
