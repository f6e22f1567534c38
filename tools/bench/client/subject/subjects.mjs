/** The same engine, asked in three ways. */
import { Writable } from 'node:stream';
import { client, codegen, peer, undici, urlOf } from '../places.mjs';

/**
 * @typedef {object} Subject
 * @property {() => Promise<unknown>} list
 * @property {(what: 'logs' | 'archive', bytes: number) => Promise<void>} pass reads all of it and keeps nothing
 */

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/** @type {Readonly<Record<string, (socket: string) => Promise<Subject>>>} */
export const subjects = {
  async undici(socket) {
    const { Pool } = await import(urlOf(undici));
    const pool = new Pool('http://localhost', { pipelining: 1, headersTimeout: 0, bodyTimeout: 0, socketPath: socket });
    /** @param {string} path */
    const get = async (path) => (await pool.request({ method: 'GET', path })).body;
    return {
      list: async () => (await get('/v1.44/containers/json')).json(),
      pass: async (what, bytes) => {
        for await (const _chunk of await get(`/v1.44/containers/${bytes}-bytes/${what}`));
      },
    };
  },

  async lading(socket) {
    const engine = await ladingEngine(socket);
    return {
      list: () => engine.container.list(),
      pass: async (what, bytes) => {
        const id = `${bytes}-bytes`;
        if (what === 'logs') for await (const _chunk of await engine.container.logs({ id, stdout: true }));
        else for await (const _chunk of await engine.container.archive({ id, path: '/' }));
      },
    };
  },

  async dockerode(socket) {
    const file = peer('dockerode');
    if (file === undefined) throw new Error('dockerode is not installed');
    const { default: Docker } = await import(urlOf(file));
    const docker = new Docker({ socketPath: socket, version: 'v1.44' });
    return {
      list: () => docker.listContainers(),
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

/** The generated client, or what it is made of where it is not built. @param {string} socket */
async function ladingEngine(socket) {
  const options = { host: `unix://${socket}` };
  if (client !== undefined) return (await import(urlOf(client))).connect(options);
  const { connectEngine, json, output, tar } = await import(urlOf(codegen));
  const at = '/containers/{id}';
  const plain = 'plain';
  const container = {
    list: {
      id: 'ContainerList',
      method: 'GET',
      path: '/containers/json',
      query: { all: plain, limit: plain, size: plain, filters: 'json' },
      answer: json(),
    },
    logs: {
      id: 'ContainerLogs',
      method: 'GET',
      path: `${at}/logs`,
      query: { stdout: plain, stderr: plain, follow: plain },
      answer: output,
    },
    archive: { id: 'ContainerArchive', method: 'GET', path: `${at}/archive`, query: { path: plain }, answer: tar },
  };
  return connectEngine('1.44', { container }, options);
}
