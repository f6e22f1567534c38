/** Someone who installs every package, in a folder that knows nothing of the repository but what the registry has. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from '../../src/npm.js';
import { packages } from './workspace-copy.js';

export async function installConsumer(folder: string, registry: string): Promise<void> {
  mkdirSync(folder);
  cpSync(join(import.meta.dirname, '..', 'consumer'), folder, { recursive: true });
  const dependencies = {
    ...Object.fromEntries(packages.map(({ name, manifest }) => [name, wanted(name, manifest.version, registry)])),
    '@types/node': '^20.19.43',
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }));
  // Packages of others come from where they always do.
  await npm(['install', `--@lading:registry=${registry}`, '--prefer-offline', '--no-audit', '--no-fund'], folder);
}

/** A scope has a registry of its own; what has no scope is named by its place there. */
function wanted(name: string, version: string, registry: string): string {
  return name.startsWith('@') ? `^${version}` : new URL(`${name}/-/${name}-${version}.tgz`, registry).href;
}
