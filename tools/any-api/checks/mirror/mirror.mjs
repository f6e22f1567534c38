/** A module for `run-program.mjs`: calls operations of a generated server with the generated client, and writes what differs into a file. */
import { writeFileSync } from 'node:fs';
import { callsOf } from '../../values/calls.mjs';
import { keysOf } from './credentials.mjs';
import { drawn, mirrorAll } from './mirror-all.mjs';
import { mirrored } from './mirrored-packages.mjs';
import { start } from './start.mjs';

/** @param {readonly string[]} args the workspace, the folders of its client and its server, the file, and the seed; the most operations */
export async function run([workspace = '', client = '', server = '', file = '', seed = '0', most = 'Infinity']) {
  const packages = await mirrored(workspace, client, server);
  const started = await start(/** @type {any} */ (packages));
  /** @type {import('@lading/runtime-wire').OperationContract[]} */
  const operations = Object.values(packages['server'].contract.operations);
  const keys = keysOf(packages['server'].contract);
  const result = await mirrorAll(drawn(operations, Number(seed), Number(most)), started, (operation, called) =>
    callsOf(operation, called, Number(seed), keys),
  );
  await started.close();
  writeFileSync(file, JSON.stringify(result));
}
