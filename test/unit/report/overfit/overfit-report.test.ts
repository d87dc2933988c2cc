import { describe, expect, test } from 'vitest';
import { randomStream } from '../../../../src/core/random.ts';
import {
  type OverfitInput,
  overfitReport,
  type ScoredPair,
} from '../../../../src/report/overfit/overfit-report.ts';
import { overfitSections } from '../../../../src/report/overfit/overfit-section.ts';

/** `tasks` rows: the seed right on the first `seed`, the winner on the first `winner`. */
const rows = (tasks: number, seed: number, winner: number): ScoredPair[] =>
  Array.from({ length: tasks }, (_, index) => ({
    seed: index < seed ? 1 : 0,
    winner: index < winner ? 1 : 0,
  }));

const input = (more: Partial<OverfitInput>): OverfitInput => ({
  changed: true,
  deployed: true,
  search: rows(50, 15, 40),
  fresh: [],
  test: rows(106, 30, 30),
  prompts: { seed: { solver: 'be exact' }, winner: { solver: 'be very exact' } },
  demonstrations: 0,
  texts: { trained: [], heldOut: [] },
  random: (name) => randomStream('test', name),
  ...more,
});

const linesOf = (more: Partial<OverfitInput>) =>
  overfitSections(overfitReport(input(more))).flatMap(({ rows: cells, notes }) => [
    ...cells.map((row) => row.join(' | ')),
    ...notes,
  ]);

describe('what the search saw against what is there', () => {
  test('a gain that is gone on held-out tasks is a warning, with both gaps', () => {
    const report = overfitReport(input({}));
    expect(
      report.scores.map(({ part, tasks, seed, winner }) => [part, tasks, seed, winner]),
    ).toEqual([
      ['search', 50, 0.3, 0.8],
      ['fresh', 0, null, null],
      ['test', 106, 0.2830188679, 0.2830188679],
    ]);
    const [gap] = report.gaps;
    expect(report.gaps).toHaveLength(1);
    // 40 of 50 against 30 of 106: statsmodels 0.15.0, confint_proportions_2indep(method='newcomb').
    expect(gap?.winner.points).toBeCloseTo(51.6981132, 6);
    expect(gap?.winner.interval.low).toBeCloseTo(35.7318599, 6);
    expect(gap?.winner.interval.high).toBeCloseTo(63.3580037, 6);
    expect(gap?.gain?.points).toBeCloseTo(50, 9);
    expect(report.warnings).toEqual([
      'the gain that the search saw is not there on held-out tasks: overfitted, by more than chance',
    ]);
  });

  test('tasks that are harder for both are no overfitting', () => {
    const report = overfitReport(input({ search: rows(50, 30, 40), test: rows(106, 10, 31) }));
    expect(report.gaps[0]?.winner.interval.low).toBeGreaterThan(0);
    expect(report.warnings).toEqual([]);
  });

  test('fewer than ten tasks with both are not compared', () => {
    const search = [...rows(2, 0, 2), ...rows(14, 0, 14).map((row) => ({ ...row, seed: null }))];
    const report = overfitReport(input({ search }));
    expect(report.scores[0]).toMatchObject({
      tasks: 16,
      winner: 1,
      seed: null,
      pairs: 2,
      gain: null,
    });
    expect(report.gaps[0]?.gain).toBeNull();
    expect(report.warnings).toEqual([]);
    expect(linesOf({ search })).toContain(
      "the search scored the seed on 2 of the winner's tasks: below 10 the two are not compared.",
    );
  });

  test('a winner that was not deployed has no held-out score, and the seed keeps its own', () => {
    const test = rows(106, 53, 0).map((row) => ({ ...row, winner: null }));
    const report = overfitReport(input({ deployed: false, test, fresh: rows(20, 5, 10) }));
    expect(report.scores[2]).toMatchObject({ tasks: 106, seed: 0.5, winner: null, gain: null });
    expect(report.gaps.map(({ to }) => to)).toEqual(['fresh']);
    expect(linesOf({ deployed: false, test }).join('\n')).toContain('the gate kept the seed');
  });

  test('a search that handed the seed back is told in one line', () => {
    expect(linesOf({ changed: false })).toEqual([
      'the search handed the seed back: nothing was fitted',
    ]);
  });
});

describe('prompts that hold text of tasks', () => {
  const copied = 'please move my dentist visit from monday to the friday after next at noon';
  const prompts = { seed: { solver: 'be exact' }, winner: { solver: `be exact. ${copied}` } };
  const texts = { trained: [{ id: 'a', text: copied }], heldOut: [{ id: 'z', text: 'else' }] };

  test('are a warning that says where from', () => {
    const told = linesOf({ prompts, texts }).join('\n');
    expect(told).toContain("WARNING: the winner's prompts hold text of train or validation tasks");
    expect(told).toContain(`longest 14 words, in solver from a: "${copied}"`);
    expect(told).not.toContain('hold text of held-out tasks');
  });

  test('are one too where the text is held out', () => {
    const swapped = { trained: texts.heldOut, heldOut: texts.trained };
    expect(overfitReport(input({ prompts, texts: swapped })).warnings).toContain(
      "the winner's prompts hold text of held-out tasks",
    );
  });
});
