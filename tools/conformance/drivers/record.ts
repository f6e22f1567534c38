// Records the traffic of a client with an engine: record.js --engine 26.1 --version 1.44 --client http --out FOLDER

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startRecorder, toFile } from '../recorder/recorder.js';
import { clients } from './clients.js';
import { defaultHome, engineTree } from './engine-tree.js';
import { http } from './http.js';

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

const tree = engineTree(defaultHome, engine);
// The socket is inside the tree, so that the tree's command line reaches it too.
const socket = join(tree.root, 'dk/recorder.sock');
const session = await tree.session(client);

mkdirSync(out, { recursive: true });
const file = join(out, `${session.engine}-v${version}-${client}.jsonl`);
if (only === undefined) rmSync(file, { force: true });
let exchanges = 0;
const write = toFile(file);
const recorder = await startRecorder({
  session,
  engine: tree.socket,
  listen: socket,
  onRequest: () => (exchange) => {
    exchanges += 1;
    write(exchange);
  },
});
// Every driver needs the image; importing it is not recorded.
await http['setup']?.(tree.scene(version));
const scene = tree.scene(version, socket);
for (const [name, driver] of Object.entries(drivers)) {
  if (only !== undefined && !only.split(',').includes(name)) continue;
  const before = exchanges;
  const started = Date.now();
  // A client's failure is recorded as an exchange, and the other drivers still run.
  await driver(scene).catch((error: unknown) => console.error(`${name}: ${String(error)}`));
  console.log(`${file}: ${name}, ${exchanges - before} exchanges in ${Math.round((Date.now() - started) / 1000)} s`);
}
await recorder.close();
