/** Where the specification departs from the contract there is proof, and names of operations mean operations that exist. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { named, versionsOfSpec } from '../../../generators/cli/versions.js';
import { identify } from '../../../generators/normalize/identify.js';
import { normalize } from '../../../generators/normalize/index.js';
import { readSpec } from '../../../generators/read/index.js';
import { spec } from '../places.js';

const read = readSpec(spec);
const apis = named(versionsOfSpec(read), read.product).map(({ document }) => normalize(document));

test('every proof that the table of deviations names is a patch', () => {
  const readme = readFileSync(join(spec, 'README.md'), 'utf8');
  const [, section = ''] = readme.split('## Where the wire disproves the contract');
  const proofs = section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| The contract says'))
    .flatMap((line) => [...(line.split('|').at(-2) ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
  expect(proofs.length).toBeGreaterThan(40);
  expect(proofs.filter((name) => !existsSync(join(spec, 'patches', `${name}.yaml`)))).toEqual([]);
});

describe.each(apis.map((api) => [api.version, api] as const))('%s', (_, api) => {
  test('every operation is named noun first', () => {
    expect(
      api.operations.filter(({ id, documentId }) => id !== documentId).map(({ documentId }) => documentId),
    ).toEqual([]);
  });

  test('no text calls an operation by another name', () => {
    const names = new Set(api.operations.map(({ id }) => id));
    const nouns = [...new Set(api.operations.map(({ group }) => group))].map(
      (group) => group.charAt(0).toUpperCase() + group.slice(1),
    );
    const text = JSON.stringify(api);
    const things = new Set([...text.matchAll(/"name":"([^"]+)"/g)].map(([, name]) => name));
    const words = [...new Set(text.match(/\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\b/g))].filter((word) => !things.has(word));
    expect(words.filter((word) => !names.has(word) && names.has(identify(word, 'GET', nouns).id))).toEqual([]);
  });
});
