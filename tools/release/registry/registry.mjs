/** A registry on loopback that contains what is published to it, and proxies other packages if it has an upstream registry. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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
  const port = await freePort();
  const config = {
    storage: join(folder, 'storage'),
    auth: { htpasswd: { file: join(folder, 'htpasswd') } },
    ...packagesOf(folder, upstream),
    web: { enable: false },
    max_body_size: '100mb',
    log: { type: 'stdout', level: 'error' },
  };
  // JSON is valid YAML.
  writeFileSync(join(folder, 'config.yaml'), JSON.stringify(config));
  const program = group('registry').file('verdaccio/bin/verdaccio');
  const child = spawn(process.execPath, [program, '-c', join(folder, 'config.yaml'), '-l', `127.0.0.1:${port}`], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  });
  const url = `http://127.0.0.1:${port}/`;
  for (let tries = 0; !(await isReachable(url)); tries++) {
    if (child.exitCode !== null || tries > 300) throw new Error(`the registry did not start (${child.exitCode})`);
    await sleep(100);
  }
  return {
    url,
    async stop() {
      if (child.exitCode !== null) return;
      child.kill();
      await once(child, 'exit');
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

/** @param {string} url */
async function isReachable(url) {
  return fetch(`${url}-/ping`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}
