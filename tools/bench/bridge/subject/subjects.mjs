/** The ways to an engine that are compared: each listens on a socket. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, createServer as createSocketServer } from 'node:net';
import { listen } from '@lading/bridge';
import { Pool } from 'undici';
import { startEngine } from './engine.mjs';

/** @type {Readonly<Record<string, (socket: string, engine: string) => Promise<void>>>} */
export const subjects = {
  engine: startEngine,

  async bridge(socket, engine) {
    await listen({ address: `unix://${socket}`, engine: `unix://${engine}`, as: '1.44' });
  },

  /** Connections that reach the engine as they are: the least that any process between a client and an engine needs. */
  async pipe(socket, engine) {
    const server = createSocketServer((client) => {
      const connection = connect(engine).on('error', () => client.destroy());
      client.on('error', () => connection.destroy());
      client.pipe(connection).pipe(client);
    });
    await once(server.listen(socket), 'listening');
  },

  /** A minimal proxy: forwards requests with undici, and changes the version in the path. */
  async undici(socket, engine) {
    const pool = new Pool('http://engine', { socketPath: engine, connections: 64 });
    const server = createServer((request, response) => {
      const path = (request.url ?? '').replace(/^\/v[\d.]+/, '/v1.44');
      const { connection, host, 'transfer-encoding': _encoding, ...headers } = request.headers;
      const method = /** @type {'GET'} */ (request.method ?? 'GET');
      const body = method === 'GET' ? null : request;
      pool
        .stream({ path, method, headers, body }, ({ statusCode, headers: received }) =>
          response.writeHead(statusCode, /** @type {import('node:http').OutgoingHttpHeaders} */ (received)),
        )
        .catch(() => response.destroy());
    });
    await once(server.listen(socket), 'listening');
  },
};
