/** Identifiers of names that share one scope. */
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
