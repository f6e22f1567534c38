/** A program: calls operations of a generated server with the generated client, and writes what differs into a file. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callsOf } from '../../values/calls.mjs';
import { bundled } from '../bundled.mjs';
import { drawn, mirrorAll } from './mirror-all.mjs';
import { start } from './start.mjs';

const [workspace = '', clientFolder = '', serverFolder = '', file = '', seed = '0', most = 'Infinity'] =
  process.argv.slice(2);
const { client, server } = await bundled(workspace, {
  client: join(clientFolder, 'gen', 'index.ts'),
  server: join(serverFolder, 'gen', 'index.ts'),
});
const started = await start({ client, server });
/** @type {import('@lading/runtime-wire').OperationContract[]} */
const operations = Object.values(server.contract.operations);
const result = await mirrorAll(drawn(operations, Number(seed), Number(most)), started, (operation, called) =>
  callsOf(operation, called, Number(seed)),
);
await started.close();
writeFileSync(file, JSON.stringify(result));
// Streams that a failure left open would keep the process alive.
process.exit(0);
