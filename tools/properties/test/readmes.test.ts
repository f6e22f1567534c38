/** The READMEs of generated packages: one layout, and examples that compile. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { compileErrors } from '../compiler.js';
import { packages } from '../paths.js';

const work = mkdtempSync(join(import.meta.dirname, '..', '.types-'));
afterAll(() => rmSync(work, { recursive: true }));

const readmes = ['v1.44', 'v1.41']
  .flatMap((version) => ['types', 'contract', 'client', 'server', 'docs'].map((kind) => `${version}/${kind}`))
  .filter((folder) => existsSync(join(packages, folder, 'package.json')))
  .map((folder) => ({ folder, text: readFileSync(join(packages, folder, 'README.md'), 'utf8') }));

test.each(readmes)('$folder: title, installation, usage, version, license', ({ folder, text }) => {
  const { name, version } = JSON.parse(readFileSync(join(packages, folder, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
  };
  let place = 0;
  for (const part of [
    `# ${name}\n`,
    `\nnpm install ${name}\n\`\`\`\n`,
    '\n```',
    '\n## Version\n',
    `\`${version}\``,
    'License: ',
  ]) {
    expect(text.slice(place)).toContain(part);
    place = text.indexOf(part, place) + part.length;
  }
  expect(text).not.toMatch(/\{\{|\[object/);
});

const examples = readmes.flatMap(({ folder, text }) =>
  [...text.matchAll(/^```ts\n([^]*?)^```/gm)].map(([, code = ''], index) => ({
    file: `${folder.replaceAll(/\W/g, '-')}-${index}.ts`,
    code,
  })),
);

test('examples compile', () => {
  expect(new Set(examples.map(({ file }) => file.replace(/-\d\.ts$/, ''))).size).toBe(readmes.length - 2);
  for (const { file, code } of examples) writeFileSync(join(work, file), code);
  writeFileSync(join(work, 'package.json'), '{ "type": "module" }');
  const compilerOptions = {
    target: 'ES2022',
    lib: ['ES2022', 'ESNext.Disposable'],
    types: ['node'],
    skipLibCheck: true,
    noEmit: true,
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
  };
  const files = examples.map(({ file }) => file);
  writeFileSync(join(work, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  expect(compileErrors(work)).toBe('');
}, 60_000);
