/** Which configuration `lading generate` takes, and what `--out` changes of it. */
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, it } from 'vitest';
import { ladingIn } from './testing/lading-in.js';

const kiosk = fileURLToPath(new URL('../../examples/kiosk.yaml', import.meta.url));

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

async function lading(cwd: string, ...args: readonly string[]) {
  const { status, stderr } = await ladingIn(join(folder, cwd), 'generate', '--quiet', ...args);
  return { status, stderr };
}

/** A folder with a document and a configuration, whose packages have this scope. */
function project(path: string, scope: string): void {
  mkdirSync(join(folder, path), { recursive: true });
  cpSync(kiosk, join(folder, path, 'kiosk.yaml'));
  const config = { documents: ['kiosk.yaml'], emitters: [['types', { paths: false }]], workspace: false, scope };
  writeFileSync(join(folder, path, 'lading.config.json'), JSON.stringify(config));
}

const done = { status: 0, stderr: '' };
const packageName = (path: string) =>
  (JSON.parse(readFileSync(join(folder, path, 'v1.0/types/package.json'), 'utf8')) as { name: string }).name;

it('takes the nearest configuration above the working folder', async () => {
  project('mine', '@mine');
  mkdirSync(join(folder, 'mine/src/deep'), { recursive: true });
  expect(await lading('mine/src/deep')).toEqual(done);
  expect(packageName('mine/generated')).toBe('@mine/types-v1.0');
});

it('does not look above the root of a repository', async () => {
  project('.', '@outer');
  mkdirSync(join(folder, 'clone/.git'), { recursive: true });
  expect(await lading('clone')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('There is no configuration'),
  });
});

it('writes the output of the configuration to the folder of --out', async () => {
  project('mine', '@mine');
  expect(await lading('mine', '--out', 'elsewhere')).toEqual(done);
  expect(packageName('mine/elsewhere')).toBe('@mine/types-v1.0');
  expect(existsSync(join(folder, 'mine/generated'))).toBe(false);
  expect(await lading('mine', '--out', '.')).toEqual(done);
});

it('writes nothing to --out where there is no configuration', async () => {
  const { status, stderr } = await lading('.', '--out', 'out');
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr:
      'USAGE: There is no configuration in this folder or above it (lading generate). Write one: lading init. Or name a document: --document FILE --out DIR.\n',
  });
  expect(readdirSync(folder)).toEqual([]);
});

it('refuses a folder of --out that has another configuration, unless --config names one', async () => {
  project('mine', '@mine');
  project('other', '@other');
  expect(await lading('mine', '--out', '../other')).toEqual({
    status: 2,
    stderr:
      'USAGE: The output folder ../other has another configuration, ../other/lading.config.json (lading generate). Choose the configuration: --config ../other/lading.config.json or --config lading.config.json.\n',
  });
  expect((await lading('.', '--out', 'other')).stderr).toContain(
    'Choose the configuration: --config other/lading.config.json.',
  );
  expect(await lading('mine', '--out', '../other', '--config', 'lading.config.json')).toEqual(done);
  expect(packageName('other')).toBe('@mine/types-v1.0');
});
