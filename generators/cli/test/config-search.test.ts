/** Which configuration `lading generate` takes, and what `--out` changes of it. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const command = fileURLToPath(new URL('../lading.mjs', import.meta.url));
const kiosk = fileURLToPath(new URL('../../examples/kiosk.yaml', import.meta.url));

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-config-search-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function lading(cwd: string, ...args: readonly string[]) {
  const words = [command, 'generate', '--quiet', ...args];
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: join(folder, cwd), encoding: 'utf8' });
  return { status, stderr: stderr.replace('Building the generator …\n', '') };
}

/** A folder with a document and a configuration, whose packages have this scope. */
function project(path: string, scope: string): void {
  mkdirSync(join(folder, path), { recursive: true });
  cpSync(kiosk, join(folder, path, 'kiosk.yaml'));
  const config = { documents: ['kiosk.yaml'], paths: false, workspace: false, scope };
  writeFileSync(join(folder, path, 'lading.config.json'), JSON.stringify(config));
}

const done = { status: 0, stderr: '' };
const packageName = (path: string) =>
  (JSON.parse(readFileSync(join(folder, path, 'v1.0/types/package.json'), 'utf8')) as { name: string }).name;

it('takes the nearest configuration above the working folder', () => {
  project('mine', '@mine');
  mkdirSync(join(folder, 'mine/src/deep'), { recursive: true });
  expect(lading('mine/src/deep')).toEqual(done);
  expect(packageName('mine/generated')).toBe('@mine/types-v1.0');
});

it('does not look above the root of a repository', () => {
  project('.', '@outer');
  mkdirSync(join(folder, 'clone/.git'), { recursive: true });
  expect(lading('clone')).toMatchObject({ status: 2, stderr: expect.stringContaining('There is no configuration') });
});

it('writes what the configuration says to the folder of --out', () => {
  project('mine', '@mine');
  expect(lading('mine', '--out', 'elsewhere')).toEqual(done);
  expect(packageName('mine/elsewhere')).toBe('@mine/types-v1.0');
  expect(existsSync(join(folder, 'mine/generated'))).toBe(false);
  expect(lading('mine', '--out', '.')).toEqual(done);
});

it('writes nothing to --out where there is no configuration', () => {
  const { status, stderr } = lading('.', '--out', 'out');
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr:
      'USAGE: There is no configuration in this folder or above it (lading generate). Write one: lading init. Or name a document: --document FILE --out DIR.\n',
  });
  expect(readdirSync(folder)).toEqual([]);
});

it('refuses a folder of --out that has a configuration of its own, unless --config names one', () => {
  project('mine', '@mine');
  project('other', '@other');
  expect(lading('mine', '--out', '../other')).toEqual({
    status: 2,
    stderr:
      'USAGE: The output folder ../other has a configuration of its own, ../other/lading.config.json (lading generate). Name the one that is meant: --config ../other/lading.config.json or --config lading.config.json.\n',
  });
  expect(lading('.', '--out', 'other').stderr).toContain(
    'Name the one that is meant: --config other/lading.config.json.',
  );
  expect(lading('mine', '--out', '../other', '--config', 'lading.config.json')).toEqual(done);
  expect(packageName('other')).toBe('@mine/types-v1.0');
});
