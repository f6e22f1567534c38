// Records what an engine responds to the same requests at each version: record-reads.js --engine 26.1 --versions 1.24-1.44 --out FOLDER

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { caller, text } from '../../drivers/caller.js';
import type { Scene } from '../../drivers/scene.js';
import { startRecorder } from '../../recorder/recorder.js';
import type { Exchange } from '../../recorder/exchange.js';
import { anonymizer } from '../../recordings/anonymous.js';
import { engineTree } from '../engine-tree.js';
import { versionRange } from '../options.js';
import { comparedPart } from './compared-part.js';
import { groupReadings, packReadings } from './readings.js';
import { createState } from './state.js';
import { furtherTargets, readTargets } from './targets.js';

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: '26.1' },
    home: { type: 'string', default: process.env['LADING_ENGINES'] ?? '/var/tmp/lading-engines' },
    versions: { type: 'string', default: '1.24-1.44' },
    out: { type: 'string', default: 'oracle/reads' },
  },
});
const { engine, home, out } = values;
const versions = versionRange(values.versions);
const tree = engineTree(home, engine);
await tree.startEmpty();
try {
  const newest = caller(tree.socket, `/v${versions.at(-1) ?? ''}`);
  const found = await newest('GET', '/version');
  const socket = join(tree.root, 'dk/recorder.sock');
  const scene: Scene = {
    engine,
    version: versions.at(-1) ?? '',
    socket: tree.socket,
    tree: tree.root,
    call: newest,
    peer: caller(join(tree.root, 'dk/peer.sock'), ''),
    address: `10.199.${engine.split('.')[0] ?? ''}.1`,
    restart: () => tree.restart(),
  };
  await createState(scene);
  const exchanges: Exchange[] = [];
  const recorder = await startRecorder({
    session: {
      engine: text(found.json, 'Version').replace(/\+.*/, ''),
      client: 'http',
      newest: text(found.json, 'ApiVersion'),
    },
    engine: tree.socket,
    listen: socket,
    onRequest: () => (exchange) => exchanges.push(exchange),
  });
  // The versions of one request follow each other, so that little time passes between them.
  for (const target of await readTargets(newest))
    for (const version of versions) await caller(socket, `/v${version}`)('GET', target);
  for (const target of await furtherTargets(newest)) await caller(socket, `/v${scene.version}`)('GET', target);
  await recorder.close();
  const readings = groupReadings(exchanges.map(anonymizer()), comparedPart);
  mkdirSync(out, { recursive: true });
  const file = join(out, `${engine}.jsonl.gz`);
  writeFileSync(file, packReadings(readings));
  console.log(`${file}: ${exchanges.length} exchanges of ${readings.length} requests`);
} finally {
  await tree.stop();
}
