/** The license of generated packages: that of the document or of the configuration, never that of the generator. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ladingIn } from './testing/lading-in.js';

const folder = temporaryFolder();

it.each<readonly [string, object | undefined, object, string | undefined, string]>([
  ['none', undefined, {}, undefined, 'All of its files are generated.'],
  ['an SPDX identifier', { name: 'Apache', identifier: 'MIT OR ISC' }, {}, 'MIT OR ISC', 'License: MIT OR ISC.'],
  ['a name', { name: 'Apache 2.0' }, {}, 'Apache-2.0', 'License: Apache-2.0.'],
  ['the name MIT', { name: 'MIT', url: 'https://example.com' }, {}, 'MIT', 'License: MIT.'],
  [
    'a name of its own',
    { name: 'Shop_Terms', url: 'https://example.com/terms' },
    {},
    'SEE LICENSE IN README.md',
    'License: Shop\\_Terms, https://example.com/terms.',
  ],
  ['that of the configuration', { name: 'MIT' }, { license: 'UNLICENSED' }, 'UNLICENSED', 'License: UNLICENSED.'],
  ['none by the configuration', { name: 'MIT' }, { license: false }, undefined, 'All of its files are generated.'],
])('is %s', async (_title, license, config, wanted, sentence) => {
  const document = { openapi: '3.1.0', info: { title: 'Shop', version: '1', ...(license && { license }) }, paths: {} };
  writeFileSync(join(folder, 'api.json'), JSON.stringify(document));
  const settings = { documents: ['api.json'], emitters: ['types', 'docs'], ...config };
  writeFileSync(join(folder, 'lading.config.json'), JSON.stringify(settings));
  expect(await ladingIn(folder, 'generate', '--quiet')).toMatchObject({ status: 0, stderr: '' });
  for (const kind of ['types', 'docs']) {
    const file = (name: string) => readFileSync(join(folder, 'generated/v1', kind, name), 'utf8');
    expect((JSON.parse(file('package.json')) as { license?: string }).license).toBe(wanted);
    expect(file('README.md').trimEnd().endsWith(sentence)).toBe(true);
  }
});
