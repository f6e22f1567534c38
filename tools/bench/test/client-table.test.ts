/** The client's rows as a table, and which of them miss their targets. */
import { expect, test } from 'vitest';
import { clientTable, misses } from '../commands/client.mjs';

const requests = {
  what: 'small GET',
  unit: 'requests/s',
  lading: 40_000,
  undici: 38_000,
  dockerode: 20_000,
  ratios: { undici: { value: 1.05, least: 0.95 }, dockerode: { value: 2, least: 2.5 } },
};
const memory = { what: 'logs pass', unit: 'MB above idle', lading: 64, http: 41.3, most: 64 };

const cells = (line: string) => line.split('|').map((cell) => cell.trim());

test('marks each target as met or missed', () => {
  const [, , first = '', second = ''] = clientTable([requests, memory]).split('\n');
  expect(cells(first).at(-2)).toBe('÷ undici 1.05 (≥ 0.95); ÷ dockerode 2.00 (MISSES ≥ 2.5)');
  expect(cells(second)[3]).toBe('64.0 (MISSES < 64)');
});

test('leaves cells without a measurement empty', () => {
  const [, , first = '', second = ''] = clientTable([requests, memory]).split('\n');
  expect(cells(first).slice(3, 7)).toEqual(['40,000', '38,000', '', '20,000']);
  expect(cells(second).slice(4, 7)).toEqual(['', '41.3', '']);
});

test('lists the missed targets', () => {
  expect(misses([requests, memory])).toEqual(['small GET dockerode', 'logs pass']);
});
