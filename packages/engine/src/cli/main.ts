/** The command line of the engine. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { listenAsNode, startEngine, type StartOptions } from '../start-engine.js';
import type { RunningEngine } from '../running-engine.js';
import { plantSeed, readSeed } from './seed.js';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ImageDefinition } from '../definitions/image-definition.js';

export const usage = `Usage: lading-engine [options]

Serves the container engine API without a daemon. Containers run simulated programs: a shell and common commands.

  --host ADDRESS    where to listen (repeat for several): unix:///tmp/engine.sock, tcp://127.0.0.1:2375, port 0 for any,
                    fd://3, the first socket that systemd passes
                    (unix:///tmp/lading-engine.sock)
  --api VERSION     the newest API version to offer, or a range such as 1.41-1.44; others are refused (all from 1.24 on)
  --image NAME      an image that exists from the start, or the path of an archive of docker save (repeatable)
  --image-definitions MODULE
                    a module with images whose containers run programs, such as @lading/engine-images (repeatable)
  --data DIR        store the state in a folder: it survives a restart, and the end of the process at any moment
  --seed FILE       a file in JSON with images, networks, volumes and containers that exist from the start
  --group GROUP     the group whose members may use the sockets of --host unix://, by name or number
  --cert, --key, --ca FILE
                    files in PEM for tcp:// with TLS; with --ca, clients need a certificate
  --no-ports        do not open published ports
  --no-fast-stop    containers whose first process does not handle the stop signal end after the timeout, by SIGKILL,
                    as in a real engine
  --node ADDRESS    where a further engine listens, which can join the swarm of the first one (repeatable)
  --watch           show the nodes, services and tasks of the swarm, and their changes
  --json            with --watch: print a line of JSON for each change instead
  --log             print a line of JSON for each event
  --help            print this text

Prints "listening on ADDRESS" when it is ready. SIGINT and SIGTERM end it, with all containers.

Examples:
  lading-engine --host unix:///tmp/engine.sock --image alpine
  lading-engine --host tcp://127.0.0.1:2375 --seed state.json --log
  lading-engine --data /var/tmp/engine
  lading-engine --image-definitions @lading/engine-images
  lading-engine --api 1.41
  lading-engine --host unix:///tmp/a.sock --node unix:///tmp/b.sock --watch
  DOCKER_HOST=unix:///tmp/engine.sock docker run --rm alpine echo hello

state.json: { "images": ["alpine"], "networks": [{ "Name": "back" }], "volumes": [{ "Name": "data" }],
  "containers": [{ "name": "db", "start": true, "Image": "alpine", "Cmd": ["sleep", "infinity"] }] }
`;

const options = {
  host: { type: 'string', multiple: true },
  api: { type: 'string' },
  image: { type: 'string', multiple: true },
  'image-definitions': { type: 'string', multiple: true },
  data: { type: 'string' },
  seed: { type: 'string' },
  group: { type: 'string' },
  cert: { type: 'string' },
  key: { type: 'string' },
  ca: { type: 'string' },
  'no-ports': { type: 'boolean' },
  'no-fast-stop': { type: 'boolean' },
  node: { type: 'string', multiple: true },
  watch: { type: 'boolean' },
  json: { type: 'boolean' },
  log: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** Runs until a signal. @returns the exit code if it does not start: 2 for wrong arguments, 1 for an address in use */
export async function main(words: readonly string[]): Promise<number> {
  let engine: RunningEngine;
  try {
    const { values } = parseArgs({ args: [...words], options });
    if (values.help === true) {
      process.stdout.write(usage);
      return 0;
    }
    const seed = values.seed === undefined ? undefined : readSeed(values.seed);
    const definitions = await Promise.all((values['image-definitions'] ?? []).map(importDefinitions));
    engine = await startEngine({ ...startOptionsOf(values), imageDefinitions: definitions.flat() });
    if (seed !== undefined) await plantSeed(engine, seed);
    for (const address of values.node ?? []) await listenAsNode(engine, address);
    // Most engines start without it.
    if (values.watch === true)
      (await import('./watch-swarm.js')).watchSwarm(engine, process.stdout, values.json === true);
    if (values.log === true) engine.events.listen((event) => process.stdout.write(`${JSON.stringify(event)}\n`));
  } catch (error) {
    const { message, syscall } = error as NodeJS.ErrnoException;
    process.stderr.write(`lading-engine: ${message}\n`);
    return syscall === 'listen' || syscall === 'bind' ? 1 : 2;
  }
  const ended = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  for (const address of engine.addresses) process.stdout.write(`listening on ${address}\n`);
  await ended;
  // Whatever runs, the end takes less than a second.
  setTimeout(() => process.exit(0), 800).unref();
  await engine.close();
  // A program of a test may hold a handle.
  process.exit(0);
}

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

function startOptionsOf(values: Values): StartOptions {
  const { host = ['unix:///tmp/lading-engine.sock'], api, image = [], data, group, cert, key, ca } = values;
  if ((cert === undefined) !== (key === undefined) || (ca !== undefined && cert === undefined))
    throw new Error('--cert: pass the certificate and the key together, and --ca only with them');
  const tls =
    cert === undefined || key === undefined
      ? undefined
      : { cert: readFileSync(cert), key: readFileSync(key), ...(ca !== undefined && { ca: readFileSync(ca) }) };
  return {
    host,
    ...(api !== undefined && { api }),
    images: image,
    ...(data !== undefined && { data }),
    ...(group !== undefined && { group }),
    publishPorts: values['no-ports'] !== true,
    fastStop: values['no-fast-stop'] !== true,
    ...(tls && { tls }),
  };
}

/**
 * @param module the name of a package that is installed in the current folder or beside the engine, or the path of a file
 * @throws Error for a module without definitions
 */
async function importDefinitions(module: string): Promise<readonly ImageDefinition[]> {
  const { imageDefinitions } = (await import(addressOf(module))) as { readonly imageDefinitions?: unknown };
  if (!Array.isArray(imageDefinitions)) throw new Error(`${module}: it exports no array imageDefinitions`);
  return imageDefinitions as ImageDefinition[];
}

function addressOf(module: string): string {
  if (/^\.{0,2}\//.test(module)) return pathToFileURL(resolve(module)).href;
  try {
    return pathToFileURL(createRequire(join(process.cwd(), 'package.json')).resolve(module)).href;
  } catch {
    // Packages that are installed beside the engine are found from here.
    return module;
  }
}
