/** Pages for contributors: the paths of the code map exist. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../paths.js';

const page = readFileSync(join(repository, 'CONTRIBUTING.md'), 'utf8');

test('every path of the code map exists', () => {
  const section = /^## Code map\n([^]*?)^## /m.exec(page)?.[1] ?? '';
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2);
  expect(rows.length).toBeGreaterThanOrEqual(20);
  const paths = rows.flatMap((row) =>
    [...(row.split('|')[2] ?? '').matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
  );
  expect(paths.length).toBeGreaterThanOrEqual(rows.length);
  expect(paths.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
});
