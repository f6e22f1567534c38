/** All that is generated of documents with every feature. Review a change of it, and record it with `vitest run -u`. */
import { globSync } from 'tinyglobby';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { LadingConfig } from '../../generate/config/config.js';
import { ladingHere } from '../../cli/test/testing/lading-here.js';

const documents = fileURLToPath(new URL('../../testing/documents/', import.meta.url));
const data = ['docs', { data: true }] as const;

it.each<[string, LadingConfig]>([
  [
    'every-feature',
    {
      documents: [join(documents, 'every-feature.yaml')],
      overlays: [join(documents, 'every-change.yaml')],
      emitters: ['types', 'contract', 'client', 'server', data, 'conversion', 'servers', 'conversions'],
    },
  ],
  [
    'schema-keywords',
    {
      documents: [join(documents, 'schema-keywords.yaml')],
      emitters: ['contract', ['client', { runtime: 'engine' }], 'clients', ['server', { dialect: 'engine' }], data],
    },
  ],
  ['boxes-swagger-2.0', { documents: [join(documents, 'boxes-swagger-2.0.yaml')], emitters: ['client', 'server'] }],
])('%s', async (name, config) => {
  const folder = temporaryFolder();
  const file = join(folder, 'lading.config.json');
  writeFileSync(file, JSON.stringify({ ...config, out: 'out', workspace: false }));
  expect(await ladingHere('generate', '--quiet', '--config', file)).toEqual({ status: 0, output: '' });
  const paths = globSync('**', { cwd: join(folder, 'out') }).toSorted();
  const texts = paths.map((path) => `=== ${path}\n${readFileSync(join(folder, 'out', path), 'utf8')}`);
  // A release changes the ranges of dependencies.
  await expect(texts.join('\n').replaceAll(/"\^[\d.]+"/g, '"^1"')).toMatchFileSnapshot(`${name}.txt`);
});

it('the changes of both, in values, texts and overlays', async () => {
  const folder = temporaryFolder();
  const [feature, keywords] = [join(documents, 'every-feature.yaml'), join(documents, 'schema-keywords.yaml')] as const;
  const applied = await ladingHere('apply', feature, join(documents, 'every-change.yaml'));
  const constraints = readFileSync(keywords, 'utf8')
    .replaceAll(/\b9\b/g, '8')
    .replaceAll(/: 1\b/g, ': 2')
    .replaceAll('^a', '^b')
    .replaceAll('[a, b]', '[b, c]')
    .replaceAll(/(uniqueItems|readOnly|deprecated): true/g, '$1: false')
    .replaceAll('{ type: string }', '{ type: [string, "null"] }')
    .replaceAll('{ type: integer }', '{ type: number }')
    .replaceAll(/required: \[\w+/g, 'required: [new');
  const [earlier, changed] = [join(folder, 'earlier.yaml'), join(folder, 'changed.yaml')] as const;
  writeFileSync(earlier, applied.output);
  writeFileSync(changed, constraints);
  const printed: string[] = [];
  for (const command of [
    ['diff', feature, earlier],
    ['diff', feature, earlier, '--markdown'],
    ['derive', feature, earlier],
    ['derive', earlier, feature],
    ['diff', keywords, changed, '--json'],
    ['diff', changed, keywords],
    ['derive', keywords, changed],
  ])
    printed.push((await ladingHere(...command)).output);
  const text = printed.join('\n').replaceAll(folder, '').replaceAll(documents, '');
  await expect(text).toMatchFileSnapshot('every-change.txt');
});
