// Drives the product's command line, of the release in the engine's tree, with shell scripts.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { image, login, type Driver, type Scene } from '../scene.js';

const sources = join(dirname(fileURLToPath(import.meta.url)), '../../../drivers/cli');

const script =
  (name: string): Driver =>
  (scene) =>
    run(scene, readFileSync(join(sources, `${name}.sh`), 'utf8'));

export const cli: Readonly<Record<string, Driver>> = {
  containers: script('containers'),
  images: script('images'),
  networks: script('networks'),
  plugins: script('plugins'),
  swarm: script('swarm'),
  system: script('system'),
};

/** Runs a script inside the tree. The output and exit codes of its commands are ignored: the recorder records the traffic. */
function run({ tree, version, address }: Scene, text: string): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn('chroot', [tree, 'sh', '-c', text], {
      stdio: ['ignore', 'ignore', process.env['LADING_LOUD'] === undefined ? 'ignore' : 'inherit'],
      env: {
        PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
        HOME: '/root',
        DOCKER_HOST: 'unix:///dk/recorder.sock',
        DOCKER_API_VERSION: version,
        DOCKER_CONFIG: '/dk/cli',
        IMAGE: image,
        ADDRESS: address,
        LOGIN: login.username,
        WORD: login.password,
      },
    });
    child.on('close', () => resolve());
  });
}
