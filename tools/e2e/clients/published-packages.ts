/** Installs the packages into a folder, in the form in which they are published. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');

/** The client, the server, and all their dependencies of this repository. */
const packages = [...withDependencies('@lading/client', '@lading/server')];

function withDependencies(...names: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (!name.startsWith('@lading/') || found.has(name)) return;
    found.add(name);
    const manifest = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')) as {
      readonly dependencies?: Readonly<Record<string, string>>;
    };
    Object.keys(manifest.dependencies ?? {}).forEach(visit);
  };
  names.forEach(visit);
  return found;
}

export interface PublishedPackages {
  /** A program in this folder can import the packages. */
  readonly folder: string;
  remove(): void;
}

/** Packs the packages and unpacks the tarballs. Other dependencies are linked from the repository, so that no registry is used. */
export function publish(): PublishedPackages {
  const folder = mkdtempSync(join(tmpdir(), 'e2e-clients-published-'));
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
