/** A process with one contender: `node worker.mjs NAME SOCKET DOCUMENT`. It reports its resource usage on request. */
import { start } from './start.mjs';

const [name = '', socket = '', document = ''] = process.argv.slice(2);
const begin = performance.now();
await start(name, socket, document);
process.send?.({ milliseconds: performance.now() - begin });
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: user + system, memory: process.memoryUsage.rss() });
});
process.on('disconnect', () => process.exit());
