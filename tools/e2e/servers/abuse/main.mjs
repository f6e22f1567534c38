#!/usr/bin/env node
// Measures servers with clients that pipeline and never read, and with clients that disconnect: `node main.mjs --help`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../../../run/commands.mjs';
import { markdownTable } from '../../../run/markdown-table.mjs';
import { measureMemory } from './memory.mjs';
import http from 'node:http';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const head = 'Host: x\r\n';
const upgrade = 'Connection: Upgrade\r\nUpgrade: tcp\r\n';
const exec = '{"Tty":true}';
const kinds = {
  upload: `PUT /v1.44/containers/a/archive?path=/ HTTP/1.1\r\n${head}Content-Length: 100\r\n\r\n${'x'.repeat(100)}`,
  'upload in chunks': `PUT /v1.44/containers/a/archive?path=/ HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\n40\r\n${'x'.repeat(64)}\r\n0\r\n\r\n`,
  'upload with an upgrade': `PUT /v1.44/containers/a/archive?path=/ HTTP/1.1\r\n${head}${upgrade}Content-Length: 100\r\n\r\n${'x'.repeat(100)}`,
  'upgrade with a body': `POST /v1.44/exec/a/start HTTP/1.1\r\n${head}${upgrade}Content-Type: application/json\r\nContent-Length: ${exec.length}\r\n\r\n${exec}input`,
  'upgrade without a body': `POST /v1.44/containers/a/attach?stdin=1 HTTP/1.1\r\n${head}${upgrade}\r\ninput`,
  request: `GET /v1.44/containers/json?all=1 HTTP/1.1\r\n${head}\r\n`,
};

/** Clients that disconnect: requests truncated at every byte, and thousands of dropped connections. A server must not crash, leak or hang. */
async function measureDrops({ drops, hosts, start, log }) {
  const rows = [];
  for (const host of hosts) {
    const server = await start(host);
    const uses = await server.ask('uses');
    for (const [kind, bytes] of Object.entries(kinds)) {
      // The handlers of the other requests use neither the body nor the signal.
      for (const use of kind.startsWith('upload') ? uses : [undefined]) {
        if (use !== undefined) await server.ask({ use });
        log(`drops: ${host}, ${kind}, ${use ?? 'any handler'} …`);
        const before = await server.ask('state');
        const count = await dropAll(server, bytes, drops);
        const after = server.exited() === undefined ? await server.ask('state') : undefined;
        const isServed = after !== undefined && (await isServedOn(server.port));
        const growth = after === undefined ? NaN : (after.heap - before.heap) / 1e6;
        const isMet = isServed && after.open === 0 && growth < 20 && after.errors.length === 0;
        rows.push({
          what: `${kind}${use === undefined ? '' : `, the handler ${use}`}`,
          host,
          measured:
            after === undefined
              ? `ended (${server.exited()})`
              : `${count} dropped, ${after.open} left open, ${growth.toFixed(1)} MB more${after.errors.length === 0 ? '' : `, ${after.errors.join('; ')}`}`,
          target: 'no crash, no leak, no hang',
          met: isMet ? 'yes' : 'no',
        });
        if (after === undefined) return rows;
      }
    }
    server.stop();
  }
  return rows;
}

/** Drops connections after each byte in turn, by closing or resetting, immediately or with a delay. */
async function dropAll(server, bytes, drops) {
  let next = 0;
  const one = async (index) => {
    const cut = index % (bytes.length + 1);
    const socket = net.connect(server.port, '127.0.0.1');
    socket.on('error', () => undefined);
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => undefined);
    if (cut > 0) await new Promise((resolve) => socket.write(bytes.slice(0, cut), resolve));
    if (index % 3 === 0) await sleep(3);
    if (index % 4 === 1) socket.resetAndDestroy();
    else if (index % 4 === 2) socket.end();
    else socket.destroy();
    await Promise.race([once(socket, 'close'), sleep(20)]).catch(() => undefined);
    socket.destroy();
  };
  const worker = async () => {
    while (next < drops && server.exited() === undefined) await one(next++);
  };
  await Promise.all(Array.from({ length: 50 }, worker));
  return next;
}

/** Whether a request on a new connection succeeds. */
function isServedOn(port) {
  return new Promise((resolve) => {
    http
      .get({ port, host: '127.0.0.1', path: '/v1.44/_ping', agent: false }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode === 200));
      })
      .once('error', () => resolve(false));
  });
}

await runCommand('tools/e2e/servers/abuse/main.mjs', {
  about: `Starts servers in separate processes and measures the effect of misbehaving clients.

  memory   connections that pipeline GET /containers/json and never read: the peak resident memory of a server
           with a heap of 512 MB, compared with plain node:http, and the response times for another client
  drops    uploads, upgrades and requests that are truncated at every byte, and connections that are dropped,
           for each way in which a handler uses the body and the signal, on four hosts`,
  names: 'memory|drops',
  options: {
    connections: ['N', 'number of connections that never read', 100],
    seconds: ['N', 'duration', 20],
    drops: ['N', 'number of dropped connections of each kind', 10_000],
    host: ['NAME', 'measure only this host: listen, Express, Fastify, Hono'],
  },
  async run({ names, host, ...counts }, { progress: log }) {
    const settings = {
      ...counts,
      hosts: host === undefined ? ['listen', 'Express', 'Fastify', 'Hono'] : [host],
      start,
      log,
    };
    const isWanted = (name) => names.length === 0 || names.includes(name);
    const json = [
      ...(isWanted('memory') ? await measureMemory(settings) : []),
      ...(isWanted('drops') ? await measureDrops(settings) : []),
    ];
    const columns = ['what', 'host', 'measured', 'target', 'met'];
    const text = markdownTable(
      columns,
      json.map((row) => columns.map((name) => row[name])),
    );
    return { text, json, failed: json.some(({ met }) => met === 'no') };
  },
});

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
