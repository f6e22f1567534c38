/** Which values match an expectation. */
import { describe, expect, it } from 'vitest';
import { mismatches } from '../src/mismatches.js';

const fits = (expected: unknown, actual: unknown) => mismatches(expected, actual).length === 0;

describe('a response', () => {
  it.each<[string, unknown, unknown, boolean]>([
    ['may have more properties', { a: 1 }, { a: 1, b: 2 }, true],
    ['must have the expected properties', { a: 1 }, { b: 2 }, false],
    ['has exactly the expected items', [1], [1, 2], false],
    ['ignores inherited properties', { constructor: { $any: true } }, {}, false],
    ['distinguishes null from absent', { a: null }, {}, false],
    ['is present', { a: { $any: true } }, { a: 0 }, true],
    ['is absent', { a: { $absent: true } }, { a: null }, false],
    ['is of a type', { a: { $type: 'integer' } }, { a: 1.5 }, false],
    ['matches a regular expression', { a: { $matches: '^x+$' } }, { a: 'xx' }, true],
    ['contains an item', { $contains: [{ a: 1 }] }, [{ a: 2 }, { a: 1, b: 1 }], true],
    ['contains no such item', { $contains: [{ a: 3 }] }, [{ a: 2 }], false],
    ['is one of several', { $oneOf: [1, null] }, null, true],
    ['is another value', { $not: 'x' }, 'x', false],
    ['is large enough', { $atLeast: 2 }, 1, false],
    ['is empty as null', { $empty: true }, null, true],
    ['is not empty', { $empty: true }, [1], false],
    ['matches in every item', { $every: { a: 1 } }, [{ a: 1 }, { a: 2 }], false],
    ['treats an unknown $ as a property', { $ref: 'x' }, { $ref: 'x' }, true],
  ])('%s', (_title, expected, actual, matches) => {
    expect(fits(expected, actual)).toBe(matches);
  });

  it('reports the pointer of a difference', () => {
    expect(mismatches({ a: [{ b: 1 }] }, { a: [{ b: 2 }] })).toEqual([{ at: '/a/0/b', expected: '1', actual: 2 }]);
  });
});
