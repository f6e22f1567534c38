/** Pages as they are emitted and pages as the site reads them are one thing, said twice: neither side may import the other. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..', '..');
const typesOf = (path: string) => readFileSync(join(root, path), 'utf8').replace(/^.*\nimport .*\n/, '');

it('says the same of pages on both sides', () => {
  expect(typesOf('packages/docs/src/page.ts')).toBe(typesOf('generators/emit/docs/page.ts'));
});
