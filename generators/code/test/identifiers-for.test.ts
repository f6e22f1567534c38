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

it('gives none that the scope has, and none twice', () => {
  // Few characters, so that most names are spelled alike.
  const name = fc.string({ unit: fc.constantFrom('a', 'B', '-', '.', '2', '_', '\u0308'), maxLength: 4 });
  const names = fc.uniqueArray(name, { maxLength: 12 });
  fc.assert(
    fc.property(names, names, (all, taken) => {
      const chosen = [...identifiersFor(all, new Set(taken)).values()];
      expect(new Set([...chosen, ...taken]).size).toBe(all.length + taken.length);
    }),
  );
});
