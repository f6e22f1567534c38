/** A run that remembers an earlier one makes what a run makes that trusts nothing, whatever differs between both. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LadingConfig } from '../config/config.js';
import { repository } from '../place.js';

const command = fileURLToPath(new URL('../lading.mjs', import.meta.url));
const kiosk = fileURLToPath(new URL('../../examples/kiosk.yaml', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'lading-remembered-'));
beforeAll(() => {
  for (const spec of ['spec', 'other']) {
    mkdirSync(join(folder, spec));
    cpSync(kiosk, join(folder, spec, 'kiosk.yaml'));
    writeFileSync(join(folder, spec, 'versions.yaml'), 'product: Kiosk\nroot: kiosk.yaml\noverlays: []\n');
  }
});
beforeAll(() => writeFileSync(join(folder, 'types.md'), 'Import what you need.'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Generates by this configuration, and says what a check says of it, and of which bytes it is. */
function generated(config: LadingConfig, file = join(folder, 'lading.config.json')) {
  if (file.startsWith(folder)) writeFileSync(file, JSON.stringify(config));
  const out = join(folder, 'out');
  rmSync(out, { recursive: true, force: true });
  const run = (...args: readonly string[]) => {
    const words = [command, 'generate', '--quiet', '--config', file, '--out', out, ...args];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
    return { status, said: stdout + stderr.replace('Building the generator …\n', '') };
  };
  const flags = config.paths === false ? ['--no-paths'] : [];
  return { made: run(...flags), checked: run('--check', ...flags), digests: readFileSync(join(out, '.lading.sha256')) };
}

const fine = { status: 0, said: '' };
const usual: LadingConfig = { spec: 'spec', emitters: ['types'], paths: false };

it.each<[string, LadingConfig]>([
  ['a scope', { scope: '@acme' }],
  ['a name behind the scope', { packageName: '{kind}-of-{version}' }],
  ['an emitter', { emitters: ['types', 'client'] }],
  ['the paths', { paths: true }],
  ['no workspace', { workspace: false }],
  ['a folder of the same content', { spec: 'other' }],
  ['a passage of a README', { readmes: { types: 'types.md' } }],
])('%s', (_what, difference) => {
  const before = generated(usual);
  const after = generated({ ...usual, ...difference });
  expect([before.made, after.made, after.checked]).toEqual([fine, fine, fine]);
  // What differs is not remembered for what does not.
  expect(after.digests.equals(before.digests)).toBe(false);
});

it('packages whose modules this repository joins', { timeout: 240_000 }, () => {
  const file = join(repository, 'lading.config.json');
  const own = JSON.parse(readFileSync(file, 'utf8')) as LadingConfig;
  const here = (path: string) => join(repository, path);
  const { docs = {}, readmes = {} } = own;
  const foreign = generated({
    ...{ ...own, spec: here('spec'), paths: false },
    docs: { ...docs, articles: here(docs.articles ?? '') },
    readmes: Object.fromEntries(Object.entries(readmes).map(([name, path]) => [name, here(path)])),
  });
  const joined = generated({ paths: false }, file);
  expect([foreign.made, joined.made, joined.checked]).toEqual([fine, fine, fine]);
  expect(joined.digests.equals(foreign.digests)).toBe(false);
});
