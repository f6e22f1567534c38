/** The clients that are compared, each with the same operations, and the tasks that are measured with one, in a process of its own. */
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { client as generated, peer, undici, urlOf } from '../../places.mjs';
import { startServer } from '../server.mjs';
import { demultiplex, parseEvents } from './streams.mjs';

/** @typedef {{ list: () => Promise<unknown>, ping: () => Promise<unknown>, pass: (what: 'logs' | 'archive', bytes: number) => Promise<unknown> }} Client `pass` reads the whole stream and discards it */

export const subjects = {
  /** An engine that responds at two sockets. */
  server: startServer,
  /** @param {string} name one of `clients`, or of the ways to read a stream from memory @param {string} socket */
  async client(name, socket) {
    /** @type {Client | undefined} */
    let client;
    const connected = async () => (client ??= await clients[name](socket));
    return {
      requests: async (task) => requests(await connected(), task),
      pass: async (task) => passed(await connected(), task),
      demux: ({ frame, bytes }) => demultiplex(name, frame, bytes),
      events: ({ bytes }) => parseEvents(name, bytes),
    };
  },
};

const pathOf = (what, bytes) => `/v1.44/containers/${bytes}-bytes/${what}`;

/** @type {Readonly<Record<string, (socket: string) => Promise<Client>>>} */
const clients = {
  async undici(socket) {
    const { Pool } = await import(urlOf(undici));
    const pool = new Pool('http://localhost', { pipelining: 1, headersTimeout: 0, bodyTimeout: 0, socketPath: socket });
    const get = async (path) => (await pool.request({ method: 'GET', path })).body;
    return {
      list: async () => (await get('/v1.44/containers/json')).json(),
      ping: async () => (await get('/v1.44/_ping')).text(),
      pass: async (what, bytes) => {
        for await (const _chunk of await get(pathOf(what, bytes)));
      },
    };
  },

  async lading(socket) {
    const engine = await (await import(urlOf(generated))).connect({ host: `unix://${socket}` });
    return {
      list: () => engine.container.list(),
      ping: () => engine.system.ping(),
      pass: async (what, bytes) => {
        const id = `${bytes}-bytes`;
        if (what === 'logs') for await (const _chunk of await engine.container.logs({ id, stdout: true }));
        else for await (const _chunk of await engine.container.archive({ id, path: '/' }));
      },
    };
  },

  async dockerode(socket) {
    const { default: Docker } = await import(urlOf(peer('dockerode')));
    const docker = new Docker({ socketPath: socket, version: 'v1.44' });
    const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });
    return {
      list: () => docker.listContainers(),
      ping: () => docker.ping(),
      pass: async (what, bytes) => {
        const container = docker.getContainer(`${bytes}-bytes`);
        if (what === 'archive') {
          for await (const _chunk of await container.getArchive({ path: '/' }));
          return;
        }
        const stream = await container.logs({ stdout: true, follow: true });
        docker.modem.demuxStream(stream, nowhere(), nowhere());
        await new Promise((resolve) => stream.once('end', resolve));
      },
    };
  },
};

/** @param {Client} client @param {{ call: 'list' | 'ping', inFlight: number, seconds: number }} task */
async function requests(client, { call, inFlight, seconds }) {
  const latencies = [];
  const begin = performance.now();
  const end = begin + seconds * 1000;
  const cpu = process.cpuUsage();
  const one = async () => {
    for (let start = performance.now(); start < end;) {
      await client[call]();
      const now = performance.now();
      latencies.push(now - start);
      start = now;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, one));
  const took = (performance.now() - begin) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  latencies.sort((a, b) => a - b);
  return {
    perSecond: latencies.length / took,
    p99: latencies[Math.floor(latencies.length * 0.99)] ?? NaN,
    cpu: (user + system) / latencies.length,
  };
}

/**
 * The peak memory while a stream is read, above that of the idle process, in megabytes. Before a process counts as idle, it sends requests and
 * reads one short stream of the kind: until then V8 compiles, and optimizing undici's parser, which is WebAssembly, temporarily takes 30 MB, once.
 * @param {Client} client @param {{ what: 'logs' | 'archive', bytes: number }} task
 */
async function passed({ list, pass }, { what, bytes }) {
  for (let count = 0; count < 2000; count++) await list();
  await pass(what, 1e6);
  await sleep(500);
  const idle = process.memoryUsage.rss();
  let peak = idle;
  const look = () => (peak = Math.max(peak, process.memoryUsage.rss()));
  const timer = setInterval(look, 20);
  await pass(what, bytes);
  clearInterval(timer);
  return (look() - idle) / 1e6;
}
