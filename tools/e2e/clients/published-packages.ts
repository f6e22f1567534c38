/** A folder in which the packages are installed as they would be published. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');

/** All that someone installs who installs the client, and the server. */
const packages = [
  '@lading/runtime-wire',
  '@lading/runtime-client',
  '@lading/types-v1.44',
  '@lading/contract-v1.44',
  '@lading/client-v1.44',
  '@lading/types-v1.41',
  '@lading/contract-v1.41',
  '@lading/client-v1.41',
  '@lading/client',
  '@lading/runtime-overlay',
  '@lading/runtime-server',
  '@lading/overlay-v1.41',
  '@lading/server-v1.44',
  '@lading/server-v1.41',
  '@lading/server',
];

export interface Published {
  /** What is run below it finds the packages. */
  readonly folder: string;
  remove(): void;
}

/** Packs them and unpacks the tarballs; packages of others are those of the repository, so that no registry is asked. */
export function publish(): Published {
  const folder = mkdtempSync(join(tmpdir(), 'clients-judge-published-'));
  const modules = join(folder, 'node_modules');
  const workspaces = packages.flatMap((name) => ['-w', name]);
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder, ...workspaces], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.tgz'))) {
    const unpacked = join(folder, file.slice(0, -4));
    mkdirSync(unpacked);
    execFileSync('tar', ['-xzf', join(folder, file), '-C', unpacked, '--strip-components=1']);
    const { name, dependencies = {} } = manifest(unpacked);
    link(unpacked, join(modules, name));
    for (const other of Object.keys(dependencies)) {
      if (!other.startsWith('@lading/')) link(join(root, 'node_modules', other), join(modules, other));
    }
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function manifest(folder: string): { readonly name: string; readonly dependencies?: Readonly<Record<string, string>> } {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as ReturnType<typeof manifest>;
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  symlinkSync(target, path);
}
