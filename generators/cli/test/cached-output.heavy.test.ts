/** A run that uses cached results has the same output as a run without a cache, and the committed packages are this output. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { EmitterEntry, LadingConfig } from '../../generate/config/config.js';
import type { JsonObject } from '../../document/index.js';
import { generateRequest } from '../../generate/generate-request.js';
import { generate } from '../../generate/generate.js';
import { Steps } from '../../generate/steps.js';
import { writeOutput } from '../../generate/write-output.js';
import { repository } from '../../testing/workspace-copy.js';
import { ladingHere } from './testing/lading-here.js';

const kiosk = fileURLToPath(new URL('../../examples/kiosk.yaml', import.meta.url));

const folder = normalize(temporaryFolder());
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
async function generated(
  config: LadingConfig,
  { file = join(folder, 'lading.config.json'), check = false, flags = [] as readonly string[] } = {},
) {
  if (file.startsWith(folder)) writeFileSync(file, JSON.stringify(config));
  const out = join(folder, 'out');
  rmSync(out, { recursive: true, force: true });
  const run = (...args: readonly string[]) =>
    ladingHere('generate', '--quiet', '--config', file, '--out', out, ...args);
  return {
    written: await run(...flags),
    checked: check ? await run('--check', ...flags) : undefined,
    digests: readFileSync(join(out, '.lading.sha256')),
  };
}

const fine = { status: 0, output: '' };
const types = (options: JsonObject): readonly EmitterEntry[] => [['types', { paths: false, ...options }]];
const usual: LadingConfig = { spec: 'spec', emitters: types({}) };

it.each<[string, LadingConfig, LadingConfig?]>([
  ['a scope', { scope: '@acme' }],
  ['a name behind the scope', { packageName: '{kind}-of-{version}' }],
  ['an emitter', { emitters: ['types', 'client'] }],
  ['the paths', { emitters: types({ paths: true }) }],
  ['no workspace', { workspace: false }],
  ['a folder of the same content', { spec: 'other' }],
  ['a passage of a README', { emitters: types({ readme: 'types.md' }) }],
  ['a license', { license: 'MIT' }],
  ['a runtime of clients', { emitters: [['client', { runtime: 'engine' }]] }, { emitters: ['client'] }],
  ['a dialect of servers', { emitters: [['server', { dialect: 'engine' }]] }, { emitters: ['server'] }],
])('%s', async (_what, difference, common = {}) => {
  const before = await generated({ ...usual, ...common });
  const after = await generated({ ...usual, ...common, ...difference }, { check: true });
  expect([before.written, after.written, after.checked]).toEqual([fine, fine, fine]);
  // What differs is not remembered for what does not.
  expect(after.digests.equals(before.digests)).toBe(false);
});

it('two APIs of one specification have results of their own, and neither replaces those of the other', async () => {
  const file = join(folder, 'lading.config.json');
  const api = { spec: 'spec', emitters: types({}) };
  const apis: LadingConfig['apis'] = { one: api, two: { ...api, emitters: ['contract'] } };
  writeFileSync(file, JSON.stringify({ apis }));
  const run = async () => {
    const out = join(folder, 'both');
    rmSync(out, { recursive: true, force: true });
    const { status, output } = await ladingHere('generate', '--json', '--config', file, '--out', out);
    expect(status).toBe(0);
    const { apis: summaries } = JSON.parse(output) as { apis: Record<string, { seconds: Record<string, number> }> };
    const digests = ['one', 'two'].map((name) => readFileSync(join(out, name, '.lading.sha256'), 'utf8'));
    return { digests, steps: Object.values(summaries).map(({ seconds }) => Object.keys(seconds)) };
  };
  const cold = await run();
  const warm = await run();
  expect(warm.digests).toEqual(cold.digests);
  expect(new Set(cold.digests).size).toBe(2);
  expect(warm.steps).toEqual([
    ['digest', 'write'],
    ['digest', 'write'],
  ]);
});

it.runIf(inject('isFullRun'))('packages that this repository builds', { timeout: 240_000 }, async () => {
  const file = join(repository, 'lading.config.json');
  const own = JSON.parse(readFileSync(file, 'utf8')) as LadingConfig;
  const here = (path: string) => join(repository, path);
  const { build: _, emitters = [], ...others } = own;
  // Options that name files of the specification, and folders of packages.
  const placed = (value: unknown) =>
    typeof value === 'string' && /^(spec|packages)\//.test(value) ? here(value) : value;
  const absolute = emitters.map((entry) => {
    if (typeof entry !== 'object' || !('length' in entry)) return entry;
    const options = Object.entries(entry[1]).map(([name, value]) => [name, placed(value)]);
    return [entry[0], Object.fromEntries(options) as JsonObject] as const;
  });
  const flags = ['--no-paths'];
  const foreign = await generated(
    { ...others, spec: here('spec'), emitters: absolute, out: here('packages') },
    { flags },
  );
  const built = await generated({}, { file, check: true, flags });
  expect([foreign.written, built.written, built.checked]).toEqual([fine, fine, fine]);
  expect(built.digests.equals(foreign.digests)).toBe(false);
});

it.runIf(inject('isFullRun'))('the committed packages, from the sources', { timeout: 240_000 }, async () => {
  const request = await generateRequest({ config: join(repository, 'lading.config.json') });
  const { files, fresh } = await writeOutput(request, await generate(request, new Steps(() => undefined)), 'check');
  expect(files.filter(({ status }) => status !== 'unchanged')).toEqual([]);
  expect(fresh).toBe(true);
});
