/** Pages for contributors: the diagram matches the folders, and the paths of the code map exist. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { architecture } from '../../run/architecture.mjs';
import { withResult } from '../../run/result.mjs';
import { repository } from '../paths.js';

const page = readFileSync(join(repository, 'CONTRIBUTING.md'), 'utf8');

test('the diagram is up to date (node tools/run/architecture.mjs writes it)', () => {
  const architecturePage = readFileSync(join(repository, 'docs', 'architecture.md'), 'utf8');
  expect(withResult(architecturePage, 'architecture', architecture())).toBe(architecturePage);
});

test('the diagram has every folder of the generator, and an arrow from each step to a data model', () => {
  const diagram = architecture();
  for (const folder of ['ir', 'read', 'write', 'port-changes', 'bump', 'cli', 'wire'])
    expect(diagram).toMatch(new RegExp(`["> ,]${folder}["<,]`));
  expect(diagram).toContain('folder_generators_code --> folder_generators_ir');
  expect(diagram).toContain('folder_packages_runtime_client --> folder_packages_runtime_wire');
  // An emitter in a package of its own imports the interface of emitters, and nothing else of the generator.
  expect(diagram).not.toMatch(
    /folder_generators_ir -->|folder_packages_(?!emit_\S+ --> folder_generators_emitter\n)\S+ --> folder_generators/,
  );
});

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
