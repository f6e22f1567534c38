/** The order of versions, as engines compare them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareVersions } from '../src/index.js';

describe('versions', () => {
  it.each([
    ['1.44', '1.44.0', 0],
    ['1', '1.0', 0],
    ['1.9', '1.10', -1],
    ['1.45', '1.44.9', 1],
    ['2', '1.99', 1],
    ['1.x', '1.0', 0],
    ['1.44abc', '1.0', 0],
    ['1.99999999999999999999', '1.0', 0],
  ])('%s and %s', (left, right, order) => expect(Math.sign(compareVersions(left, right))).toBe(order));

  it('compare in reverse when swapped', () => {
    const version = fc.array(fc.nat(60), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('.'));
    fc.assert(
      fc.property(
        version,
        version,
        (a, b) => Math.sign(compareVersions(a, b)) + Math.sign(compareVersions(b, a)) === 0,
      ),
    );
  });
});
