/** `node main.mjs --host unix:///tmp/memory.sock` (or `tcp://127.0.0.1:2375`) serves an in-memory engine until SIGINT or SIGTERM. */
import { parseArgs } from 'node:util';
import { createServer } from '@lading/server';
import { memoryEngine, memoryEngineHooks } from '../../dist/examples/memory-engine/memory-engine.js';

const { values } = parseArgs({ options: { host: { type: 'string', default: 'unix:///tmp/memory-engine.sock' } } });
const address = new URL(values.host);
const server = createServer(memoryEngine(), { hooks: memoryEngineHooks });
const listening = await server.listen(
  address.protocol === 'unix:' ? { path: address.pathname } : { host: address.hostname, port: Number(address.port) },
);
console.log(`listening on ${listening.address}`);

/** Closes the server. Requests in progress have ten seconds; programs in containers end with this process. */
let isClosing = false;
async function stop() {
  // A second signal ends the process immediately.
  if (isClosing) process.exit(1);
  isClosing = true;
  await server.close();
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop());
