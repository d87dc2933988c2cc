/** The generated pool is the same, byte for byte, on every machine and in every version of the generator. */
import { describe, expect, it } from 'vitest';
import { DEFAULT_DATA_HASH } from '../../src/datasets/apibank-synth/check.ts';
import { generatePool } from '../../src/datasets/apibank-synth/generate.ts';
import { DEFAULT_POOL } from '../../src/datasets/apibank-synth/options.ts';
import { GENERATOR_VERSION } from '../../src/datasets/apibank-synth/version.ts';

/** A change of any of these is a new generator version, whose ids say so. */
const KNOWN = {
  version: 1,
  default: 'ab5c93a1003d610db19ffb45bde944fcf4cd9b6881f8f8468ff645e7cfe9d280',
  another: '867696f4499709bdab663e33445a85be3eaac2f3e6c13e9afc1d3175d3838633',
};

describe('the generator', () => {
  it('gives the known bytes for the known options', () => {
    expect({
      version: GENERATOR_VERSION,
      default: generatePool(DEFAULT_POOL).dataHash,
      another: generatePool({ datasetSeed: 20_261_130, datasetSize: 90 }).dataHash,
    }).toEqual(KNOWN);
    expect(DEFAULT_DATA_HASH).toBe(KNOWN.default);
  });
});
