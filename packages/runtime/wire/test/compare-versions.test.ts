/** The order of versions, as engines compare them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareVersions, versionRefusal } from '../src/index.js';

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

  it.each([
    ['1.23', /^client version 1\.23 is too old\. Minimum supported API version is 1\.24, /],
    ['1.24', undefined],
    ['1.30', undefined],
    ['1.41', undefined],
    ['1.42', /^client version 1\.42 is too new\. Maximum supported API version is 1\.41$/],
  ])('%s of 1.24 to 1.41 is refused: %s', (version, message) => {
    const refusal = versionRefusal(version, { lowest: '1.24', highest: '1.41' });
    if (message === undefined) expect(refusal).toBeUndefined();
    else expect(refusal).toMatch(message);
  });

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
