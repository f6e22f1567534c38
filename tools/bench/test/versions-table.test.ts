/** One to six versions as a table, and the cost of each further version. */
import { expect, test } from 'vitest';
import { sentenceOf } from '../versions/figures.mjs';
import { growthOf, versionsTable } from '../versions/table.mjs';

const row = (versions: number, added: string, changes: number, cpu: number, bytes: number) => ({
  ...{ versions, added, changes, cpu, bytes },
  peak: 100,
});
const rows = [row(1, '3', 0, 1, 1000), row(2, '2', 10, 1.5, 1300), row(3, '1', 30, 1.75, 1800)];

test('shows the cost of each further version', () => {
  const [, , first = '', second = ''] = versionsTable(rows).split('\n');
  const cells = (line: string) => line.split('|').map((cell) => cell.trim());
  expect(cells(first)).toEqual(['', '1', 'v3', '', '1.00', '', '1,000', '', '100', '']);
  expect(cells(second)).toEqual(['', '2', 'v2', '10', '1.50', '0.50', '1,300', '300', '100', '']);
});

test('separates the fixed cost of a version from the cost of its changes', () => {
  const { cpu, bytes, fixed, each } = growthOf(rows);
  expect(cpu).toEqual({ mean: 0.375, most: 0.5 });
  expect(bytes).toEqual({ mean: 0.4, most: 0.5 });
  expect([fixed, each]).toEqual([200, 10]);
});

test('states the cost of all versions at once', () => {
  const whole = { versions: 3, newest: '1.3', oldest: '1.1', cpu: 4, bytes: 3e6, each: { cpu: 0.5, bytes: 250_000 } };
  expect(sentenceOf(whole)).toBe(
    'All 3 published versions at once, 1.3 down to 1.1, take 4.0 s of processor time and 3.00 MB: 0.50 s and 0.25 MB for each further version.',
  );
});
