import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../../src/core/json.ts';
import {
  scoringOptions,
  searchScorerFor,
} from '../../../../../src/datasets/apibank/scoring/options.ts';

function from(
  options: { readonly [name: string]: Json },
  environment: { readonly [name: string]: string } = {},
): ReturnType<typeof scoringOptions> {
  return scoringOptions({ options, environment });
}

describe('scoring options', () => {
  it('default to the last call, and to keywords on level 1 only', () => {
    const options = from({});
    expect(options).toEqual({ parserPolicy: 'last', toolsearcherScorer: null });
    expect(([1, 2, 3] as const).map((level) => searchScorerFor(level, options))).toEqual([
      'keyword',
      'official',
      'official',
    ]);
  });

  it.each([
    ['keyword', 'keyword'],
    ['official', 'official'],
    ['upstream', 'upstream'],
    ['frozen', 'official'],
    ['official_frozen', 'official'],
    ['raw', 'upstream'],
  ] as const)('understand the scorer %s', (name, scorer) => {
    const options = from({ toolsearcherScorer: name });
    expect(([1, 2, 3] as const).map((level) => searchScorerFor(level, options))).toEqual([
      scorer,
      scorer,
      scorer,
    ]);
    expect(from({}, { APIBANK_TOOLSEARCHER_SCORER: name })).toEqual(options);
  });

  it('win over the environment, where an empty value is none', () => {
    expect(
      from({ toolsearcherScorer: 'raw' }, { APIBANK_TOOLSEARCHER_SCORER: 'keyword' })
        .toolsearcherScorer,
    ).toBe('upstream');
    expect(from({}, { APIBANK_TOOLSEARCHER_SCORER: '' }).toolsearcherScorer).toBeNull();
  });

  it('report every bad name and value at once', () => {
    expect(() => from({ parserPolicy: 'first', toolsearcherScorer: 'toString', speed: 1 })).toThrow(
      /no option `speed`.*\nparserPolicy must be one of last, strict, upstream; got "first"\ntoolsearcherScorer must be .*got "toString"/u,
    );
    expect(() => from({ toolsearcherScorer: 0 })).toThrow(
      /toolsearcherScorer must be one of .*; got 0/u,
    );
    expect(() => from({}, { APIBANK_TOOLSEARCHER_SCORER: 'x' })).toThrow(
      /APIBANK_TOOLSEARCHER_SCORER must be/u,
    );
  });
});
