/** The key of cached results: whatever a run of `generate` depends on is part of it, without being listed. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LadingConfig } from '../../generate/config/config.js';
import { settingsOf } from '../../generate/generate-cached.js';
import { generateRequest, type GenerateRequest } from '../../generate/generate-request.js';
import { keyOf } from '../../generate/pipeline/index.js';

const folder = temporaryFolder();
const kiosk = fileURLToPath(new URL('../../examples/kiosk.yaml', import.meta.url));
beforeAll(() => {
  mkdirSync(join(folder, 'spec'));
  cpSync(kiosk, join(folder, 'spec/kiosk.yaml'));
  writeFileSync(join(folder, 'spec/versions.yaml'), 'product: Kiosk\nroot: kiosk.yaml\noverlays: []\n');
  writeFileSync(join(folder, 'types.md'), 'Import what you need.');
});

/** A configuration with a value for everything that emitters have as options. */
const whole: LadingConfig = {
  spec: 'spec',
  emitters: [
    ['types', { readme: 'types.md' }],
    'contract',
    ['client', { runtime: 'engine' }],
    ['server', { dialect: 'engine' }],
    ['docs', { curl: '--silent' }],
    ['conversion', { hooks: { package: '@acme/hooks', version: '^1.0.0' } }],
    'clients',
    ['servers', { folder: 'generated/all-servers', conversions: { package: '@acme/conversions', version: '^1.0.0' } }],
    'references',
    'conversions',
  ],
  emittersByVersion: { '1.0': ['types'] },
  license: 'MIT',
  scope: '@acme',
  workspace: false,
  build: 'node build.mjs',
};

async function requestOf(config: LadingConfig): Promise<GenerateRequest> {
  const file = join(folder, 'lading.config.json');
  writeFileSync(file, JSON.stringify(config));
  return generateRequest({ config: file });
}

type LeafPath = readonly (string | number)[];

/** Returns the paths of all strings, numbers and booleans in a value, those within emitters excluded. */
function leaves(value: unknown, path: LeafPath = []): readonly LeafPath[] {
  if (value instanceof Map) return [...value].flatMap(([, each], index) => leaves(each, [...path, index]));
  if (typeof value !== 'object' || value === null) return value === undefined ? [] : [path];
  if ('emit' in value) return [[...path, 'name']];
  return Object.entries(value).flatMap(([key, each]) => leaves(each, [...path, key]));
}

/** Returns the value with another leaf at the path. */
function changed(value: unknown, [key, ...rest]: LeafPath): unknown {
  if (key === undefined) return typeof value === 'string' ? `${value}!` : value !== true;
  if (value instanceof Map)
    return new Map([...value].map(([name, each], index) => [name, index === key ? changed(each, rest) : each]));
  if (Array.isArray(value)) return value.map((each, index) => (String(index) === key ? changed(each, rest) : each));
  return { ...(value as object), [key]: changed((value as Record<string, unknown>)[key], rest) };
}

describe('the settings of a run', () => {
  it('contain every value of the request, but not where it is written, nor the paths of files whose contents count', async () => {
    const request = await requestOf(whole);
    const before = settingsOf(request);
    // The contents of files are options, and are tested below.
    const paths = leaves(request).filter(([key]) => key !== 'optionFiles');
    const ignored = paths.filter((path) => settingsOf(changed(request, path) as GenerateRequest) === before);
    expect(paths.length).toBeGreaterThan(30);
    expect(ignored.map((path) => path.join('/'))).toEqual(['options/types/readme', 'out']);
    expect(settingsOf({ ...request, config: '/elsewhere/lading.config.json' })).toBe(before);
    expect(settingsOf({ ...request, api: 'billing' })).not.toBe(before);
  });

  it('differ for another emitter of a version, and for no others', async () => {
    const before = settingsOf(await requestOf(whole));
    expect(settingsOf(await requestOf({ ...whole, emittersByVersion: { '1.0': ['client'] } }))).not.toBe(before);
    expect(settingsOf(await requestOf(whole))).toBe(before);
  });

  it('contain the texts of files that options name', async () => {
    const before = settingsOf(await requestOf(whole));
    writeFileSync(join(folder, 'types.md'), 'Import something else.');
    expect(settingsOf(await requestOf(whole))).not.toBe(before);
  });
});

it('a key tells maps, sets and functions apart', () => {
  const [one, other] = [() => 1, () => 2];
  const values = [new Map([['a', 1]]), new Map([['a', 2]]), new Set(['a']), new Set(['b']), one, other, { a: one }];
  expect(new Set(values.map((value) => keyOf({ value }))).size).toBe(values.length);
  expect(keyOf({ value: one })).toBe(keyOf({ value: one }));
});
