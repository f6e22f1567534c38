/** Generated TypeScript is formatted as prettier would format it, so no second formatting is needed. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import { packages, repository } from '../paths.js';
import { sampled } from '../sampled.js';

const files = readdirSync(packages, { recursive: true, encoding: 'utf8' })
  .filter((path) => /(^|\/)gen\/.*\.ts$/.test(path) && !/(^|\/)(node_modules|dist)\//.test(path))
  // The paths modules have the format of openapi-typescript.
  .filter((path) => !path.endsWith('gen/paths.ts'));

test('there are files to test', () => {
  expect(files.length).toBeGreaterThan(40);
});

test.each(sampled(files, 15))('%s', async (path) => {
  const text = readFileSync(join(packages, path), 'utf8');
  const options = await resolveConfig(join(repository, 'README.md'));
  expect(await format(text, { ...options, parser: 'typescript' })).toBe(text);
});
