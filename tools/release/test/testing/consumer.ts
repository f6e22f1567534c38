/** Installs every package from a registry into a separate folder. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from '../../src/npm.js';
import { packages } from './workspace-copy.js';

export async function installConsumer(folder: string, registry: string): Promise<void> {
  mkdirSync(folder);
  cpSync(join(import.meta.dirname, '..', 'consumer'), folder, { recursive: true });
  const dependencies = {
    ...Object.fromEntries(packages.map(({ name, manifest }) => [name, specifierOf(name, manifest.version, registry)])),
    '@types/node': '^20.19.43',
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }));
  // Third-party packages come from the usual registry.
  await npm(['install', `--@lading:registry=${registry}`, '--prefer-offline', '--no-audit', '--no-fund'], folder);
}

/** The specifier of a package: a range for a scope, which has a separate registry; otherwise the address of the tarball. */
function specifierOf(name: string, version: string, registry: string): string {
  return name.startsWith('@') ? `^${version}` : new URL(`${name}/-/${name}-${version}.tgz`, registry).href;
}
