/** The engines that run here, and an image without a network for them. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, follow, pack, type Engine } from '../src/index.js';

const home = process.env['LADING_ENGINES'] ?? '/var/tmp/lading-engines';

// A socket outlives the engine that listened on it.
function listens(socket: string): boolean {
  const question = `require('node:net').connect(${JSON.stringify(socket)}, () => process.exit(0)).on('error', () => process.exit(1))`;
  return existsSync(socket) && spawnSync(process.execPath, ['-e', question]).status === 0;
}

/** By release; `undefined` where it does not run. */
export const engines = ['20.10', '26.1'].map((release) => {
  const socket = join(home, release, 'dk/docker.sock');
  return { release, host: listens(socket) ? `unix://${socket}` : undefined };
});

export const image = 'lading-helpers:base';

/** Connected, and with the image of one static program. */
export async function prepared(release: string, host: string): Promise<Engine> {
  const engine = await connect({ host, env: {} });
  const busybox = readFileSync(join(home, release, 'bin/busybox'));
  const applets = ['sh', 'echo', 'cat', 'sleep', 'true', 'seq'];
  const files = Object.fromEntries(
    ['busybox', ...applets].map((name) => [
      `bin/${name}`,
      name === 'busybox'
        ? { data: busybox, mode: 0o755 }
        : { data: `#!/bin/busybox sh\nexec /bin/busybox ${name} "$@"\n`, mode: 0o755 },
    ]),
  );
  files['bin/sh'] = { data: busybox, mode: 0o755 };
  await follow(await engine.image.create({ fromSrc: '-', repo: image, body: pack(files) }), { write: () => undefined });
  return engine;
}
