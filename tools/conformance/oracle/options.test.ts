// Tests the command line of the oracle.

import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { readOptions, sample, versionRange } from './options.js';

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
  const options = readOptions(['--bridge', 'b', '--drivers', 'volumes,exec']);
  expect(options).toMatchObject({ drivers: ['setup', 'exec', 'volumes'] });
  expect(() => readOptions(['--bridge', 'b', '--drivers', 'none'])).toThrow('none is unknown; there are setup, ');
});

test('defaults to every version below the one that a bridge speaks', () => {
  const options = readOptions(['--bridge', 'bridge {listen} {engine}']);
  expect(options).toMatchObject({ bridge: 'bridge {listen} {engine}', repeats: 2 });
  expect(options === 'help' ? [] : options.versions).toHaveLength(20);
  expect(() => readOptions([])).toThrow('--bridge: needs a command');
  expect(readOptions(['--help'])).toBe('help');
});

test('compares one engine with itself, or with another one', () => {
  const read = (...words: string[]): unknown => readOptions(['--bridge', 'b', ...words]);
  expect(read('--engine', '28.5')).toMatchObject({ engine: '28.5', bridgedEngine: '28.5' });
  expect(read('--bridged-engine', '20.10')).toMatchObject({ engine: '26.1', bridgedEngine: '20.10' });
});

test('draws drivers by the seed', () => {
  const drawn = (seed: string): unknown => readOptions(['--bridge', 'b', '--draw', '2', '--seed', seed]);
  expect(drawn('7')).toEqual(drawn('7'));
  expect(drawn('7')).toMatchObject({ drivers: { length: 3 } });
});
