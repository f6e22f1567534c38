// The drivers of plain HTTP: the requests of `requests/*.yaml`. Every driver leaves the engine as empty as before.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { plugin, rootfs } from './fixtures.js';
import { runSteps, type Step } from './run-steps.js';
import { image, login, type Driver, type Scene } from './scene.js';

/** This folder of the sources, also if this module runs from `dist`. */
export const sources = dirname(fileURLToPath(import.meta.url)).replace(/dist[\\/](?=drivers)/, '');

/** The bodies of the creation of containers and services, by name. */
export const bodies = read('bodies') as Readonly<Record<'containers' | 'services', Readonly<Record<string, unknown>>>>;

/** In their order. */
const names = [
  ...['setup', 'refusals', 'containers', 'exec', 'build', 'images', 'volumes', 'clearContainers', 'networks'],
  ...['plugins', 'events', 'joining', 'swarm', 'system'],
];
export const http: Readonly<Record<string, Driver>> = Object.fromEntries(names.map((name) => [name, driver(name)]));

/** @returns a driver that sends the requests of a file */
export function driver(name: string): Driver {
  return (scene) => runSteps(read(name) as readonly Step[], scene, variablesOf(scene));
}

function read(name: string): unknown {
  return parse(readFileSync(join(sources, 'requests', `${name}.yaml`), 'utf8'), { merge: true });
}

/** What requests may name. A function is called when a request names it. */
function variablesOf({ tree, address }: Scene): Map<string, unknown> {
  const now = Math.floor(Date.now() / 1000);
  return new Map<string, unknown>([
    ['image', image],
    ['login', login],
    ['bodies', bodies],
    ['address', address],
    ['peer', address.replace(/\.1$/, '.2')],
    ['now', now],
    ['anHourAgo', now - 3600],
    ['rootfs', () => rootfs(tree)],
    ['plugin', () => plugin(tree)],
    ['pluginStart', async () => (await plugin(tree)).subarray(0, 4096)],
  ]);
}
