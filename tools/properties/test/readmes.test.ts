/** The READMEs of generated packages: one layout, and examples that compile. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compilePrograms, programFolder } from '../compiler.js';
import { packages } from '../paths.js';

const work = programFolder();

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
  const programs = Object.fromEntries(examples.map(({ file, code }) => [file, code]));
  expect(compilePrograms(work, programs)).toBe('');
}, 60_000);
