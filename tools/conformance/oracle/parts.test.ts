// Tests that no driver is forgotten by the parts.

import { expect, test } from 'vitest';
import { http } from '../drivers/http.js';
import { parts, partsOf, quickDrivers } from './parts.js';

test('every driver is in a part, after setup', () => {
  const all = Object.values(parts);
  expect(new Set(all.flat())).toEqual(new Set(Object.keys(http)));
  expect(all.map(([first]) => first)).toEqual(all.map(() => 'setup'));
  expect(quickDrivers.filter((name) => http[name] === undefined)).toEqual([]);
});

test('a choice of drivers leaves the parts that have one, and the whole of another client', () => {
  expect([...partsOf('http', ['setup', 'exec', 'volumes'])]).toEqual([
    ['containers', ['setup', 'volumes']],
    ['images', ['setup', 'exec']],
  ]);
  expect([...partsOf('cli', ['images'])]).toEqual([['cli', ['images']]]);
});
