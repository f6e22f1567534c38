// Records what an engine 26.1 responds to the same requests at each version from 1.24 to 1.44, into reads-26.1.jsonl.gz.

import { join } from 'node:path';
import { bundle } from '../../check/document.js';
import { caller, type Caller } from '../../drivers/caller.js';
import { defaultHome, engineTree } from '../../drivers/engine-tree.js';
import { driver, http } from '../../drivers/http.js';
import { pause } from '../../drivers/scene.js';
import { startRecorder } from '../../recorder/recorder.js';
import { writeLines, type Exchange } from '../../recorder/exchange.js';
import { anonymizer } from '../../recorder/redact.js';
import { versionRange } from '../main.js';
import { oracleFolder } from '../lists.js';
import { comparedPartBy, groupReadings } from './reads.js';

const versions = versionRange('1.24-1.44');
const tree = engineTree(defaultHome, '26.1');
await tree.startEmpty();
try {
  const scene = tree.scene('1.44');
  await http['setup']?.(scene);
  await driver('state')(scene);
  await steadyTasks(scene.call);
  const exchanges: Exchange[] = [];
  const socket = join(tree.root, 'dk/recorder.sock');
  const session = await tree.session('http');
  const onRequest = () => (exchange: Exchange) => void exchanges.push(exchange);
  const recorder = await startRecorder({ session, engine: tree.socket, listen: socket, onRequest });
  // The versions of one request follow each other, so that little time passes between them.
  const callers = versions.map((version) => caller(socket, `/v${version}`));
  const atEach: Caller = async (method, path) => {
    for (const call of callers) await call(method, path);
    return { status: 0, bytes: Buffer.of(), json: undefined };
  };
  await driver('reads')({ ...scene, call: atEach });
  await driver('further-reads')(tree.scene('1.44', socket));
  await recorder.close();
  const readings = groupReadings(exchanges.map(anonymizer()), comparedPartBy(await bundle('1.44')));
  const file = join(oracleFolder, 'replay/reads-26.1.jsonl.gz');
  writeLines(file, readings);
  console.log(`${file}: ${exchanges.length} exchanges of ${readings.length} requests`);
} finally {
  await tree.stop();
}

/** Waits until every task runs, or waits for a node that does not exist. */
async function steadyTasks(call: Caller): Promise<void> {
  for (let round = 0; round < 120; round += 1) {
    await pause(1000);
    const { json } = await call('GET', `/tasks?filters=${encodeURIComponent('{"desired-state":["running"]}')}`);
    const states = (json as readonly { readonly Status: { readonly State: string } }[]).map(
      ({ Status }) => Status.State,
    );
    if (states.length > 7 && states.every((state) => ['running', 'pending'].includes(state))) return;
  }
  throw new Error('The services do not reach a state that they stay in; let the machine be quiet');
}
