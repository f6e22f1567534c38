/** A registry on loopback that contains what is published to it, and proxies other packages if it has an upstream registry. */
import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { group } from '@lading/run/installs';

/**
 * @typedef {object} Registry
 * @property {string} url
 * @property {() => Promise<void>} stop
 */

/**
 * @typedef {object} Upstream
 * @property {string} url the registry of all packages that are not published to this one
 * @property {readonly string[]} own patterns of packages that are not searched there
 * @property {string} cache a folder that later registries use too
 */

/**
 * Starts a registry.
 *
 * @param {string} folder a separate folder for its configuration and storage
 * @param {Upstream} [upstream]
 * @returns {Promise<Registry>}
 */
export async function startRegistry(folder, upstream) {
  mkdirSync(join(folder, 'storage'), { recursive: true });
  const file = join(folder, 'config.yaml');
  const config = {
    storage: join(folder, 'storage'),
    auth: { htpasswd: { file: join(folder, 'htpasswd') } },
    ...packagesOf(folder, upstream),
    web: { enable: false },
    max_body_size: '100mb',
    log: { type: 'stdout', level: 'fatal' },
  };
  // JSON is valid YAML.
  writeFileSync(file, JSON.stringify(config));
  /** @type {import('node:http').Server} */
  const server = await group('registry').require('verdaccio').runServer(file);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}/`,
    async stop() {
      server.closeAllConnections();
      if (server.listening) await once(server.close(), 'close');
    },
  };
}

/** @param {string} folder @param {Upstream} [upstream] */
function packagesOf(folder, upstream) {
  const anybody = { access: '$all', publish: '$all', unpublish: '$all' };
  if (upstream === undefined) return { packages: { '**': anybody } };
  mkdirSync(upstream.cache, { recursive: true });
  symlinkSync(upstream.cache, join(folder, 'storage', 'upstream'));
  return {
    uplinks: { upstream: { url: upstream.url, maxage: '60m', timeout: '60s', max_fails: 10 } },
    packages: {
      ...Object.fromEntries(upstream.own.map((pattern) => [pattern, anybody])),
      '**': { ...anybody, proxy: 'upstream', storage: 'upstream' },
    },
  };
}
