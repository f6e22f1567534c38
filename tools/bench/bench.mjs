/** `npm run bench`: measures Lading and its peers side by side. Without the name of a part, runs the main ones, and writes their figures. */
import { spawnSync } from 'node:child_process';
import { runCommands } from '@lading/run/commands';
import { peers } from './places.mjs';

/** @param {string} name */
const load = (name) => () => import(`./commands/${name}.mjs`);
/** @type {Readonly<Record<string, readonly [about: string, load: () => Promise<{ default: import('@lading/run/commands').Command }>]>>} */
const parts = {
  generators: ['generators of types, their output for a second version, and programs that use it', load('generators')],
  documents: ['packages of other APIs', load('documents')],
  bundle: ['how large a bundled program with one call of another API is', load('bundle')],
  growth: ['documents of one to 16 times the size, and one to 32 versions', load('growth')],
  watch: ['the time from a save to the written files', load('watch')],
  client: ['the client, beside undici and dockerode', load('client')],
  server: ['the server, beside Fastify and node:http', load('server')],
  docs: ['the reference, beside Redoc and Scalar', load('docs')],
  bridge: ['the bridge, beside other ways to an engine', load('bridge')],
  engine: ['the reference engine, and a real one', load('engine')],
  swarm: ['a large swarm in one engine', load('swarm')],
  lighthouse: ['the scores of Lighthouse on kinds of pages', load('lighthouse')],
};

if (process.argv.length > 2) await runCommands('tools/bench/bench.mjs', parts);
else {
  peers.install();
  // Each in a process of its own, so that none warms up another.
  const main = ['generators', 'watch', 'client', 'server', 'docs'].map(
    (name) => spawnSync(process.execPath, [String(process.argv[1]), name, '--write'], { stdio: 'inherit' }).status,
  );
  process.exitCode = main.every((status) => status === 0) ? 0 : 1;
}
