/** Prints the milliseconds from the first import to the first response, and the processor time: `node first-response.mjs NAME SOCKET DOCUMENT`. */
import { connect } from 'node:net';
import { requestOf } from '../requests.mjs';
import { subjects } from './subjects.mjs';

const [name = '', path = '', document = ''] = process.argv.slice(2);
const begin = performance.now();
const before = process.cpuUsage();
await subjects[name]?.(path, document, true);
const { bytes, status } = requestOf('create', '1.44');
const socket = connect(path, () => socket.write(bytes));
socket.once('data', (chunk) => {
  const took = performance.now() - begin;
  const { user, system } = process.cpuUsage(before);
  const head = chunk.toString('latin1');
  if (head.startsWith(`HTTP/1.1 ${status} `))
    process.stdout.write(JSON.stringify({ milliseconds: took, cpu: (user + system) / 1000 }));
  else process.stderr.write(head);
  process.exit();
});
