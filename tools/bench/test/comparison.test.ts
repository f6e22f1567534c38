/** Comparisons as a table, and which of their figures miss their targets. */
import { expect, test } from 'vitest';
import { comparisonTable, missedIn } from '../report/comparison.mjs';

const titles = { lading: 'Lading', undici: 'undici', http: 'node:http', dockerode: 'dockerode' };
const requests = {
  what: 'small GET',
  unit: 'requests/s',
  figures: { lading: 40_000, undici: 38_000, dockerode: 20_000 },
  targets: { '÷ undici': { value: 1.05, least: 0.95 }, '÷ dockerode': { value: 2, least: 2.5 } },
};
const memory = {
  what: 'logs pass',
  unit: 'MB',
  figures: { lading: 65, http: 41.3 },
  targets: { Lading: { value: 65, most: 64 } },
  note: 'a note',
};
const lines = comparisonTable([requests, memory], titles).split('\n');
const cellsOf = (line = '') => line.split('|').map((cell) => cell.trim());

test('marks each target as met or missed', () => {
  expect(cellsOf(lines[2]).at(-2)).toBe('÷ undici 1.05 (≥ 0.95); ÷ dockerode 2 (MISSES ≥ 2.5)');
  expect(cellsOf(lines[3]).at(-2)).toBe('Lading 65 (MISSES ≤ 64); a note');
});

test('leaves cells without a measurement empty', () => {
  expect(cellsOf(lines[2]).slice(3, 7)).toEqual(['40,000', '38,000', '', '20,000']);
  expect(cellsOf(lines[3]).slice(4, 7)).toEqual(['', '41.3', '']);
});

test('lists the missed targets', () => {
  expect(missedIn([requests, memory])).toEqual(['small GET: ÷ dockerode', 'logs pass: Lading']);
});

test('leaves out columns that are empty', () => {
  const [head = ''] = comparisonTable([{ what: 'one', unit: '', figures: { lading: 1 } }], titles).split('\n');
  expect(cellsOf(head)).toEqual(['', 'Measurement', 'Lading', '']);
});
