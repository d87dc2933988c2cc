/** Which tables does a report show, in which order? */
import type { PublishedTable, ScorerCard } from '../core/dataset.ts';
import { ERROR_CLASSES } from '../core/error-class.ts';
import type { Json } from '../core/json.ts';
import { changeSection } from './change-section.ts';
import { frontSections } from './cost/front-section.ts';
import type { Figures, Rate } from './figures.ts';
import type { ArmReport, LevelReport, ScorerFigures } from './level-report.ts';
import { barText, className, countText, intervalText, MISSING, percentText } from './numbers.ts';
import { overfitSections } from './overfit/overfit-section.ts';
import { linesSection, type Section, tableSection } from './section.ts';

/** Below the title: where the numbers come from. */
export function reportHead(report: LevelReport): readonly string[] {
  const { id, version, identity } = report.dataset;
  const mode = report.answerMode === null ? [] : [`answers ${report.answerMode}`];
  return [
    ...(report.simulated ? ['SIMULATED MODEL: a program that imitates a model answered'] : []),
    `scorer ${scorerName(report.scorer)}: ${report.scorer.title}`,
    [`dataset ${id} ${version}`, ...identityTexts(identity), ...mode].join(' · '),
  ];
}

export function reportSections(report: LevelReport): readonly Section[] {
  const { arms, change, columns, gates, overfit, front } = report;
  const planned = columns.filter((column) =>
    arms.some((arm) => (arm.columns[column]?.planned ?? 0) > 0),
  );
  const named = (title: string, arm: ArmReport): string =>
    arms.length === 1 ? title : `${title}, ${arm.name}`;
  return [
    resultSection(report, planned),
    ...(change === null ? [] : [changeSection(change)]),
    ...(gates === undefined || gates.length === 0 ? [] : [linesSection('gates', gates)]),
    ...(overfit === undefined ? [] : overfitSections(overfit)),
    ...(front === undefined ? [] : frontSections(front)),
    ...arms.map((arm) => errorSection(named('errors', arm), arm, planned)),
    ...arms.map((arm) => scorerSection(named('scorers', arm), arm, planned)),
    linesSection(
      'scorers, what they ask of an answer',
      report.arms[0]?.scorers.map((scorer) => `${scorerName(scorer)}: ${scorer.title}`) ?? [],
    ),
    ...sampleSection(arms),
    ...report.extra.map(({ title, lines }) => linesSection(title, lines)),
    ...report.published.map(publishedSection),
  ];
}

/** `execution 1`: an id with its version, as figures of different versions do not compare. */
export function scorerName({ id, version }: Pick<ScorerCard, 'id' | 'version'>): string {
  return `${id} ${version}`;
}

/** Hashes by their first eight digits; what is not set is left out. */
export function identityTexts(identity: { readonly [name: string]: Json }): string[] {
  return Object.entries(identity).flatMap(([name, value]) => {
    if (value === null) return [];
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return [`${name} ${/^[0-9a-f]{64}$/.test(text) ? text.slice(0, 8) : text}`];
  });
}

function resultSection({ arms, measure }: LevelReport, columns: readonly string[]): Section {
  const isAlone = arms.length === 1;
  const cells = ({ rate, ...figures }: Rate): string[] => [
    percentText(rate),
    intervalText({ rate, ...figures }),
    ...(isAlone ? [countText(figures.correct)] : []),
    `${countText(figures.scored)}/${countText(figures.planned)}`,
  ];
  const rows = columns.map((column) => [
    column,
    ...arms.flatMap((arm) => cells(arm.columns[column] as Figures)),
  ]);
  const blank = isAlone ? ['', '', ''] : ['', ''];
  const macro = arms.flatMap((arm) => [percentText(arm.macro.rate), ...blank]);
  const micro = arms.flatMap((arm) => cells(arm.micro));
  const names = arms.flatMap((arm) =>
    isAlone
      ? ['rate', '95 % interval', 'correct', 'scored/planned']
      : [arm.name, '95 % interval', 'scored/planned'],
  );
  return tableSection(
    measure === null ? 'results' : `results: mean ${measure}`,
    { header: ['', ...names], rows: [...rows, ['macro', ...macro], ['micro', ...micro]] },
    {
      notes: [
        ...macroNotes(arms),
        `micro is all tasks pooled. ${measure === null ? 'Intervals are Wilson intervals.' : 'Intervals are from a bootstrap over tasks.'}`,
      ],
    },
  );
}

function macroNotes(arms: readonly ArmReport[]): string[] {
  const texts = arms.map(({ macro: { columns, plannedColumns } }) => {
    const rates = columns === 1 ? 'one column rate' : `${columns} column rates`;
    const missing = plannedColumns - columns;
    const left = missing === 0 ? '' : `; ${missing} of ${plannedColumns} columns have none`;
    return `macro is the mean of ${rates}${left}.`;
  });
  return [...new Set(texts)];
}

function errorSection(title: string, arm: ArmReport, columns: readonly string[]): Section {
  const { errors, infrastructure, scored, correct } = arm.micro;
  const largest = Math.max(infrastructure, ...Object.values(errors));
  const row = (name: string, pick: (figures: Figures) => number): string[] => [
    name,
    barText(pick(arm.micro), largest),
    countText(pick(arm.micro)),
    ...columns.map((column) => countText(pick(arm.columns[column] as Figures))),
  ];
  const classes = ERROR_CLASSES.filter((name) => (errors[name] ?? 0) > 0);
  const rows = classes.map((name) => row(className(name), (figures) => figures.errors[name] ?? 0));
  if (infrastructure > 0) {
    rows.push(row(className('infrastructure'), (figures) => figures.infrastructure));
  }
  const lost =
    infrastructure > 0
      ? ['infrastructure: no observation was made, so it is not among the wrong answers.']
      : [];
  if (rows.length === 0) return linesSection(title, [`none: ${correct} of ${scored} are right`]);
  return tableSection(
    title,
    { header: ['', '', 'all', ...columns], rows },
    { right: columns.map((_, index) => index + 3).concat(2), notes: lost },
  );
}

function scorerSection(title: string, arm: ArmReport, columns: readonly string[]): Section {
  const { scorers } = arm;
  const [main] = scorers;
  const row = (name: string, cell: (scorer: ScorerFigures) => string): string[] => [
    name,
    ...scorers.map(cell),
  ];
  return tableSection(
    title,
    {
      header: ['', ...scorers.map(scorerName)],
      rows: [
        ...columns.map((column) =>
          row(column, (scorer) => percentText(scorer.columns[column]?.rate ?? null)),
        ),
        row('macro', ({ macro }) => percentText(macro.rate)),
        row('micro', ({ micro }) => percentText(micro.rate)),
        row('scored/planned', ({ micro }) => `${micro.scored}/${micro.planned}`),
        row('changes', ({ id, changes }) =>
          id === main?.id ? MISSING : `+${changes.gained} -${changes.lost}`,
        ),
        row('ceiling', ({ ceiling }) => percentText(ceiling.rate)),
      ],
    },
    {
      notes: [
        `changes: tasks that come out right (+) or wrong (-) here, but otherwise under ${main?.id ?? ''}.`,
        'ceiling: share of the reference answers of these tasks that the scorer accepts. Tasks that a scorer does not know are not scored.',
      ],
    },
  );
}

function sampleSection(arms: readonly ArmReport[]): Section[] {
  const found = arms.flatMap(({ name, samples }) => (samples === null ? [] : [{ name, samples }]));
  if (found.length === 0) return [];
  const rows = found.map(({ name, samples }) => [
    name,
    percentText(samples.rate),
    intervalText(samples),
    countText(samples.solved),
    countText(samples.complete),
    countText(samples.unobserved),
    countText(samples.partial),
  ]);
  const header = ['', 'rate', '95 % interval', 'solved', 'complete', 'unobserved', 'partial'];
  return [
    tableSection(
      'samples',
      { header, rows },
      {
        notes: [
          'solved: every step is right. complete: every step was planned and observed; only these are counted.',
          'unobserved: a step was not observed. partial: some steps were not planned.',
        ],
      },
    ),
  ];
}

function publishedSection(table: PublishedTable): Section {
  return tableSection(
    `published: ${table.title} (other scorer, not comparable)`,
    {
      header: ['', ...table.columns],
      rows: table.rows.map(({ name, values }) => [
        name,
        ...values.map((value) => (value === null ? MISSING : String(value))),
      ]),
    },
    { notes: [`scorer: ${table.scorer}`, `source: ${table.source}`], faint: true },
  );
}
