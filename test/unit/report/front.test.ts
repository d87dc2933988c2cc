import { describe, expect, test } from 'vitest';
import { frontFigure } from '../../../src/report/cost/front-figure.ts';
import { type FrontInput, frontReport } from '../../../src/report/cost/front-report.ts';
import { frontSections } from '../../../src/report/cost/front-section.ts';
import { FILE_PALETTE } from '../../../src/report/svg/palette.ts';

type Entry = FrontInput['candidates'][number];

const unseen = { tasks: 0, score: null };

function scored(name: string, score: number, more: Partial<Entry> = {}): Entry {
  return {
    name,
    digest: `${name}-digest`,
    train: unseen,
    validation: { tasks: 50, score },
    callsPerTask: 4,
    tokensPerTask: 1_000,
    ...more,
  };
}

const input: FrontInput = {
  candidates: [
    scored('seed', 0.4),
    scored('cheap', 0.4, { callsPerTask: 2, tokensPerTask: 600 }),
    scored('beaten', 0.3, { tokensPerTask: 900 }),
    scored('frozen', 0.6, { tokensPerTask: 1_500 }),
    scored('replayed', 0.5, { tokensPerTask: null }),
    scored('lucky', 1, { validation: { tasks: 3, score: 1 }, tokensPerTask: 100 }),
    scored('trained', 1, { validation: unseen, train: { tasks: 40, score: 1 } }),
  ],
  measured: [
    { ...point('seed', 0.42), on: 'test', tasks: 100, tokensPerTask: 1_010 },
    { ...point('frozen', 0.55), on: 'test', tasks: 100, tokensPerTask: 1_480 },
  ],
};

function point(name: string, score: number) {
  return { name, digest: `${name}-digest`, score, callsPerTask: 4 };
}

describe('the front of score against cost', () => {
  const report = frontReport(input);

  test('holds those of enough tasks that no other beats, cheapest first', () => {
    expect(report.on).toBe('validation');
    expect(report.front.tokens).toEqual(['cheap-digest', 'frozen-digest']);
    expect(report.front.calls).toEqual(['cheap-digest', 'frozen-digest']);
    expect(report.leftOut).toBe(2);
  });

  test('is one of train tasks where the search hardly looked at validation', () => {
    const train = { tasks: 12, score: 0.5 };
    const [seed, cheap] = input.candidates.map((entry) => ({ ...entry, train }));
    const few = { ...(cheap as Entry), validation: unseen };
    const { on, candidates } = frontReport({ candidates: [seed as Entry, few], measured: [] });
    expect([on, candidates.map(({ tasks }) => tasks)]).toEqual(['train', [12, 12]]);
  });

  test('says how many tasks stand behind each score, and what is not known', () => {
    const [section] = frontSections(report);
    expect(section?.rows).toEqual([
      ['cheap', 'search, validation', '40.0 %', '50', '2', '600', 'tokens, calls'],
      ['seed', 'search, validation', '40.0 %', '50', '4', '1,000', ''],
      ['frozen', 'search, validation', '60.0 %', '50', '4', '1,500', 'tokens, calls'],
      ['seed', 'test', '42.0 %', '100', '4', '1,010', ''],
      ['frozen', 'test', '55.0 %', '100', '4', '1,480', ''],
    ]);
    expect(section?.notes.slice(2)).toEqual([
      '2 more were scored on fewer tasks, and are left out.',
      'of 1 the tokens are not known: their rollouts took turns from others, or the server does not count.',
    ]);
  });

  test('a search that scored nobody has neither table nor figure', () => {
    const empty = frontReport({ candidates: [], measured: [] });
    expect(frontSections(empty)).toEqual([]);
    expect(drawn(empty)).toBeNull();
  });

  function drawn(front: typeof report, title = 'a <job> & "more"') {
    return frontFigure({ title, subtitle: 'simulated', report: front, palette: FILE_PALETTE });
  }

  test('is drawn as one file without anything from outside', async () => {
    const svg = drawn(report) ?? '';
    await expect(svg).toMatchFileSnapshot('../../golden/front.svg');
    expect(svg).not.toContain('<job>');
    expect(svg.match(/https?:/g)).toEqual(['http:']);
    // Every mark of a candidate with a known cost, in both panels.
    expect(svg.match(/, search, validation: /g)).toHaveLength(4 + 5);
  });
});
