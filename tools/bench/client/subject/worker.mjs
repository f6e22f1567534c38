/** A process that runs tasks of one subject: `node worker.mjs SUBJECT SOCKET`. It receives tasks and sends results as messages. */
import { demultiplex, parseEvents } from './streams.mjs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { client, peer, undici, urlOf } from '../places.mjs';

/**
 * @typedef {object} Subject
 * @property {() => Promise<unknown>} list
 * @property {() => Promise<unknown>} ping
 * @property {(what: 'logs' | 'archive', bytes: number) => Promise<void>} pass reads the whole stream and discards it
 */

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/**
 * The clients that are compared, each as an adapter with the same operations.
 * @type {Readonly<Record<string, (socket: string) => Promise<Subject>>>}
 */
const subjects = {
  async undici(socket) {
    const { Pool } = await import(urlOf(undici));
    const pool = new Pool('http://localhost', { pipelining: 1, headersTimeout: 0, bodyTimeout: 0, socketPath: socket });
    /** @param {string} path */
    const get = async (path) => (await pool.request({ method: 'GET', path })).body;
    return {
      list: async () => (await get('/v1.44/containers/json')).json(),
      ping: async () => (await get('/v1.44/_ping')).text(),
      pass: async (what, bytes) => {
        for await (const _chunk of await get(`/v1.44/containers/${bytes}-bytes/${what}`));
      },
    };
  },

  async lading(socket) {
    const engine = await (await import(urlOf(client))).connect({ host: `unix://${socket}` });
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

  async http(socket) {
    const agent = new Agent({ keepAlive: true });
    /** @param {string} path @returns {Promise<import('node:http').IncomingMessage>} */
    const get = (path) =>
      new Promise((resolve, reject) => request({ socketPath: socket, path, agent }, resolve).on('error', reject).end());
    /** @param {string} path */
    const text = async (path) => {
      const response = await get(path);
      /** @type {Buffer[]} */
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      await new Promise((resolve, reject) => response.on('end', resolve).on('error', reject));
      return Buffer.concat(chunks).toString();
    };
    return {
      list: async () => JSON.parse(await text('/v1.44/containers/json')),
      ping: () => text('/v1.44/_ping'),
      pass: async (what, bytes) => {
        for await (const _chunk of await get(`/v1.44/containers/${bytes}-bytes/${what}`));
      },
    };
  },

  /** A plain socket without an HTTP client: the minimum that Node needs. */
  async socket(path) {
    return {
      list: async () => {},
      ping: async () => {},
      pass: (what, bytes) =>
        new Promise((resolve, reject) => {
          const socket = connect(path, () =>
            socket.write(
              `GET /v1.44/containers/${bytes}-bytes/${what} HTTP/1.1\r\nhost: engine\r\nconnection: close\r\n\r\n`,
            ),
          );
          socket
            .on('data', () => {})
            .on('end', resolve)
            .on('error', reject);
        }),
    };
  },

  async dockerode(socket) {
    const { default: Docker } = await import(urlOf(peer('dockerode')));
    const docker = new Docker({ socketPath: socket, version: 'v1.44' });
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

/**
 * @typedef {{ readonly kind: 'requests', readonly call: 'list' | 'ping', readonly inFlight: number, readonly seconds: number }
 *   | { readonly kind: 'pass', readonly what: 'logs' | 'archive', readonly bytes: number }
 *   | { readonly kind: 'demux', readonly frame: number, readonly bytes: number }
 *   | { readonly kind: 'events', readonly bytes: number }} Task
 */

const [, , name = '', socket = ''] = process.argv;
const base = name.split(' ')[0] ?? '';
const make = subjects[base];
/** @type {Subject | undefined} */
let subject;

process.on('message', async (/** @type {Task} */ task) => {
  try {
    process.send?.({ result: await run(task) });
  } catch (error) {
    process.send?.({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
process.on('disconnect', () => process.exit());

/** @param {Task} task */
async function run(task) {
  if (task.kind === 'demux') return demultiplex(name, task.frame, task.bytes);
  if (task.kind === 'events') return parseEvents(name, task.bytes);
  if (make === undefined) throw new Error(`there is no subject ${name}`);
  subject ??= await make(socket);
  return task.kind === 'requests' ? requests(subject, task) : passed(subject, task);
}

/**
 * @param {Subject} subject
 * @param {{ readonly call: 'list' | 'ping', readonly inFlight: number, readonly seconds: number }} task
 */
async function requests(subject, { call, inFlight, seconds }) {
  /** @type {number[]} */
  const latencies = [];
  const begin = performance.now();
  const end = begin + seconds * 1000;
  const cpu = process.cpuUsage();
  const one = async () => {
    for (let start = performance.now(); start < end;) {
      await subject[call]();
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
 * The warm-up before a process counts as idle: requests and one short stream of the kind. Until then V8 compiles, and
 * optimizing undici's parser, which is WebAssembly, temporarily takes 30 MB, once.
 */
const warmUp = { requests: 2000, bytes: 1e6, milliseconds: 500 };

/**
 * The peak memory while a stream is read, above that of the idle process, in bytes.
 * @param {Subject} subject
 * @param {{ readonly what: 'logs' | 'archive', readonly bytes: number }} task
 */
async function passed({ list, pass }, { what, bytes }) {
  for (let i = 0; i < warmUp.requests; i++) await list();
  await pass(what, warmUp.bytes);
  await new Promise((resolve) => setTimeout(resolve, warmUp.milliseconds));
  const idle = process.memoryUsage.rss();
  let peak = idle;
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
  const begin = performance.now();
  await pass(what, bytes);
  clearInterval(timer);
  const seconds = (performance.now() - begin) / 1000;
  return { above: Math.max(peak, process.memoryUsage.rss()) - idle, perSecond: bytes / 1e6 / seconds };
}
