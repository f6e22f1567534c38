/** The references' rows as a table, and which figures are worse than a peer's. */
import { expect, test } from 'vitest';
import { docsTable, misses } from '../commands/docs.mjs';

const shipped = { what: 'shipped', unit: 'KB gzip', lading: 20, redoc: 400, scalar: 1300 };
const slow = { what: 'time', unit: 'ms', lading: 600, redoc: 900, scalar: 500, most: 500 };

test('marks each target as met or missed', () => {
  const [, , first = '', second = ''] = docsTable([shipped, slow]).split('\n');
  expect(first.split('|').map((cell) => cell.trim())).toEqual(['', 'shipped', 'KB gzip', '20.0', '400', '1,300', '']);
  expect(second).toContain('600 (MISSES 500)');
});

test('lists the figures that are not better', () => expect(misses([shipped, slow])).toEqual(['time']));
