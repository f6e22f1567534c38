// The clients whose traffic is recorded, with the drivers of each: plain HTTP, the product's command line and dockerode.

import Docker from 'dockerode';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { parse } from 'yaml';
import { fill, variableOf } from './fill.js';
import { rootfs } from './fixtures.js';
import { http, sources } from './http.js';
import { image, login, pause, type Driver, type Scene } from './scene.js';
import { tarArchive } from './tar.js';

/**
 * Runs lists of command lines inside the tree, with the release that is there. Their output and exit codes are ignored: the recorder
 * records the traffic.
 */
const commandLines =
  (name: string): Driver =>
  ({ tree, version, address }) =>
    new Promise((resolve) => {
      // SIGKILL follows SIGTERM, because newer releases survive the first signal.
      const prelude = `docker() { timeout -k 1 60 /usr/bin/docker "$@"; }
rm -rf /dk/work && mkdir -p /dk/work && cd /dk/work\n`;
      const script = prelude + readFileSync(join(sources, 'cli', `${name}.txt`), 'utf8');
      const child = spawn('chroot', [tree, 'sh', '-c', script], {
        stdio: 'ignore',
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

/** A step of `dockerode.yaml`: its first entry is the method with the arguments. */
type Call = Readonly<Record<string, unknown>> & {
  readonly keep?: string;
  readonly leave?: number;
  readonly wait?: number;
};

const calls =
  (steps: readonly Call[]): Driver =>
  async (scene) => {
    const variables = await variablesOf(scene);
    // A step may hang.
    for (const step of steps)
      await Promise.race([runCall(step, variables).catch(() => undefined), pause(20_000 + (step.wait ?? 0))]);
  };

async function variablesOf({ socket, version, tree, address }: Scene): Promise<Map<string, unknown>> {
  const now = Math.floor(Date.now() / 1000);
  const dockerfile = `FROM ${image}\nRUN true\nCMD ["sleep","600"]\n`;
  return new Map<string, unknown>([
    ['docker', new Docker({ socketPath: socket, version: `v${version}` })],
    ['image', image],
    ['login', login],
    ['address', address],
    ['now', now],
    ['tenMinutesAgo', now - 600],
    ['rootfs', await rootfs(tree)],
    ['context', await tarArchive([{ name: 'Dockerfile', data: dockerfile }])],
    ['archive', await tarArchive([{ name: 'f', data: 'x' }])],
    ['output', new PassThrough()],
  ]);
}

async function runCall({ keep, leave = 15_000, wait, ...step }: Call, variables: Map<string, unknown>): Promise<void> {
  const [[call = '', given] = []] = Object.entries(step);
  const [name = '', method = ''] = call.split('.');
  // What an earlier step failed to keep is `none`.
  const valueOf = (path: string): unknown => variableOf(variables)(path) ?? 'none';
  const subject = variables.get(name) as Readonly<Record<string, (...words: unknown[]) => unknown>>;
  const result = await subject[method]?.(...[fill(given, valueOf)].flat(1));
  if (keep !== undefined) variables.set(keep, result);
  if (wait !== undefined) await pause(wait);
  if (!(result instanceof Readable)) return;
  const timer = setTimeout(() => result.destroy(), leave);
  await buffer(result).catch(() => undefined);
  clearTimeout(timer);
}

const lists = ['containers', 'images', 'networks', 'plugins', 'swarm', 'system'];
const dockerode = parse(readFileSync(join(sources, 'dockerode.yaml'), 'utf8'), { merge: true }) as Record<
  string,
  Call[]
>;

export const clients: Readonly<Record<string, Readonly<Record<string, Driver>>>> = {
  http,
  cli: Object.fromEntries(lists.map((name) => [name, commandLines(name)])),
  dockerode: Object.fromEntries(Object.entries(dockerode).map(([name, steps]) => [name, calls(steps)])),
};
