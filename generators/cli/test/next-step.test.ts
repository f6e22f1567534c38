/** `lading` without arguments names the next command. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { ladingIn } from './testing/lading-in.js';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

it('names lading init where there is no configuration, and ends as for any wrong usage', async () => {
  const { status, stdout, stderr } = await ladingIn(folder);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain('There is no configuration in this folder or above it.\n');
  expect(stderr).toMatch(/Next:\n {2}lading init /);
  expect(stderr).toContain('  lading generate --document openapi.yaml --out packages  ');
});

it('names the document of the folder', async () => {
  writeFileSync(join(folder, 'swagger.json'), '{}');
  expect((await ladingIn(folder)).stderr).toContain('lading generate --document swagger.json --out packages');
});

it('names lading generate where there is a configuration', async () => {
  writeFileSync(join(folder, 'lading.config.json'), '{}');
  mkdirSync(join(folder, 'deep'));
  const { status, stderr } = await ladingIn(join(folder, 'deep'));
  expect(status).toBe(2);
  expect(stderr).toContain('Configuration: ../lading.config.json\n');
  expect(stderr).toMatch(/Next:\n {2}lading generate /);
  expect(stderr).not.toContain('lading init');
});

it('reports several configurations as any command does', async () => {
  for (const name of ['lading.config.json', 'lading.config.ts']) writeFileSync(join(folder, name), '');
  const { status, stderr } = await ladingIn(folder);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^CONFIG_LOAD: There are several configurations/);
});
