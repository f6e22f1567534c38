#!/usr/bin/env node
// Measures servers with clients that pipeline and never read, and with clients that disconnect: `node main.mjs --help`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { markdownTable } from '@lading/run/markdown-table';
import { measureDrops } from './drops.mjs';
import { measureMemory } from './memory.mjs';

const usage = `Usage: node tools/e2e/servers/abuse/main.mjs [memory] [drops] [options]

Starts servers in separate processes and measures the effect of misbehaving clients.

  memory   connections that pipeline GET /containers/json and never read: the peak resident memory of a server
           with a heap of 512 MB, compared with plain node:http, and the response times for another client
  drops    uploads, upgrades and requests that are truncated at every byte, and connections that are dropped,
           for each way in which a handler uses the body and the signal, on four hosts

Options:
  --connections N   number of connections that never read; default 100
  --seconds N       duration; default 20
  --drops N         number of dropped connections of each kind; default 10000
  --host NAME       measure only this host: listen, Express, Fastify, Hono
  --json            print the result as JSON

Example:
  node tools/e2e/servers/abuse/main.mjs drops --drops 1000 --host Express
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    connections: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '20' },
    drops: { type: 'string', default: '10000' },
    host: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) {
  process.stdout.write(usage);
  process.exit(0);
}

const wanted = positionals.length === 0 ? ['memory', 'drops'] : positionals;
const settings = {
  connections: Number(values.connections),
  seconds: Number(values.seconds),
  drops: Number(values.drops),
  hosts: values.host === undefined ? ['listen', 'Express', 'Fastify', 'Hono'] : [values.host],
  start,
  log: (line) => process.stderr.write(`${line}\n`),
};
const results = [];
if (wanted.includes('memory')) results.push(...(await measureMemory(settings)));
if (wanted.includes('drops')) results.push(...(await measureDrops(settings)));
if (values.json) process.stdout.write(`${JSON.stringify(results, undefined, 2)}\n`);
else process.stdout.write(`${table(results)}\n`);
process.exitCode = results.some(({ met }) => met === 'no') ? 1 : 0;

/** Starts a server in a separate process; `heap` in MB. */
async function start(kind, heap = 512) {
  const port = await freePort();
  const file = fileURLToPath(new URL('server.mjs', import.meta.url));
  const child = spawn(process.execPath, [`--max-old-space-size=${heap}`, '--expose-gc', file, kind, String(port)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let exit;
  child.once('exit', (code, signal) => (exit = signal ?? code));
  await once(child, 'message');
  const ask = async (question) => {
    child.send(question);
    const [response] = await once(child, 'message');
    return response;
  };
  return { port, pid: child.pid, ask, exited: () => exit, stop: () => child.kill('SIGKILL') };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

function table(rows) {
  const columns = ['what', 'host', 'measured', 'target', 'met'];
  return markdownTable(
    columns.map((title) => ({ title })),
    rows.map((row) => columns.map((name) => row[name])),
  );
}
