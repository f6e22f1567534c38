import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alike, kept, memo, memoBy } from '../index.js';

const trees = fc.object({
  maxDepth: 4,
  maxKeys: 4,
  key: fc.constantFrom('a', 'b', 'c', '__proto__'),
  values: [fc.nat(3), fc.constant(null), fc.string({ maxLength: 2 })],
});

function objectsIn(value: unknown): readonly object[] {
  return typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
}

describe('alike', () => {
  it('equals the second, to the order of keys', () => {
    fc.assert(
      fc.property(trees, trees, (former, next) => {
        const before = JSON.stringify(next);
        expect(JSON.stringify(alike(former, next))).toBe(before);
        expect(JSON.stringify(next)).toBe(before);
      }),
      { numRuns: 2000 },
    );
  });

  it('is the first where both say the same', () => {
    fc.assert(
      fc.property(trees, (tree) => {
        expect(alike(tree, JSON.parse(JSON.stringify(tree)))).toBe(tree);
      }),
    );
  });

  it('puts nothing of the first in two places', () => {
    fc.assert(
      fc.property(fc.array(trees, { maxLength: 6 }), fc.array(trees, { maxLength: 6 }), (former, next) => {
        const objects = objectsIn(alike(former, next));
        expect(new Set(objects).size).toBe(objects.length);
      }),
      { numRuns: 2000 },
    );
  });

  it('finds entries again that others moved', () => {
    const former = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];
    const [a, , b, c] = alike(former, [{ name: 'a' }, { name: 'new' }, { name: 'b' }, { name: 'c' }]);
    expect([a, b, c].every((entry, index) => entry === former[index])).toBe(true);
    expect(alike(former, [{ name: 'a' }, { name: 'c' }])[1]).toBe(former[2]);
  });

  it('keeps what did not change beside what did', () => {
    const former = { one: { text: 'a' }, two: { text: 'b' } };
    const next = alike(former, { one: { text: 'changed' }, two: { text: 'b' } });
    expect(next).toEqual({ one: { text: 'changed' }, two: { text: 'b' } });
    expect(next.two).toBe(former.two);
    expect(alike({ a: 1, b: 2 }, { b: 2, a: 1 })).not.toBe(former);
  });
});

it('kept: the next value of a key takes over what it has in common with the last', () => {
  const same = kept<readonly object[]>();
  const first = same('one', [{ a: 1 }, { b: 2 }]);
  expect(same('two', [{ a: 1 }, { b: 2 }])).not.toBe(first);
  expect(same('one', [{ a: 1 }, { b: 2 }])).toBe(first);
  expect(same('one', [{ a: 2 }, { b: 2 }])[1]).toBe(first[1]);
});

it('memo, memoBy: ask once for the same values', () => {
  let asked = 0;
  const count = memo((value: object) => [value, (asked += 1)]);
  const [one, other] = [{}, {}];
  expect([count(one), count(one), count(other)].map((each) => each[1])).toEqual([1, 1, 2]);
  const by = memoBy<number>();
  const ask = (...values: readonly object[]) => by(values, () => (asked += 1));
  expect([ask(one, other), ask(one, other), ask(other, one), ask(one)]).toEqual([3, 3, 4, 5]);
});
