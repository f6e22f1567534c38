/** The commands that read or write a specification take the folder that the configuration names. */
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { putThings } from '../../testing/things.js';
import { ladingIn } from './testing/lading-in.js';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
  putThings(folder);
  renameSync(join(folder, 'spec'), join(folder, 'api'));
});

const configure = (name: string, config: object) => writeFileSync(join(folder, name), JSON.stringify(config));

it.each<readonly [string, string, readonly string[]]>([
  ['nearest', 'lading.config.json', []],
  ['given', 'other.json', ['--config', 'other.json']],
])('of the %s configuration', async (_which, name, options) => {
  configure(name, { spec: 'api', emitters: [['types', { paths: false }]] });
  const bump = await ladingIn(folder, 'bump', 'acme-1.1.yaml', ...options);
  expect(bump).toMatchObject({ status: 0, stderr: '' });
  expect(existsSync(join(folder, 'api/overlays/v1.1.yaml'))).toBe(true);
  expect(existsSync(join(folder, 'generated'))).toBe(true);
  const bundle = await ladingIn(folder, 'bundle', '1.1', ...options);
  expect(bundle).toMatchObject({ status: 0, stdout: expect.stringContaining('AcmeSize') as string });
  const rebase = await ladingIn(folder, 'rebase', '1.1', '--dry-run', ...options);
  expect(rebase).toMatchObject({ status: 0, stdout: expect.stringContaining('base version') as string });
  const released = await ladingIn(folder, 'check-released', ...options);
  expect(released).toMatchObject({ status: 0, stdout: '0 released packages are unchanged.\n' });
});

it('is missing where the configuration lists documents', async () => {
  configure('lading.config.json', { documents: ['acme-1.0.yaml', 'acme-1.1.yaml'] });
  const problem =
    'CONFIG_STRUCTURE: The configuration lists documents, and has no folder of a specification (lading.config.json). Name the folder: --spec DIR';
  for (const args of [['bump', 'acme-1.1.yaml'], ['rebase', '1.1'], ['check-released']]) {
    expect(await ladingIn(folder, ...args)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(problem) as string,
    });
  }
  expect(await ladingIn(folder, 'bundle', '1.1')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('AcmeSize') as string,
  });
});
