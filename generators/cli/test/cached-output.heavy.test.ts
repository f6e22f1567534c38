/** A run that uses cached results has the same output as a run without a cache. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { LadingConfig } from '../../generate/config/config.js';
import { repository } from '../../testing/workspace-copy.js';
import { ladingHere } from './testing/lading-here.js';

const kiosk = fileURLToPath(new URL('../../examples/kiosk.yaml', import.meta.url));

const folder = normalize(mkdtempSync(join(tmpdir(), 'lading-remembered-')));
beforeAll(() => {
  for (const spec of ['spec', 'other']) {
    mkdirSync(join(folder, spec));
    cpSync(kiosk, join(folder, spec, 'kiosk.yaml'));
    writeFileSync(join(folder, spec, 'versions.yaml'), 'product: Kiosk\nroot: kiosk.yaml\noverlays: []\n');
  }
});
beforeAll(() => writeFileSync(join(folder, 'types.md'), 'Import what you need.'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Generates by this configuration, checks where that is asked for, and reads the digests of what was written. */
async function generated(config: LadingConfig, { file = join(folder, 'lading.config.json'), check = false } = {}) {
  if (file.startsWith(folder)) writeFileSync(file, JSON.stringify(config));
  const out = join(folder, 'out');
  rmSync(out, { recursive: true, force: true });
  const run = (...args: readonly string[]) =>
    ladingHere('generate', '--quiet', '--config', file, '--out', out, ...args);
  const flags = config.paths === false ? ['--no-paths'] : [];
  return {
    written: await run(...flags),
    checked: check ? await run('--check', ...flags) : undefined,
    digests: readFileSync(join(out, '.lading.sha256')),
  };
}

const fine = { status: 0, output: '' };
const usual: LadingConfig = { spec: 'spec', emitters: ['types'], paths: false };

it.each<[string, LadingConfig, LadingConfig?]>([
  ['a scope', { scope: '@acme' }],
  ['a name behind the scope', { packageName: '{kind}-of-{version}' }],
  ['an emitter', { emitters: ['types', 'client'] }],
  ['the paths', { paths: true }],
  ['no workspace', { workspace: false }],
  ['a folder of the same content', { spec: 'other' }],
  ['a passage of a README', { readmes: { types: 'types.md' } }],
  ['a license', { license: 'MIT' }],
  ['a runtime of clients', { client: { runtime: 'engine' } }, { emitters: ['client'] }],
  ['a dialect of servers', { server: { dialect: 'engine' } }, { emitters: ['server'] }],
])('%s', async (_what, difference, common = {}) => {
  const before = await generated({ ...usual, ...common });
  const after = await generated({ ...usual, ...common, ...difference }, { check: true });
  expect([before.written, after.written, after.checked]).toEqual([fine, fine, fine]);
  // What differs is not remembered for what does not.
  expect(after.digests.equals(before.digests)).toBe(false);
});

it.runIf(inject('isFullRun'))('packages that this repository builds', { timeout: 240_000 }, async () => {
  const file = join(repository, 'lading.config.json');
  const own = JSON.parse(readFileSync(file, 'utf8')) as LadingConfig;
  const here = (path: string) => join(repository, path);
  const { docs = {}, readmes = {}, build: _, ...others } = own;
  const foreign = await generated({
    ...others,
    spec: here('spec'),
    paths: false,
    docs: { ...docs, articles: here(docs.articles ?? ''), commands: here(docs.commands ?? '') },
    readmes: Object.fromEntries(Object.entries(readmes).map(([name, path]) => [name, here(path)])),
  });
  const built = await generated({ paths: false }, { file, check: true });
  expect([foreign.written, built.written, built.checked]).toEqual([fine, fine, fine]);
  expect(built.digests.equals(foreign.digests)).toBe(false);
});
