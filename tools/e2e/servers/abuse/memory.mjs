// Measures the memory of a server with connections that pipeline and never read.
import { readFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The maximum memory in MB. */
const target = 250;
const request = 'GET /v1.44/containers/json HTTP/1.1\r\nHost: x\r\n\r\n';

export async function measureMemory({ connections, seconds, hosts, start, log }) {
  const rows = [];
  for (const [host, again] of [
    ...hosts.flatMap((name) => [
      [name, false],
      [name, true],
    ]),
    ['node:http', false],
  ]) {
    log(`memory: ${host}${again ? ', repeatedly' : ''} …`);
    const server = await start(host);
    const sockets = Array.from({ length: connections }, () => neverReads(server.port, again));
    let peak = 0;
    let slowest = 0;
    let served = 0;
    const sampling = setInterval(() => (peak = Math.max(peak, peakMemory(server.pid))), 20);
    const end = performance.now() + seconds * 1000;
    while (performance.now() < end && server.exited() === undefined) {
      const took = await ask(server.port).catch(() => undefined);
      if (took !== undefined) {
        served += 1;
        slowest = Math.max(slowest, took);
      }
      await sleep(20);
    }
    clearInterval(sampling);
    const exit = server.exited();
    for (const socket of sockets) socket.destroy();
    server.stop();
    const isMet = exit === undefined && peak <= target && served > 0;
    rows.push({
      what: `${connections} connections that pipeline and never read${again ? ', reopened a second after they are closed' : ''}`,
      host,
      measured: `${exit === undefined ? '' : `ended (${exit}), `}${Math.round(peak)} MB, ${served} other requests served, slowest ${Math.round(slowest)} ms`,
      // Repeated connections and plain Node are measured for comparison, without a target.
      target: host === 'node:http' || again ? '' : `≤ ${target} MB, other requests served`,
      met: host === 'node:http' || again ? '' : isMet ? 'yes' : 'no',
    });
  }
  return rows;
}

/** Sends requests as fast as the server accepts them, and never reads. */
function neverReads(port, again) {
  let socket;
  let isOver = false;
  const bytes = Buffer.from(request.repeat(2000));
  const open = () => {
    if (isOver) return;
    socket = net.connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.pause();
    socket.once('close', () => again && setTimeout(open, 1000));
    const write = () => {
      while (!socket.destroyed && socket.write(bytes));
      socket.once('drain', write);
    };
    socket.once('connect', write);
  };
  open();
  return {
    destroy() {
      isOver = true;
      socket.destroy();
    },
  };
}

/** The peak resident memory, in MB. */
function peakMemory(pid) {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
  } catch {
    return 0;
  }
}

function ask(port) {
  const begin = performance.now();
  return new Promise((resolve, reject) => {
    http
      .get({ port, host: '127.0.0.1', path: '/v1.44/containers/json', agent: false, timeout: 10_000 }, (response) => {
        response.resume().once('end', () => resolve(performance.now() - begin));
      })
      .once('error', reject)
      .once('timeout', function () {
        this.destroy(new Error('timeout'));
      });
  });
}
