import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closestName, didYouMean } from '../../../src/config/did-you-mean.ts';

const methods = ['identity', 'random', 'gepa', 'maspo', 'maspob', 'mapro', 'mipro', 'mamut_gepa'];
const topologies = ['single', 'independent', 'sequential', 'centralized', 'decentralized'];

describe('closestName', () => {
  test.each([
    ['mapso', methods, 'maspo'],
    ['mapso', ['mapro', 'maspo'], 'maspo'],

    ['MASPO', methods, 'maspo'],
    ['mamut-gepa', methods, 'mamut_gepa'],
    ['decentralised', topologies, 'decentralized'],
    ['centralised', topologies, 'centralized'],
    ['decentral', topologies, 'decentralized'],
    ['topologys', ['topologies', 'datasets'], 'topologies'],
    ['methd', ['--method', 'method'], 'method'],
  ])('%s', (name, known, expected) => {
    expect(closestName(name, known)).toBe(expected);
  });

  test('nothing is suggested for something else, for one character or for nothing', () => {
    expect(closestName('bayesian', methods)).toBeNull();
    expect(closestName('x', ['a', 'b'])).toBeNull();
    expect(closestName('', methods)).toBeNull();
    expect(closestName('maspo', [])).toBeNull();
  });

  test('a prefix of two known names suggests neither', () => {
    expect(closestName('configuration', ['configuration_of_a_job', 'configuration_of_b_job'])).toBe(
      null,
    );
  });

  test('a known name is its own suggestion', () => {
    fc.assert(
      fc.property(fc.constantFrom(...methods, ...topologies), (name) => {
        expect(closestName(name, [...methods, ...topologies])).toBe(name);
      }),
    );
  });

  test('one slip in a name is found again', () => {
    const slips = fc
      .constantFrom('single', 'independent', 'sequential')
      .chain((name) => fc.tuple(fc.constant(name), fc.nat(name.length - 2)));
    fc.assert(
      fc.property(slips, ([name, at]) => {
        const dropped = name.slice(0, at) + name.slice(at + 1);
        expect(closestName(dropped, topologies)).toBe(name);
      }),
    );
  });
});

test('didYouMean is a sentence or nothing', () => {
  expect(didYouMean('mapso', methods)).toBe('. Did you mean "maspo"?');
  expect(didYouMean('bayesian', methods)).toBe('');
});
