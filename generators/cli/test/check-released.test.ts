/** A released package does not change, unless a fix says so. */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { main } from '../main.js';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
  put('packages/v1.44/types/package.json', '{"name":"@lading/types-v1.44","version":"1.44.0"}\n');
  put('packages/v1.44/types/gen/volume.ts', 'export interface Volume {}\n');
  put('packages/v1.44/types/dist/gen/volume.js', 'export {};\n');
});

function put(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}

async function run(...args: readonly string[]): Promise<{ exit: number; stdout: string; stderr: string }> {
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    vi.spyOn(process[stream], 'write').mockImplementation((text) => (output[stream] += String(text)) !== '');
  mkdirSync(join(folder, 'spec'), { recursive: true });
  const places = ['--spec', join(folder, 'spec'), '--packages', join(folder, 'packages')];
  const exit = await main(['check-released', ...args, ...places]);
  vi.restoreAllMocks();
  return { exit, stdout: output.stdout.replaceAll(folder, 'DIR'), stderr: output.stderr.replaceAll(folder, 'DIR') };
}

it('finds nothing before a release', async () => {
  expect(await run()).toMatchObject({ exit: 0, stdout: '0 released packages are unchanged.\n' });
});

it('names each file that was changed, added or removed', async () => {
  put('packages/v1.44/types/gen/node.ts', 'export interface Node {}\n');
  expect((await run('--record', '1.44')).exit).toBe(0);
  expect(await run()).toMatchObject({ exit: 0 });
  appendFileSync(join(folder, 'packages/v1.44/types/gen/volume.ts'), '//');
  put('packages/v1.44/types/gen/new.ts', '');
  rmSync(join(folder, 'packages/v1.44/types/gen/node.ts'));
  put('packages/v1.44/types/dist/gen/volume.js', 'built anew');
  expect(await run()).toEqual({
    exit: 3,
    stdout: [
      'added    v1.44/types/gen/new.ts  @lading/types-v1.44 1.44.0',
      'missing  v1.44/types/gen/node.ts  @lading/types-v1.44 1.44.0',
      'changed  v1.44/types/gen/volume.ts  @lading/types-v1.44 1.44.0',
      '3 files differ from the release. Undo the change, or list it under fixes in DIR/spec/released.yaml.',
      '',
    ].join('\n'),
    stderr: '',
  });
});

it('completes a record that was interrupted', async () => {
  await run('--record', '1.44');
  const record = readFileSync(join(folder, 'spec/released.yaml'), 'utf8');
  const after = createHash('sha256').update(record).digest('hex');
  // What a process leaves that is killed after the commit.
  rmSync(join(folder, 'spec/released.yaml'));
  put('spec/.lading/staged/0', record);
  const steps = [{ path: 'released.yaml', before: null, after, staged: '.lading/staged/0' }];
  put('spec/.lading/journal', JSON.stringify({ steps, manifest: null }));
  expect(await run()).toMatchObject({ exit: 0, stdout: '1 released packages are unchanged.\n' });
  expect(readFileSync(join(folder, 'spec/released.yaml'), 'utf8')).toBe(record);
  expect(existsSync(join(folder, 'spec/.lading/journal'))).toBe(false);
});

it('accepts a fix that is a separate version, and records it with the next release', async () => {
  await run('--record', '1.44');
  appendFileSync(join(folder, 'packages/v1.44/types/gen/volume.ts'), '//');
  const file = join(folder, 'spec/released.yaml');
  const fix = (version: string) =>
    `fixes:\n  '@lading/types-v1.44':\n    version: ${version}\n    change: A volume without a name is reported.\n`;
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text + fix('1.44.0'));
  expect(await run()).toMatchObject({ exit: 3 });
  writeFileSync(file, text + fix('1.44.1'));
  expect(await run()).toMatchObject({ exit: 0 });
  await run('--record', '1.44');
  expect(readFileSync(file, 'utf8')).toContain('version: 1.44.1');
  expect(readFileSync(file, 'utf8')).not.toContain('A volume without a name');
});

it.each([
  ['packages: 3', '#/packages', 'an object with a property per package'],
  ['fixes: []', '#/fixes', 'an object with a property per package'],
  [
    "packages: { '@lading/types-v1.44': 1.44.0 }",
    '#/packages/@lading~1types-v1.44',
    'an object that describes the package',
  ],
  ["fixes: { a: { version: ' ', change: b } }", '#/fixes/a/version', 'a string that is not empty'],
  ['fixes: { a: { version: 1.44, change: b } }', '#/fixes/a/version', 'a string that is not empty'],
])('refuses the record %s', async (record, place, wanted) => {
  put('spec/released.yaml', `${record}\n`);
  expect(await run()).toMatchObject({
    exit: 1,
    stderr: `DOCUMENT_STRUCTURE: Expected ${wanted} (DIR/spec/released.yaml${place}). Write the file with lading check-released --record.\n`,
  });
});

it('wants a sentence with a fix', async () => {
  put('spec/released.yaml', "fixes:\n  '@lading/types-v1.44':\n    version: 1.44.1\n");
  expect(await run()).toMatchObject({
    exit: 1,
    stderr:
      'DOCUMENT_STRUCTURE: Expected a string that is not empty (DIR/spec/released.yaml#/fixes/@lading~1types-v1.44/change). Write the file with lading check-released --record.\n',
  });
});

it('does not record what is not there', async () => {
  expect(await run('--record', '1.99')).toMatchObject({ exit: 1 });
});

it('records one package under the number that it was published with', async () => {
  put('packages/v1.44/client/package.json', '{"name":"@lading/client-v1.44","version":"1.44.0"}\n');
  expect(await run('--record', '@lading/types-v1.44@1.44.2')).toMatchObject({ exit: 0 });
  const { stdout } = await run('--json');
  expect(JSON.parse(stdout)).toEqual({
    alterations: [],
    packages: [{ name: '@lading/types-v1.44', folder: 'v1.44/types', version: '1.44.2' }],
    fixes: [],
  });
  expect(await run('--record', '@lading/types-v1.99@1.0.0')).toMatchObject({
    exit: 1,
    stderr:
      'VERSION_UNKNOWN: No version of the API has a package "@lading/types-v1.99" (DIR/packages). Generate it first: lading generate.\n',
  });
});
