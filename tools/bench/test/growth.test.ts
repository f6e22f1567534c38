/** The exponent of growth, whatever the fixed part, and documents of several sizes. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeCopies } from '../growth/measure-growth.mjs';
import { exponentOf, figuresOf } from '../commands/growth.mjs';
import { havePublished } from '../places.mjs';

const folder = mkdtempSync(join(tmpdir(), 'lading-growth-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([0.5, 1, 1.1, 2])('a cost that grows with the power %d, above a fixed part', (power) => {
  for (const fixed of [0, 100])
    expect(exponentOf([1, 2, 4, 8].map((size) => [size, fixed + 3 * size ** power]))).toBeCloseTo(power, 2);
});

test('a cost that does not grow', () => {
  expect(exponentOf([1, 2, 4].map((size) => [size, 5]))).toBe(0);
});

test('a quadratic part of a tenth, and a measurement that is off by a tenth', () => {
  expect(exponentOf([1, 2, 4, 8].map((size) => [size, 10 + size + size ** 2 / 10]))).toBeGreaterThan(1.2);
  for (const off of [0, 1, 2, 3]) {
    const points = [1, 2, 4, 8].map((size, index) => [size, size * (index === off ? 0.9 : 1)] as const);
    expect(exponentOf(points)).toBeCloseTo(1, 0.5);
  }
});

test('a plot shows what one of many costs, and names its lines from the top', () => {
  const rows = (['size', 'versions'] as const).flatMap((by) =>
    [1, 2, 4].flatMap((times) => [
      { job: 'docs', by, times, cpu: 3 * times, peak: 1e8, bytes: 0 },
      { job: 'diff', by, times, cpu: times ** 2, peak: 1e8, bytes: 5 * times },
    ]),
  );
  const [, first = '', , third = ''] = figuresOf(rows, 0).split('```mermaid');
  expect(first).toContain('from the top: diff, docs"');
  expect(first).toContain('x-axis "size" [1, 2, 4]\n  y-axis 0 --> 4.00\n');
  expect(first).toContain('line [1.000, 2.000, 4.000]\n  line [1.000, 1.000, 1.000]');
  expect(third).toContain('from the top: diff"');
});

test.runIf(havePublished(['1.44']))('copies have names of their own, and refer to themselves', () => {
  const sizes = [1, 3].map((times) => {
    const file = join(folder, `${times}.json`);
    writeCopies(file, times);
    const text = readFileSync(file, 'utf8');
    const { paths, definitions } = JSON.parse(text) as Record<string, object>;
    const names = new Set(Object.keys(definitions ?? {}));
    const targets = [...text.matchAll(/"#\/definitions\/([^"]+)"/g)].map(([, name]) => name ?? '');
    expect(targets.filter((name) => !names.has(name))).toEqual([]);
    const operations = [...text.matchAll(/"operationId":"([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(operations).size).toBe(operations.length);
    return [Object.keys(paths ?? {}).length, names.size, operations.length];
  });
  expect(sizes[1]).toEqual(sizes[0]?.map((count) => 3 * count));
});
