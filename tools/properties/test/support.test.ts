/** SUPPORT.md states what the README and the packages state: versions of Node, TypeScript and the API, engines, entry points. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { textOf } from '../guides.js';
import { packages, repository } from '../paths.js';

interface Manifest {
  readonly name: string;
  readonly bin?: Readonly<Record<string, string>>;
  readonly engines: { readonly node: string };
  readonly exports: object;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const manifest = (folder: string) =>
  JSON.parse(readFileSync(join(repository, folder, 'package.json'), 'utf8')) as Manifest;
const [support, readme] = [textOf('SUPPORT.md'), textOf('README.md')];
/** Returns the cell of a row that begins with a name. */
const row = (name: string) => new RegExp(`^\\| ${name} +\\| (.*?) *\\|`, 'm').exec(support)?.[1] ?? '';
const byNumber = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true });
const { root, overlays } = parse(readFileSync(join(repository, 'spec/versions.yaml'), 'utf8')) as {
  readonly root: string;
  readonly overlays: readonly string[];
};
const versions = [root, ...overlays].map((path) => /v(\d+\.\d+)/.exec(path)?.[1] ?? '').sort(byNumber);
const [oldest = '', newest = ''] = [versions[0], versions.at(-1)];
const packaged = readdirSync(packages)
  .filter((name) => /^v\d/.test(name))
  .map((name) => name.slice(1))
  .sort(byNumber)
  .reverse();

test('the version of Node is that of the packages and of the README', () => {
  const [, version = ''] = /^>=(.*)$/.exec(manifest('.').engines.node) ?? [];
  expect(row('Node')).toMatch(new RegExp(`^${version.replace('.', '\\.')} and newer\\.`));
  expect(readme).toContain(`Node ${version}`);
  for (const folder of ['generators', 'packages/client', 'packages/engine', 'packages/docs'])
    expect(manifest(folder).engines.node).toBe(`>=${version}`);
  // An older version has no such function.
  const older = ['--import', 'data:text/javascript,process.getBuiltinModule = undefined'];
  const commands = ['generators', 'packages/engine', 'packages/bridge', 'packages/mcp'].flatMap(binOf);
  for (const command of commands) {
    const { status, stderr } = spawnSync(process.execPath, [...older, join(repository, command)], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringContaining(`needs Node ${version} or newer`),
    });
  }
});

function binOf(folder: string): readonly string[] {
  return Object.values(manifest(folder).bin ?? {}).map((path) => join(folder, path));
}

test('the versions of TypeScript are those of the repository', () => {
  const { typescript = '', typescript7 = '' } = manifest('.').devDependencies;
  const [, minor = ''] = /(\d+\.\d+)/.exec(typescript) ?? [];
  const [, major = ''] = /@\D*(\d+)/.exec(typescript7) ?? [];
  expect(row('TypeScript')).toContain(`TypeScript ${minor} and ${major},`);
});

test('the versions of the API are those that have packages, and those of the specification', () => {
  expect(row(packaged.join(', '))).toMatch(/^All packages: types, client, server, reference\./);
  expect(row('all others')).toMatch(new RegExp(`^From ${oldest} on: `));
  expect(row('newer ones')).toContain(`\`connect\` speaks ${newest} to engines of newer versions`);
  expect(readme).toContain(`the packages of ${packaged.slice(0, -1).join(', ')} and ${packaged.at(-1)} are committed`);
  expect(readme).toContain(`all versions from ${oldest} on`);
});

test('the engines are those of the recordings', () => {
  const names = readdirSync(join(repository, 'tools/conformance/recordings'));
  const recorded = names.flatMap((name) => /^(\d+\.\d+)\.\d+-v/.exec(name)?.[1] ?? []);
  const [, stated = ''] = /recordings of engines ([\d., and]+?) \(/.exec(row(packaged.join(', '))) ?? [];
  expect(stated.split(/, | and /)).toEqual([...new Set(recorded)].sort(byNumber));
});

test('the entry points are those of the packages', () => {
  const stated = new Set([...support.matchAll(/`((?:lading|@lading|\/)[^` ]*)`/g)].map(([, name]) => name));
  const entries = Object.keys(manifest('generators').exports).map((key) => key.replace(/^\./, 'lading'));
  const ofTools = ['lading/nx', 'lading/config.schema.json', 'lading/package.json'];
  expect(entries.filter((name) => !stated.has(name) && !ofTools.includes(name))).toEqual([]);
  const ofVersion = ['types', 'client', 'server', 'contract'].flatMap((kind) =>
    Object.keys(manifest(`packages/v${newest}/${kind}`).exports).map((key) => key.slice(1)),
  );
  const shared = [...new Set(ofVersion)].filter((key) => key !== '' && key !== '/package.json');
  expect(shared.filter((key) => !stated.has(key))).toEqual([]);
});
