/** A minimal proxy: forwards requests with undici, and changes the version in the path. */
import { createServer } from 'node:http';
import { Pool } from 'undici';

/** @param {string} socket @param {string} engine */
export async function start(socket, engine) {
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
  await new Promise((resolve) => server.listen(socket, () => resolve(undefined)));
}
