// Tests the table and the list of differences.

import { expect, test } from 'vitest';
import type { Cell } from './report.js';
import type { Comparison } from './compare-arms.js';
import { readDeviations } from './lists.js';
import { differences, report, totals } from './report.js';

const comparison = (request: string): Comparison => ({
  operation: 'ThingGet',
  request,
  status: 200,
  differences: [{ at: '/status', direct: 200, bridged: 404 }],
  unsteady: false,
});
const cell = (version: string, unequal: readonly Comparison[]): Cell => ({
  operation: 'ThingGet',
  version,
  state: unequal.length > 0 ? 'different' : 'equal',
  exchanges: 2,
  unequal,
  explained: [],
  unsteady: [],
});
const result = {
  engine: '26.1',
  bridgedEngine: '26.1',
  command: 'oracle.mjs',
  date: '2026-01-01',
  versions: ['1.24', '1.25'],
  cells: [cell('1.24', []), cell('1.25', [comparison('a'), comparison('b')])],
  others: [],
};

test('counts every cell and shows one sign for each', () => {
  expect(totals(result)).toContain(
    '1 of 2 cells (50.00 %) are equal, at 2 versions: equal 1, refusals-only 0, different 1',
  );
  const other = ['1.24', '1.25'].map((version) => ({ ...cell(version, []), operation: 'OtherGet' }));
  const page = report({ ...result, cells: [...result.cells, ...other] });
  expect(page).toContain('| ThingGet | = | ≠ |');
  expect(page).not.toContain('OtherGet');
});

test('lists equal differences once, with an example', () => {
  expect(report(result)).toContain('- ThingGet: `/status` `200` → `404` (1.25; `a` and 1 more requests)');
});

test('has a row for each deviation that occurs', () => {
  const [deviation] = readDeviations('[{ at: status, cause: engine, reason: Other words. }]', 'd.yaml', '26.1');
  const explained = ['a', 'b'].map((request) => ({
    deviation: deviation!,
    request,
    difference: { at: '/status', direct: 200, bridged: 404 },
  }));
  const cells = ['1.24', '1.25'].map((version) => ({ ...cell(version, []), explained }));
  expect(report({ ...result, bridgedEngine: '20.10', cells })).toMatch(
    /^Engine 26\.1, and 20\.10 behind the bridge, [^]*\| ThingGet \| 1\.24, 1\.25 \| 4 \| `a`: `\/status` `200` → `404` \| engine \| Other words\. \|$/m,
  );
});

test('lists operations without an exchange among the differences', () => {
  const cells = [{ ...cell('1.24', []), state: 'missing' as const }];
  expect(differences({ ...result, cells })).toContain('- ThingGet at 1.24: no exchange');
});

test('lists what differs in some recordings only', () => {
  const steady = report(result);
  const cells = [{ ...cell('1.24', []), unsteady: [comparison('c')] }];
  expect(steady).toMatch(/## Noise[^]*None\.\n$/);
  expect(report({ ...result, cells })).toContain('- ThingGet: 1.24 (`c`)');
});
