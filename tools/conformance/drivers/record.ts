// Records the traffic of a client with an engine: record.js --engine 26.1 --version 1.44 --client http --out FOLDER

import { execFile } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { startRecorder, toFile } from '../recorder/recorder.js';
import { caller, text } from './caller.js';
import { clients } from './clients.js';
import { setup } from './http/setup.js';
import type { Scene } from './scene.js';

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: '26.1' },
    version: { type: 'string', default: '1.44' },
    client: { type: 'string', default: 'http' },
    out: { type: 'string', default: 'recordings' },
    only: { type: 'string' },
  },
});
const { engine, version, client, out, only } = values;

const drivers = clients[client];
if (!drivers) throw new Error(`Client ${client}: unknown; give one of ${Object.keys(clients).join(', ')}`);

const home = process.env['LADING_ENGINES'] ?? '/var/tmp/lading-engines';
const tree = join(home, engine);
const real = join(tree, 'dk/docker.sock');
// The socket is inside the tree, so that the tree's command line reaches it too.
const socket = join(tree, 'dk/recorder.sock');
const scripts = join(dirname(fileURLToPath(import.meta.url)), '../../engines');

async function restart(): Promise<void> {
  await promisify(execFile)(join(scripts, 'stop.sh'), [engine]);
  await promisify(execFile)(join(scripts, 'start.sh'), [engine]);
}

const found = await caller(real, '')('GET', '/version');
if (found.status !== 200)
  throw new Error(`Engine ${engine}: does not respond on ${real}; start it with engines/start.sh ${engine}`);
const session = {
  engine: text(found.json, 'Version').replace(/\+.*/, ''),
  client,
  newest: text(found.json, 'ApiVersion'),
};

mkdirSync(out, { recursive: true });
const file = join(out, `${session.engine}-v${version}-${client}.jsonl`);
if (only === undefined) rmSync(file, { force: true });
let exchanges = 0;
const write = toFile(file);
const recorder = await startRecorder({
  session,
  engine: real,
  listen: socket,
  onRequest: () => (exchange) => {
    exchanges += 1;
    write(exchange);
  },
});
const scene: Scene = {
  engine,
  version,
  socket,
  tree,
  call: caller(socket, `/v${version}`),
  peer: caller(join(tree, 'dk/peer.sock'), ''),
  address: `10.199.${engine.split('.')[0] ?? ''}.1`,
  restart,
};
// Every driver needs the image; importing it is not recorded.
await setup({ ...scene, call: caller(real, `/v${version}`) });
for (const [name, driver] of Object.entries(drivers)) {
  if (only !== undefined && !only.split(',').includes(name)) continue;
  const before = exchanges;
  const started = Date.now();
  // A client's failure is recorded as an exchange, and the other drivers still run.
  await driver(scene).catch((error: unknown) => console.error(`${name}: ${String(error)}`));
  console.log(`${file}: ${name}, ${exchanges - before} exchanges in ${Math.round((Date.now() - started) / 1000)} s`);
}
await recorder.close();
