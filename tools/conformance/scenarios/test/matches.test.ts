/** What counts as wanted. */
import { describe, expect, it } from 'vitest';
import { mismatches } from '../src/matches.js';

const fits = (wanted: unknown, got: unknown) => mismatches(wanted, got).length === 0;

describe('an answer', () => {
  it.each<[string, unknown, unknown, boolean]>([
    ['may have more members', { a: 1 }, { a: 1, b: 2 }, true],
    ['must have those wanted', { a: 1 }, { b: 2 }, false],
    ['has exactly the entries', [1], [1, 2], false],
    ['is not fooled by inherited members', { constructor: { $any: true } }, {}, false],
    ['tells null from absent', { a: null }, {}, false],
    ['is there', { a: { $any: true } }, { a: 0 }, true],
    ['is not there', { a: { $absent: true } }, { a: null }, false],
    ['is of a type', { a: { $type: 'integer' } }, { a: 1.5 }, false],
    ['reads like an expression', { a: { $matches: '^x+$' } }, { a: 'xx' }, true],
    ['holds an entry', { $contains: [{ a: 1 }] }, [{ a: 2 }, { a: 1, b: 1 }], true],
    ['holds no such entry', { $contains: [{ a: 3 }] }, [{ a: 2 }], false],
    ['is one of several', { $oneOf: [1, null] }, null, true],
    ['is something else', { $not: 'x' }, 'x', false],
    ['is large enough', { $atLeast: 2 }, 1, false],
    ['is empty as null', { $empty: true }, null, true],
    ['is not empty', { $empty: true }, [1], false],
    ['has each entry alike', { $every: { a: 1 } }, [{ a: 1 }, { a: 2 }], false],
    ['takes an unknown $ as a member', { $ref: 'x' }, { $ref: 'x' }, true],
  ])('%s', (_says, wanted, got, expected) => {
    expect(fits(wanted, got)).toBe(expected);
  });

  it('says where it differs', () => {
    expect(mismatches({ a: [{ b: 1 }] }, { a: [{ b: 2 }] })).toEqual([{ at: '/a/0/b', wanted: '1', got: 2 }]);
  });
});
