/** Which pool do the options mean, and how is it called? */
import { describe, expect, it } from 'vitest';
import { openApiBankSynth } from '../../../../src/datasets/apibank-synth/dataset.ts';
import { poolName, synthOptions } from '../../../../src/datasets/apibank-synth/options.ts';

function optionsOf(options: Parameters<typeof synthOptions>[0]['options']): unknown {
  return synthOptions({ options, environment: {} });
}

describe('the options of the generated pool', () => {
  it('mean the default pool when nothing is said, and 0 is a seed', () => {
    const pool = { datasetSeed: 0, datasetSize: 445 };
    expect(optionsOf({})).toMatchObject({ pool });
    expect(optionsOf({ datasetSeed: 0 })).toMatchObject({ pool });
  });

  it('are refused with every problem at once', () => {
    const bad = { datasetSeed: -1, datasetSize: 39, parserPolicy: 'last', nonsense: 1 };
    expect(() => optionsOf(bad)).toThrow(
      /nonsense[\s\S]*datasetSeed must be an integer from 0[\s\S]*datasetSize must be an integer from 40 to 100000; got 39/u,
    );
    expect(() => optionsOf({ datasetSeed: 1.5 })).toThrow('got 1.5');
    expect(() => optionsOf({ parserPolicy: 'loose' })).toThrow('parserPolicy');
  });

  it('name every pool but the default one apart', () => {
    const names = [
      [0, 445, 'apibank-synth'],
      [7, 445, 'apibank-synth@7'],
      [0, 900, 'apibank-synth@0x900'],
      [7, 900, 'apibank-synth@7x900'],
    ] as const;
    for (const [datasetSeed, datasetSize, name] of names) {
      expect(poolName({ datasetSeed, datasetSize })).toBe(name);
    }
  });

  it('are what opens the same pool again', () => {
    const open = (options: object): ReturnType<typeof openApiBankSynth> =>
      openApiBankSynth({
        benchmarksRoot: '/nowhere',
        environment: {},
        options: { ...options },
        embedder: null,
      });
    const first = open({ datasetSeed: 5, datasetSize: 60 });
    expect(first.name).toBe('apibank-synth@5x60');
    const again = open(first.reopen ?? {});
    expect(again.identity).toEqual(first.identity);
    expect(again.evaluation).toEqual(first.evaluation);
    const plain = open({});
    expect([plain.name, plain.reopen]).toEqual([undefined, undefined]);
  });
});
