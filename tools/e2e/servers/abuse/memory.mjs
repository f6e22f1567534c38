// Connections that pipeline and never read: how much memory they make a server hold.
import { readFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** In MB. */
const bar = 250;
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
    log(`memory: ${host}${again ? ', again and again' : ''} …`);
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
    const holds = exit === undefined && peak <= bar && served > 0;
    rows.push({
      what: `${connections} connections that pipeline and never read${again ? ', opened anew a second after they are closed' : ''}`,
      host,
      measured: `${exit === undefined ? '' : `ended (${exit}), `}${Math.round(peak)} MB, ${served} others served, slowest ${Math.round(slowest)} ms`,
      // What comes again and again is measured beside, and so is plain Node.
      bar: host === 'node:http' || again ? '' : `≤ ${bar} MB, others served`,
      holds: host === 'node:http' || again ? '' : holds ? 'yes' : 'no',
    });
  }
  return rows;
}

/** Sends as fast as the server takes it. */
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

/** The most that was ever resident, in MB. */
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
