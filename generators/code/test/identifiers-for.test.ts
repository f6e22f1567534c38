/** Identifiers of names that share one scope. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { identifiersFor } from '../index.js';

it.each([
  [
    ['box-lid', 'boxLid'],
    ['boxLid2', 'boxLid'],
  ],
  [
    ['box-lid', 'box.lid'],
    ['boxLid', 'boxLid2'],
  ],
  [
    ['box-lid', 'box.lid', 'boxLid2'],
    ['boxLid', 'boxLid3', 'boxLid2'],
  ],
  [
    ['Ä', 'A\u0308'],
    ['Ä', 'Ä2'],
  ],
  [
    ['default', '', '#', '1st'],
    ['default_', '_', '_2', '_1st'],
  ],
  [
    ['box lid', 'box lid'],
    ['boxLid', 'boxLid'],
  ],
])('%j', (names, wanted) => {
  const ids = identifiersFor(names);
  expect(names.map((name) => ids.get(name))).toEqual(wanted);
});

it('keeps the identifiers that were chosen before', () => {
  const before = identifiersFor(['box-lid']);
  const after = identifiersFor(['boxLid', 'box.lid', 'box-lid'], (name) => before.get(name));
  expect(Object.fromEntries(after)).toEqual({ 'box-lid': 'boxLid', boxLid: 'boxLid2', 'box.lid': 'boxLid3' });
});

it('keeps them wherever names are added, and gives none twice', () => {
  // Few characters, so that most names are spelled alike.
  const name = fc.string({ unit: fc.constantFrom('a', 'B', '-', '.', '2', '_', '\u0308'), maxLength: 4 });
  const names = fc.uniqueArray(name, { maxLength: 12 });
  fc.assert(
    fc.property(names, names, fc.array(fc.nat(23)), (present, others, order) => {
      const before = identifiersFor(present);
      const added = others.filter((other) => !present.includes(other));
      const all = [...present];
      for (const [index, other] of added.entries()) all.splice((order[index] ?? 0) % (all.length + 1), 0, other);
      const after = identifiersFor(all, (one) => before.get(one));
      for (const one of present) expect(after.get(one)).toBe(before.get(one));
      expect(new Set(after.values()).size).toBe(all.length);
    }),
  );
});
