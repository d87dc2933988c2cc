/** How are the gates and what may be overfitted shown? */
import { countText, MISSING, percentText, pointsText } from '../numbers.ts';
import { linesSection, type Section, tableSection } from '../section.ts';
import type {
  OverfitGap,
  OverfitPart,
  OverfitReport,
  PartScores,
  Points,
} from './overfit-report.ts';
import { FEWEST_PAIRS, OVERLAP_LIMITS } from './overfit-report.ts';
import type { CopiedRun, WordOverlap } from './word-overlap.ts';

const NAMES: { readonly [Part in OverfitPart]: string } = {
  search: 'searched on',
  fresh: 'fresh validation',
  test: 'held out',
};

/** Long copies are cut: a report is no place for the benchmark's texts. */
const SHOWN_CHARACTERS = 160;

export function overfitSections(report: OverfitReport): readonly Section[] {
  if (!report.changed) {
    return [linesSection('overfitting', ['the search handed the seed back: nothing was fitted'])];
  }
  const warnings = report.warnings.map((warning) => `WARNING: ${warning}`);
  return [
    tableSection(
      'overfitting: the winner of the search on tasks that it was and was not fitted to',
      {
        header: ['', 'tasks', 'seed', 'winner', 'gain', '95 % interval'],
        rows: report.scores.map(scoreRow),
      },
      { notes: [...warnings, ...report.gaps.flatMap(gapLines), ...scoreNotes(report)] },
    ),
    linesSection("words of the winner's prompts that stand in tasks", overlapNotes(report)),
  ];
}

function scoreRow({ part, tasks, seed, winner, gain }: PartScores): string[] {
  return [
    NAMES[part],
    countText(tasks),
    percentText(seed),
    percentText(winner),
    pointsText(gain?.points ?? null),
    gain === null ? MISSING : intervalOf(gain),
  ];
}

function intervalOf({ interval }: Points): string {
  return `${pointsText(interval.low)} to ${pointsText(interval.high)}`;
}

function gapLines({ to, winner, gain }: OverfitGap): string[] {
  const told = (what: string, found: Points): string =>
    `${what}, searched on minus ${NAMES[to]}: ${pointsText(found.points)} points, 95 % interval ${intervalOf(found)}`;
  return [told('score', winner), ...(gain === null ? [] : [told('gain', gain)])];
}

function scoreNotes({ scores, deployed }: OverfitReport): string[] {
  const byPart = new Map(scores.map((score) => [score.part, score]));
  const [search, fresh] = [byPart.get('search'), byPart.get('fresh')];
  const few = search !== undefined && search.winner !== null && search.pairs < FEWEST_PAIRS;
  const apart = search !== undefined && !few && search.pairs < search.tasks;
  return [
    ...(search?.winner === null ? ['the search never scored its winner as a whole.'] : []),
    ...(few
      ? [
          `the search scored the seed on ${search.pairs} of the winner's tasks: below ${FEWEST_PAIRS} the two are not compared.`,
        ]
      : []),
    ...(apart
      ? [`searched on: seed and gain on ${search.pairs} tasks, where both were scored.`]
      : []),
    ...(fresh?.tasks === 0 ? ['no validation task is fresh: the search scored teams on all.'] : []),
    ...(deployed ? [] : ['the gate kept the seed, so the winner has no score on held-out tasks.']),
    'searched on: as the search saw it, in its own decoding, and the highest of what it compared. A gain that shrinks on the other lines was luck or fitted.',
  ];
}

function overlapNotes({ overlap, demonstrations }: OverfitReport): string[] {
  return [
    ...sideNotes('train and validation tasks', overlap.trained),
    ...sideNotes('held-out tasks', overlap.heldOut),
    ...(demonstrations === 0
      ? []
      : [
          `${demonstrations} worked examples are taken from train tasks on purpose and not counted.`,
        ]),
    `Of runs that the seed's prompts do not have. Descriptions of functions, and runs in more than half of all tasks, are nobody's text. A warning comes above ${percentText(OVERLAP_LIMITS.share)} of the 8-word runs, or from a run of ${OVERLAP_LIMITS.longest} words.`,
  ];
}

function sideNotes(name: string, { runs, longest }: WordOverlap): string[] {
  const counts = runs.map(({ size, added, copied }) => {
    const share = added === 0 ? null : copied / added;
    return `${countText(copied)} of ${countText(added)} ${size}-word runs (${percentText(share)})`;
  });
  return [`${name}: ${counts.join(', ')}${longest === null ? '' : `; ${longestText(longest)}`}`];
}

function longestText({ words, text, role, taskId }: CopiedRun): string {
  const shown = text.length <= SHOWN_CHARACTERS ? text : `${text.slice(0, SHOWN_CHARACTERS)}…`;
  return `longest ${words} words, in ${role} from ${taskId}: "${shown.replaceAll(/\s+/g, ' ')}"`;
}
