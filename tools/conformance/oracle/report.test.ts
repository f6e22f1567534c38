// Tests the table and the list of differences.

import { expect, test } from 'vitest';
import { readDeviations } from './lists.js';
import { cells, findings, report, totals, type Cell } from './report.js';

const finding = (request: string): Cell['findings'][number] => ({
  request,
  cause: 'unknown',
  reason: '',
  difference: { at: '/status', direct: 200, bridged: 404 },
});
const cell = (version: string, findings: Cell['findings']): Cell => ({
  operation: 'ThingGet',
  version,
  state: findings.length > 0 ? 'different' : 'equal',
  exchanges: 2,
  findings,
});
const result = {
  engine: '26.1',
  bridgedEngine: '26.1',
  command: 'oracle.mjs',
  date: '2026-01-01',
  versions: ['1.24', '1.25'],
  cells: [cell('1.24', []), cell('1.25', [finding('a'), finding('b')])],
  others: [cell('1.24', [finding('c')])],
};

test('counts every cell, and the exchanges that differ', () => {
  expect(totals(result)).toBe(
    '1 of 2 cells (50.00 %) are equal, at 2 versions: equal 1, refusals-only 0, different 1, deviation 0, missing 0. ' +
      '4 exchanges, of which 2 differ; of 2 others, with paths outside the API, 1 differ.',
  );
});

test('lists equal differences of an operation once, with an example', () => {
  const other = { ...cell('1.24', [finding('d')]), operation: 'OtherGet' };
  const table = findings({ ...result, cells: [...result.cells, other], others: [] }, true);
  expect(table.split('\n')).toHaveLength(4);
  expect(table).toContain('| ThingGet | 1.25 | 2 | `a`: `/status` `200` → `404` | unknown |  |');
  expect(table).toContain('| OtherGet | 1.24 | 1 | `d`: `/status` `200` → `404` | unknown |  |');
});

test('has a row for each deviation that occurs', () => {
  const deviations = readDeviations('[{ at: status, cause: engine, reason: Other words. }]', 'd.yaml', '26.1');
  const comparison = { operation: 'ThingGet', request: 'a', status: 200, unsteady: false };
  const compared = [{ ...comparison, differences: [{ at: '/status', direct: 200, bridged: 404 }] }];
  const all = ['1.24', '1.25'].flatMap((version) => cells(['ThingGet'], version, compared, deviations));
  const page = report({ ...result, bridgedEngine: '20.10', cells: all, others: [] });
  expect(page).toMatch(
    /^Engine 26\.1, and 20\.10 behind the bridge, [^]*\| ThingGet \| 1\.24, 1\.25 \| 2 \| `a`: `\/status` `200` → `404` \| engine \| Other words\. \|$/m,
  );
  expect(findings({ ...result, cells: all, others: [] }, true)).toBe('Nothing differs.');
});

test('lists operations without an exchange', () => {
  expect(findings({ ...result, cells: cells(['ThingGet'], '1.24', [], []) }, true)).toContain(
    '| ThingGet | 1.24 | 1 |  | missing | No exchange. |',
  );
});

test('lists what differs in some recordings only', () => {
  const noise = { request: 'c', cause: 'noise', reason: 'Equal in another pair of recordings.' } as const;
  const noisy = { ...result, cells: [{ ...cell('1.24', []), findings: [noise] }], others: [] };
  expect(report(noisy)).toContain('| ThingGet | 1.24 | 1 | `c` | noise | Equal in another pair of recordings. |');
  expect(findings(noisy, true)).toBe('Nothing differs.');
});
