/** A registry on loopback that contains only packages that are published to it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runners } from './runners.js';

interface Registry {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a registry. @param folder a separate folder for its configuration and storage */
export async function startRegistry(folder: string): Promise<Registry> {
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const config = {
    storage: join(folder, 'storage'),
    auth: { htpasswd: { file: join(folder, 'htpasswd') } },
    packages: { '**': { access: '$all', publish: '$all', unpublish: '$all' } },
    web: { enable: false },
    max_body_size: '100mb',
    log: { type: 'stdout', level: 'error' },
  };
  // JSON is valid YAML.
  writeFileSync(join(folder, 'config.yaml'), JSON.stringify(config));
  const program = join(runners, 'node_modules', 'verdaccio', 'bin', 'verdaccio');
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

async function isReachable(url: string): Promise<boolean> {
  return fetch(`${url}-/ping`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
