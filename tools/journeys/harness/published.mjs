/** Publishes the packages of the repository to a registry on loopback, as they are packed. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { group } from '@lading/run/installs';
import { startRegistry } from '../../release/registry/registry.mjs';
import { pack } from '../../release/dist/contents.js';
import { inFolder, npm, toRegistry, usualRegistry } from '../../release/dist/npm.js';
import { publicPackages } from '../../release/dist/workspace.js';
import { root } from '../../run/steps.mjs';

/** Third-party packages, for the next run. */
const cache = process.env['LADING_JOURNEYS'] ?? '/var/tmp/lading-journeys';

/** The scopes of the journeys, and what is never searched in the registry of the machine. */
const own = ['lading', '@lading/*', '@acme/*'];

/** @typedef {import('../../release/registry/registry.mjs').Registry} Registry */

/**
 * Starts a registry with the packages of the repository, which have to be built.
 *
 * @returns {Promise<Registry>}
 */
export async function publishedRegistry() {
  const registry = await emptyRegistry();
  await inFolder((folder) => publishTo(registry.url, folder)).catch(async (error) => {
    await registry.stop();
    throw error;
  });
  return registry;
}

/**
 * Starts a registry without packages of the repository.
 *
 * @returns {Promise<Registry>}
 */
export async function emptyRegistry() {
  group('registry').install();
  const folder = mkdtempSync(join(tmpdir(), 'lading-journeys-'));
  const url = await usualRegistry(root);
  const registry = await startRegistry(join(folder, 'registry'), { url, own, cache: join(cache, 'packages') });
  return {
    url: registry.url,
    async stop() {
      await registry.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @param {string} registry @param {string} folder */
async function publishTo(registry, folder) {
  const packages = publicPackages(root);
  for (const [name, files] of await pack(root, packages)) {
    const place = packages.find((one) => one.name === name)?.folder ?? name;
    for (const [path, content] of files) write(join(folder, place, path), content);
  }
  write(join(folder, 'package.json'), JSON.stringify({ private: true, workspaces: packages.map((one) => one.folder) }));
  write(join(folder, '.npmrc'), `registry=${registry}\n//${new URL(registry).host}/:_authToken=nobody\n`);
  // The registry is in this process, and has to respond meanwhile.
  await npm(['publish', '--workspaces', '--ignore-scripts', '--access=public', ...toRegistry(registry)], folder);
}

/** @param {string} path @param {string | Buffer} content */
function write(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
