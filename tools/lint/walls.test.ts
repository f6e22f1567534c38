/** The walls hold: planted violations are found, and what the house allows is left alone. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ESLint } from 'eslint';
import { afterAll, expect, test } from 'vitest';
import walls from './walls.js';

const repository = mkdtempSync(join(tmpdir(), 'walls-'));
afterAll(() => rmSync(repository, { recursive: true }));

async function complaints(file: string, imported: string): Promise<readonly string[]> {
  const path = join(repository, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `import { it } from '${imported}';\nexport const that = it;\n`);
  const eslint = new ESLint({
    cwd: repository,
    overrideConfigFile: true,
    overrideConfig: [
      {
        files: ['**/*.ts', '**/*.js'],
        settings: { repository },
        plugins: { lading: { rules: { walls } } },
        rules: { 'lading/walls': 'error' },
      },
    ] as ESLint.Options['overrideConfig'] & object,
  });
  const [result] = await eslint.lintFiles([path]);
  return result?.messages.map(({ message }) => message) ?? [];
}

test.each([
  ['generators/normalize/a.ts', '../compare/index.js', 'The verb normalize/ must not import the verb compare/.'],
  ['generators/ir/a.ts', '../document/index.js', 'The noun ir/ must not import document/.'],
  ['generators/emitter/a.ts', '../document/index.js', 'The noun emitter/ must not import document/.'],
  ['generators/problem/a.ts', '../ir/index.js', 'The noun problem/ must not import ir/.'],
  ['generators/code/a.ts', '../write/index.js', 'The noun code/ must not import the verb write/.'],
  ['generators/read/a.ts', '../cli/main.js', 'Only the roots know the order: read/ must not import cli/.'],
  ['generators/emit/types/a.ts', '../openapi/index.js', 'The emitter types/ must not import the emitter openapi/.'],
  [
    'generators/emit/types/a.ts',
    '../../../packages/v1.44/types/gen/index.js',
    'generators/ writes packages/ and never reads them.',
  ],
  ['packages/runtime/wire/a.ts', '../../../generators/ir/index.js', 'packages/ knows nothing of generators/.'],
  ['packages/runtime/wire/a.ts', '../../../tools/lint/walls.js', 'Nothing that is shipped imports tools/.'],
  ['packages/runtime/client/a.ts', '@lading/types-v1.44', 'A runtime knows no generated code.'],
  ['packages/runtime/client/a.ts', '@lading/client', 'A runtime knows no generated code.'],
  ['packages/runtime/wire/a.ts', '@lading/runtime-client', 'runtime/wire stands below all others.'],
])('%s must not import %s', async (file, imported, message) => {
  expect(await complaints(file, imported)).toEqual([message]);
});

test.each([
  ['generators/normalize/a.ts', '../ir/index.js'],
  ['generators/document/a.ts', '../problem/index.js'],
  ['generators/cli/a.ts', '../compare/index.js'],
  ['generators/compare/test/a.test.ts', '../../normalize/index.js'],
  ['generators/emit/types/a.ts', '../../code/index.js'],
  ['tools/properties/a.ts', '../../generators/ir/index.js'],
  ['packages/runtime/client/a.ts', '@lading/runtime-wire'],
  ['packages/client/src/a.ts', '@lading/client-v1.44'],
])('%s may import %s', async (file, imported) => {
  expect(await complaints(file, imported)).toEqual([]);
});
