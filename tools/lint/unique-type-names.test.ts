/** A type name that two files of a package declare is reported, whatever declares it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { afterAll, expect, test } from 'vitest';
import uniqueTypeNames from './unique-type-names.js';

const folder = mkdtempSync(join(tmpdir(), 'lading-lint-'));
afterAll(() => rmSync(folder, { recursive: true }));
let count = 0;

async function messagesOf(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const cwd = join(folder, `${(count += 1)}`);
  for (const [path, text] of Object.entries({ 'package.json': '{}', ...files })) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  const eslint = new ESLint({
    cwd,
    overrideConfigFile: true,
    overrideConfig: [
      {
        files: ['**/*.ts'],
        languageOptions: { parser: tseslint.parser },
        plugins: { lading: { rules: { 'unique-type-names': uniqueTypeNames } } },
        rules: { 'lading/unique-type-names': 'error' },
      },
    ] as ESLint.Options['overrideConfig'],
  });
  const results = await eslint.lintFiles(['**/*.ts']);
  return results.flatMap(({ messages }) => messages.map(({ message }) => message)).sort();
}

const repeated = (name: string, file: string) =>
  `"${name}" is also declared in ${file}. Share one declaration, or give each its specific name.`;

test.each([
  ['an interface and an alias', 'export interface Place {}', 'type Place = 1;'],
  ['two classes', 'export abstract class Place {}', 'class Place {}'],
  ['an enum and a class', 'export enum Place {}', 'export class Place {}'],
])('%s of two files', async (_, one, other) => {
  expect(await messagesOf({ 'a.ts': one, 'inner/b.ts': other })).toEqual([
    repeated('Place', 'a.ts'),
    repeated('Place', 'inner/b.ts'),
  ]);
});

test.each([
  ['a name that is imported', { 'a.ts': 'export type Place = 1;', 'b.ts': "import type { Place } from './a.js';" }],
  ['another package', { 'a.ts': 'type Place = 1;', 'inner/package.json': '{}', 'inner/b.ts': 'type Place = 1;' }],
  ['generated code', { 'a.ts': 'type Place = 1;', 'gen/b.ts': '/* eslint-disable */ export type Place = 1;' }],
  ['code in a string', { 'a.ts': 'type Place = 1;', 'b.ts': 'export const code = `\ntype Place = 1;\n`;' }],
  ['a type parameter', { 'a.ts': 'type Place = 1;', 'b.ts': 'export type Other<Place> = Place;' }],
  ['overloads of one file', { 'a.ts': 'interface Place { a: 1 }\ninterface Place { b: 1 }' }],
])('allows %s', async (_, files) => {
  expect(await messagesOf(files)).toEqual([]);
});
