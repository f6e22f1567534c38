// Tests the command line of the oracle.

import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { optionsOf } from '../../run/commands.mjs';
import { options, readOptions, sample, versionRange } from './main.js';

const read = (...words: string[]) => readOptions(optionsOf(options, words));

test('reads versions and ranges', () => {
  expect(versionRange('1.24')).toEqual(['1.24']);
  expect(versionRange('1.38-1.40,1.43')).toEqual(['1.38', '1.39', '1.40', '1.43']);
  expect(() => versionRange('1.40-1.38')).toThrow('`1.40-1.38` is no version and no range');
  expect(() => versionRange('v1.40')).toThrow('`v1.40` is no version and no range');
});

test('draws the same versions with the same seed, in their order', () => {
  const versions = versionRange('1.24-1.43');
  fc.assert(
    fc.property(fc.nat(), fc.nat({ max: 25 }), (seed, count) => {
      const drawn = sample(versions, count, seed);
      expect(drawn).toEqual(sample(versions, count, seed));
      expect(drawn).toHaveLength(Math.min(count, versions.length));
      expect(drawn).toEqual(versions.filter((version) => drawn.includes(version)));
    }),
    { seed: inject('seed') },
  );
});

test('runs setup before the named drivers, in the order of all drivers', () => {
  expect(read('--bridge', 'b', '--drivers', 'volumes,exec')).toMatchObject({ drivers: ['setup', 'exec', 'volumes'] });
  expect(() => read('--bridge', 'b', '--drivers', 'none')).toThrow('none is unknown; there are setup, ');
});

test('defaults to every version below the one that a bridge speaks', () => {
  const given = read('--bridge', 'bridge {listen} {engine}');
  expect(given).toMatchObject({ bridge: 'bridge {listen} {engine}', repeats: 2 });
  expect(given.versions).toHaveLength(20);
  expect(() => read()).toThrow('--bridge: needs a command');
});

test('compares one engine with itself, or with another one', () => {
  expect(read('--bridge', 'b', '--engine', '28.5')).toMatchObject({ engine: '28.5', bridgedEngine: '28.5' });
  expect(read('--bridge', 'b', '--bridged-engine', '20.10')).toMatchObject({ engine: '26.1', bridgedEngine: '20.10' });
});

test('draws drivers by the seed', () => {
  const drawn = (seed: string): unknown => read('--bridge', 'b', '--draw', '2', '--seed', seed);
  expect(drawn('7')).toEqual(drawn('7'));
  expect(drawn('7')).toMatchObject({ drivers: { length: 3 } });
});
